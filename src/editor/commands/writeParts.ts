import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { folderOf, isForeignTree, type RequestBlock } from '../../language/index.ts';
import {
  authChoices,
  authSnippet,
  formOf,
  formSnippet,
  formTypes,
  parameterSnippet,
  type AuthChoice,
  type FormKind,
  type SnippetEdit,
} from '../../language/onDemand.ts';
import { documentUriOf, editInDocument, requestTextsOf, type RequestText } from '../providers/fencedDocuments.ts';
import { askSecret } from '../secrets/askSecret.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { Services } from '../services.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { pathOf } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { requestTarget } from './requestTarget.ts';

/** A request in an editor, for inserting snippets. */
export interface WrittenRequest {
  readonly editor: vscode.TextEditor;
  /** The document, or its fence. */
  readonly text: RequestText;
  readonly known: Known;
  readonly block: RequestBlock;
}

/**
 * The request of a `.req` file or a Markdown fence at a line or at the cursor; if there is none, shows a message and returns undefined.
 * @throws {ReqError} for a file of another client
 */
export async function writtenRequest(
  surroundings: Services['surroundings'],
  uri: unknown,
  line: unknown,
): Promise<WrittenRequest | undefined> {
  const found = await requestTarget(surroundings, uri, line);
  if (found === undefined) return undefined;
  const { text } = found;
  if (isForeignTree(found.tree))
    throw new ReqError('usage', t('Commands write only into .req files and Markdown. Convert this file to .req first.'));
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(documentUriOf(text.uri)));
  const known = await surroundings.know(text);
  const block = known.tree.blocks.find((b) => b.range.start === found.request.block.range.start);
  return block?.requestLine === undefined ? undefined : { editor, text, known, block: block as RequestBlock };
}

/**
 * Edits are valid only for the text that was read. Fences have the text from which they were last read.
 * @throws {ReqError} if the text has changed since the request was read
 */
export function refuseChanged(document: vscode.TextDocument, text: RequestText, known: Known): void {
  if (!requestTextsOf(document).includes(text) || text.getText() !== known.tree.text) throw changedMeanwhile();
}

/** Inserts a snippet without changing the text around it. */
export async function insertSnippet(request: WrittenRequest, { range, snippet }: SnippetEdit): Promise<void> {
  const { editor, text, known } = request;
  refuseChanged(editor.document, text, known);
  const placed = editInDocument(editor.document, text.uri, known.tree, { range, newText: snippet });
  editor.revealRange(placed.range);
  await editor.insertSnippet(new vscode.SnippetString(placed.newText), placed.range, {
    undoStopBefore: true,
    undoStopAfter: true,
    // The indentation of a fence is in the snippet.
    keepWhitespace: text.uri.fragment !== '',
  });
}

/** *Add Query Parameter*: writes `?name=value` with tab stops at the end of the URL. */
export async function addQueryParameter({ surroundings }: Services, uri: unknown, line: unknown): Promise<void> {
  const request = await writtenRequest(surroundings, uri, line);
  if (request === undefined) return;
  if (request.block.requestLine.target.text === '') throw new ReqError('usage', t('Write the URL of the request first.'));
  await insertSnippet(request, parameterSnippet(request.known.tree, request.block));
}

/** *Add Auth…*: shows lists for the kind and its secrets, and writes `# @auth`. */
export async function addAuth({ surroundings, secrets }: Services, uri: unknown, line: unknown): Promise<void> {
  const request = await writtenRequest(surroundings, uri, line);
  if (request === undefined) return;
  const items = authChoices().map((choice) => ({ label: choice.kind, detail: choice.summary, choice }));
  const chosen = await vscode.window.showQuickPick(items, { title: t('Req: Add Auth'), placeHolder: t('Select how to sign in') });
  if (chosen === undefined) return;
  const words = await wordsOf(chosen.choice, request, secrets);
  if (words === undefined) return;
  await insertSnippet(request, authSnippet(request.known.tree, request.block, chosen.choice.kind, words));
}

