import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import { findAgain, identify, isForeign, listRequests, type RequestIdentity } from '../../language/index.ts';
import { moveRequests, type MoveEffects, type RequestNode } from '../../language/onDemand.ts';
import type { CommandId } from '../commands/contributions.ts';
import { factsOf, pathOf, uriOf } from '../world/editorFiles.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { applyEdits, renameFiles } from './applyEdits.ts';
import { titleOfNode } from './requestTreeItems.ts';

/** A place in a file: before a request, or the end. */
export interface Place {
  readonly file: string;
  /** The key of the request below the place; undefined for the end of the file. */
  readonly before: string | undefined;
}

/** Whether one of the files belongs to another client and so is not edited. If so, shows a message that offers to convert it. */
export function isRefused(files: readonly string[]): boolean {
  const foreign = files.find(isForeign);
  if (foreign !== undefined) void offerConversion(uriOf(foreign));
  return foreign !== undefined;
}

async function offerConversion(uri: vscode.Uri): Promise<void> {
  const convert = t('Convert to .req…');
  const text = t('{0} is read as it is. Convert it to .req to edit its requests here.', vscode.workspace.asRelativePath(uri));
  const command: CommandId = 'req.convertHttp';
  if ((await vscode.window.showInformationMessage(text, convert)) === convert) await vscode.commands.executeCommand(command, uri);
}

/** Moves requests to a place, with their references. Asks for confirmation if the move changes the sent requests. */
export async function moveTo(surroundings: Surroundings, nodes: readonly RequestNode[], place: Place): Promise<void> {
  if (isRefused([place.file, ...nodes.map((n) => n.file.path)])) return;
  for (const file of new Set(nodes.map((n) => n.file.path)))
    await moveFrom(
      surroundings,
      file,
      nodes.filter((n) => n.file.path === file),
      place,
    );
}

async function moveFrom(surroundings: Surroundings, file: string, nodes: readonly RequestNode[], place: Place): Promise<void> {
  const from = await viewOf(surroundings, file);
  const to = place.file === file ? from : await viewOf(surroundings, place.file);
  const keys = new Set(nodes.map((n) => n.key));
  const requests = listRequests(from.tree).filter((r) => keys.has(identify(from.tree, r).key));
  const before = listRequests(to.tree).find((r) => identify(to.tree, r).key === place.before)?.block;
  const move = moveRequests({ from, blocks: requests.map((r) => r.block), to, before });
  if (move.kind === 'nothing') return;
  const title = requests.length === 1 && nodes[0] !== undefined ? titleOfNode(nodes[0]) : undefined;
  if (!(await agreed(title, requests.length, to, move.effects))) return;
  // Other programs may have changed the files while the user was asked.
  await applyEdits(surroundings, move.files, (path) => (path === file ? from : to).tree.text);
  for (const { name, newName } of move.effects.renamed)
    void vscode.window.setStatusBarMessage(`$(check) ${t('{0} is called {1} now', visibleText(name), visibleText(newName))}`, 5000);
}

export async function viewOf(surroundings: Surroundings, file: string): Promise<Known<vscode.TextDocument>> {
  return surroundings.know(await vscode.workspace.openTextDocument(uriOf(file)), 'whole');
}

/** The request of a row in the current text; undefined if it is gone. */
export function requestIn(known: Known, node: RequestNode): ReturnType<typeof findAgain> {
  const identity: RequestIdentity = { key: node.key, title: node.summary.title, index: node.summary.index, count: -1 };
  return findAgain(known.tree, identity);
}

async function agreed(title: string | undefined, count: number, to: Known, effects: MoveEffects): Promise<boolean> {
  const names = (list: readonly string[]): string => list.map(visibleText).join(', ');
  const { missing, needed, dangling, changed } = effects;
  const lines = [
    ...(missing.length === 0 ? [] : [t('Not defined there: {0}.', names(missing))]),
    ...(needed.length === 0 ? [] : [t('Other requests of the file use variables that are defined in it: {0}.', names(needed))]),
    ...(dangling.length === 0 ? [] : [t('References in the other collection will be unresolved: {0}.', names(dangling))]),
    ...(changed.length === 0 || missing.length > 0
      ? []
      : [t('Sent differently there, because the definitions and directives around it differ: {0}.', names(changed))]),
  ];
  if (lines.length === 0) return true;
  const question =
    title === undefined
      ? counted(count, 'Move {0} request to {1}?', 'Move {0} requests to {1}?', to.display(to.file))
      : t('Move {0} to {1}?', visibleText(title), to.display(to.file));
  const move = t('Move');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail: lines.join('\n') }, move)) === move;
}

/** Moves files and folders into a folder, with the Explorer's confirmation. Paths that name them are updated. */
export async function moveFiles(paths: readonly string[], folder: string): Promise<void> {
  const moving = paths.filter((path) => vscode.Uri.joinPath(uriOf(path), '..').path !== uriOf(folder).path && path !== folder);
  if (moving.length === 0) return;
  const targets = moving.map((path) => ({
    from: uriOf(path),
    to: vscode.Uri.joinPath(uriOf(folder), uriOf(path).path.replace(/^.*\//, '')),
  }));
  for (const { to } of targets) {
    if ((await factsOf(to)) === undefined) continue;
    void vscode.window.showErrorMessage(t('{0} exists already. Nothing was moved.', vscode.workspace.asRelativePath(to)));
    return;
  }
  const [only] = targets;
  if (vscode.workspace.getConfiguration('explorer').get('confirmDragAndDrop', true)) {
    const move = t('Move');
    const shown = vscode.workspace.asRelativePath(uriOf(folder));
    const question =
      targets.length === 1 && only !== undefined
        ? t('Move {0} to {1}?', vscode.workspace.asRelativePath(only.from), shown)
        : counted(targets.length, 'Move {0} file to {1}?', 'Move {0} files to {1}?', shown);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, move)) !== move) return;
  }
  await renameFiles(targets, t('The files could not be moved to {0}.', pathOf(uriOf(folder))));
}
