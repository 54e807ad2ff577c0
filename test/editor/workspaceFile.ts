import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/** The result of a run as returned by `req.send`. */
export interface Summary {
  readonly outcome: string;
  readonly status: number | null;
  readonly failure: {
    readonly kind: string;
    readonly message: string;
    readonly at?: { readonly file: string; readonly line: number };
  } | null;
}

function folder(): vscode.Uri {
  const first = vscode.workspace.workspaceFolders?.[0];
  if (first === undefined) throw new Error('The tests need a workspace folder.');
  return first.uri;
}

export async function writeFile(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

export async function openFile(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = await writeFile(name, text);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
  if (document.getText() !== text) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
  return document;
}

export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  if (at < 0) throw new Error(`The document holds no ${text}.`);
  return document.positionAt(at);
}

/** Sends the request whose request line contains a text, as its lens does, and waits for its end. */
export async function send(document: vscode.TextDocument, requestLine: string): Promise<Summary> {
  const line = positionOf(document, requestLine).line;
  return await vscode.commands.executeCommand<Summary>('req.send', document.uri, line);
}

/** The hover's text at an offset from the beginning of a text. */
export async function hoverText(document: vscode.TextDocument, text: string, behind = 3): Promise<string> {
  const position = positionOf(document, text).translate(0, behind);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
  return hovers.flatMap((h) => h.contents.map((c) => (typeof c === 'string' ? c : c.value))).join('\n');
}

/**
 * Returns a code action at a text. Requests the actions again if it is missing: VS Code drops the commands of actions 100 ms after
 * computing them, so they may be absent on a busy machine.
 * @param resolved the number of actions whose edits VS Code resolves
 */
export async function codeAction(
  document: vscode.TextDocument,
  text: string,
  isWanted: (action: vscode.CodeAction) => boolean,
  { kind, resolved }: { readonly kind?: vscode.CodeActionKind; readonly resolved?: number } = {},
): Promise<vscode.CodeAction> {
  const at = positionOf(document, text);
  return await until(`the code action at ${text} is offered`, async () => {
    const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(at, at),
      kind?.value,
      resolved,
    );
    return actions.find(isWanted);
  });
}

/**
 * Titles of the lenses of a document's requests, in order, without icons and without the file's lens. Asks again if lenses come without
 * their commands: VS Code has then asked for new ones before it had those.
 */
export async function lenses(document: vscode.TextDocument): Promise<readonly string[]> {
  const found = await until('the lenses have commands', async () => {
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
    return all.every(({ command }) => command !== undefined && command.title !== '') && all;
  });
  return found
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .map((l) => (l.command?.title ?? '').replace(/\$\([\w-]+\)\s*/g, ''))
    .filter((title) => title !== 'Run file');
}

export const codeOf = ({ code }: vscode.Diagnostic): string | number | undefined => (typeof code === 'object' ? code.value : code);