/** The arguments of `# @auth` that the user chose. An undefined item is a tab stop; undefined if the user cancelled. */
async function wordsOf(
  { kind, words }: AuthChoice,
  { known, block }: WrittenRequest,
  secrets: SecretStore,
): Promise<readonly (string | undefined)[] | undefined> {
  if (kind === 'oauth2') {
    const ids = [...known.look(block).scope.auths.ids()];
    if (ids.length === 0) return [undefined];
    const id = await vscode.window.showQuickPick(ids, { title: t('Req: Add Auth'), placeHolder: t('Select the configuration') });
    return id === undefined ? undefined : [id];
  }
  const written: (string | undefined)[] = [];
  for (const { summary, secret } of words) {
    const word = secret === undefined ? undefined : await chooseSecret(secret, summary, known.collection.root, secrets);
    if (secret !== undefined && word === undefined) return undefined;
    written.push(word);
  }
  return written;
}

/** `{{$secret.NAME}}` of a stored secret, or of a new one that the user may store now. Undefined if the user cancelled. */
async function chooseSecret(usual: string, summary: string, root: string, secrets: SecretStore): Promise<string | undefined> {
  const title = t('Req: Add Auth');
  const stored = secrets.namesIn(root);
  const add = { label: `$(add) ${t('New secret…')}`, name: undefined };
  const items = [...stored.map((name) => ({ label: name, description: t('stored'), name })), add];
  const chosen = stored.length === 0 ? add : await vscode.window.showQuickPick(items, { title, placeHolder: summary });
  if (chosen === undefined) return undefined;
  if (chosen.name !== undefined) return `{{$secret.${chosen.name}}}`;
  const name = await vscode.window.showInputBox({
    title,
    value: usual,
    prompt: t('{0} Name of its secret: NAME in {{$secret.NAME}}', summary),
    validateInput: (text) => (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(text) ? undefined : t('Use letters, digits, _, - and $.')),
  });
  if (name === undefined) return undefined;
  const later = { label: t('Ask When Sending'), description: t('stores nothing now') };
  const now = { label: t('Store Its Value Now…'), description: t('in the secret storage, for this collection') };
  const when = stored.includes(name)
    ? later
    : await vscode.window.showQuickPick([now, later], { title, placeHolder: `{{$secret.${name}}}` });
  if (when === undefined) return undefined;
  if (when === now) await askSecret(secrets, { name, root });
  return `{{$secret.${name}}}`;
}

interface FormChoice extends vscode.QuickPickItem {
  readonly form: FormKind;
  readonly isFile: boolean;
}

/** *Add Form Field or File…*: extends the form in the body, or creates one. */
export async function addFormField({ surroundings }: Services, uri: unknown, line: unknown): Promise<void> {
  const request = await writtenRequest(surroundings, uri, line);
  if (request === undefined) return;
  const { known, block } = request;
  const form = formOf(block);
  if (form === 'other')
    throw new ReqError(
      'usage',
      t('The body of this request is not a form, or its boundary is missing. Change Content-Type, or empty the body.'),
    );
  const field: FormChoice = {
    label: `$(symbol-field) ${t('Field')}`,
    description: formTypes.urlencoded,
    form: 'urlencoded',
    isFile: false,
  };
  const part: FormChoice = { label: `$(symbol-field) ${t('Field')}`, description: formTypes.multipart, form: 'multipart', isFile: false };
  const file: FormChoice = { label: `$(file) ${t('File…')}`, description: formTypes.multipart, form: 'multipart', isFile: true };
  const choices = form === 'none' ? [field, part, file] : [part, file];
  const chosen =
    form === 'urlencoded'
      ? field
      : await vscode.window.showQuickPick(choices, { title: t('Req: Add Form Field or File'), placeHolder: t('Select what to add') });
  if (chosen === undefined) return;
  const chosenPath = chosen.isFile ? await choosePath(known.file) : undefined;
  if (chosen.isFile && chosenPath === undefined) return;
  const boundary = `req-${randomBytes(6).toString('hex')}`;
  const what = chosenPath === undefined ? ({ kind: 'field' } as const) : ({ kind: 'file', path: chosenPath } as const);
  await insertSnippet(request, formSnippet(known.tree, block, chosen.form, what, boundary));
}

/** A file that the user chooses, relative to the folder of the request file. */
async function choosePath(file: string): Promise<string | undefined> {
  const folder = folderOf(file);
  const [uri] = (await vscode.window.showOpenDialog({ title: t('File to Send'), openLabel: t('Add') })) ?? [];
  if (uri === undefined) return undefined;
  const relative = path.relative(folder, pathOf(uri)).replaceAll('\\', '/');
  return relative.startsWith('../') || path.isAbsolute(relative) ? relative : `./${relative}`;
}
