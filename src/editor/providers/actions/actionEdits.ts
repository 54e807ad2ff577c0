import type { CommandId } from '../../commands/contributions.ts';
import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import type { Range } from '../../../base/text/text.ts';
import { applyEdits, type ActionCommand, type CodeAction, type FileEdits, type TextEdit } from '../../../language/index.ts';
import type { SecretName } from '../../secrets/secretStore.ts';
import type { PlacedEdit } from '../fencedDocuments.ts';
import { uriOf } from '../../world/editorFiles.ts';
import type { Environments } from '../../world/environments.ts';

/** Dependencies of the commands of code actions. */
export interface ActionParts {
  /** Stores a secret. False if the user declined. */
  keepSecret(secret: SecretName, value: string): Promise<boolean>;
  readonly environments: Environments;
}

/** The document of a code action. */
export interface ActionTarget {
  readonly document: vscode.TextDocument;
  /** Its path. */
  readonly file: string;
  /** Root of its collection. */
  readonly root: string;
  /** Maps edits whose offsets are not those of the document: of a fence, or of a file of another client. */
  readonly place?: ((edit: TextEdit) => PlacedEdit) | undefined;
}

/** Whether the command of an action applies the edits itself, after a question or after storing a value. */
export const appliesEdits = (command: ActionCommand | undefined): boolean =>
  command?.kind === 'keep-secret' || command?.kind === 'trust-certificate';

/** The edits of a code action, computed against the current documents. */
export async function editOf({ edits: all }: CodeAction, { document, file, place }: ActionTarget): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  for (const edits of all) {
    if (edits.file !== file || place === undefined) await addTo(edit, edits.file === file ? document.uri : uriOf(edits.file), edits);
    else for (const { range, newText } of edits.edits.map(place)) edit.replace(document.uri, range, newText);
  }
  return edit;
}

/** Runs the command of a code action. False if the user declined. */
export async function runActionCommand(
  parts: ActionParts,
  command: ActionCommand,
  uri: vscode.Uri,
  edit: vscode.WorkspaceEdit,
  root: string,
): Promise<boolean> {
  switch (command.kind) {
    case 'copy':
      await vscode.env.clipboard.writeText(command.text);
      return true;
    case 'rename': {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.commands.executeCommand('editor.action.rename', [uri, document.positionAt(command.offset)]);
      return true;
    }
    case 'choose-environment':
      await parts.environments.choose(root, command.environment);
      return true;
    case 'fetch-openapi': {
      const fetch: CommandId = 'req.fetchOpenApi';
      await vscode.commands.executeCommand(fetch, uri, command.path);
      return true;
    }
    case 'trust-certificate': {
      const { where, subject, fingerprint } = command;
      const trust = t('Trust Certificate');
      const detail = t(
        'Issued to {0}\nSHA-256 {1}\n\nCompare the fingerprint with the one of the server. Only this request trusts the certificate.',
        subject,
        fingerprint,
      );
      const message = t('Trust the certificate that {0} sent?', where);
      if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, trust)) !== trust) return false;
      return await vscode.workspace.applyEdit(edit);
    }
    case 'keep-secret':
      return (await parts.keepSecret({ name: command.name, root }, command.value)) && (await vscode.workspace.applyEdit(edit));
  }
}

/**
 * Applies a code action and runs its command. Saves the files that it creates, which may be in no visible editor. False if the user declined.
 */
export async function applyAction(parts: ActionParts, action: CodeAction, target: ActionTarget): Promise<boolean> {
  const edit = await editOf(action, target);
  let isDone = appliesEdits(action.command) || (await vscode.workspace.applyEdit(edit));
  if (action.command !== undefined) isDone = await runActionCommand(parts, action.command, target.document.uri, edit, target.root);
  const created = new Set(action.edits.flatMap(({ file, create }) => (create === true ? uriOf(file).toString() : [])));
  for (const document of vscode.workspace.textDocuments) if (created.has(document.uri.toString())) await document.save();
  return isDone;
}

async function addTo(edit: vscode.WorkspaceEdit, uri: vscode.Uri, { edits, create }: FileEdits): Promise<void> {
  if (create === true) {
    edit.createFile(uri, { ignoreIfExists: true });
    const text = applyEdits('', edits);
    if (text !== '') edit.insert(uri, new vscode.Position(0, 0), text);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  for (const { range, newText } of edits) edit.replace(uri, rangeIn(document, range), newText);
}

export const rangeIn = (document: vscode.TextDocument, { start, end }: Range): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));
