import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { identify, requestAt } from '../../language/index.ts';
import type { RequestTreeNode } from '../../language/onDemand.ts';
import { quietly } from '../log/log.ts';
import { toOffset } from '../providers/vscodeRanges.ts';
import { fileOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { isRequestDocument } from '../world/httpFiles.ts';
import type { RequestRows } from './requestRows.ts';

/** Milliseconds without a movement of the cursor before its request is revealed. */
const calm = 150;

/** Milliseconds after which a row counts as revealed, so that no command waits for VS Code forever. */
const patience = 2000;

/** Milliseconds until a row that VS Code does not have yet is tried again. */
const pause = 50;

export interface EditorFollower extends vscode.Disposable {
  /** Runs work while no row is being revealed, because that changes the selection. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>;
}

/** Selects the request at the cursor while the view is visible. Does nothing with `explorer.autoReveal: false`, as in the Explorer. */
export function followEditor(view: vscode.TreeView<RequestTreeNode>, rows: RequestRows, surroundings: Surroundings): EditorFollower {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** The file of the editor had no row yet, as after it was renamed. */
  let isMissed = false;
  const undisturbed = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void quietly('revealing the request', () => undisturbed(reveal));
    }, calm);
  };
  // Rows that are updated all the time, as by a run, must not put it off forever.
  const whenRowsChange = (): void => {
    if (isMissed && timer === undefined) soon();
  };
  const reveal = async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const wanted = vscode.workspace.getConfiguration('explorer').get<boolean | string>('autoReveal');
    const isFollowed = view.visible && editor !== undefined && isRequestDocument(editor.document) && wanted !== false;
    // Also while it is looked for, because its row may come after the files were listed.
    isMissed = isFollowed;
    const node = isFollowed ? await nodeAtCursor(editor, rows, surroundings) : undefined;
    isMissed = isFollowed && node === undefined;
    if (node === undefined || !view.visible || view.selection.length > 1) return;
    await revealRow(view, node, { focus: false });
  };
  const listening = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(soon),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor === vscode.window.activeTextEditor && soon()),
    rows.onDidChangeFilter(soon),
    rows.onDidChangeTreeData(whenRowsChange),
    view.onDidChangeVisibility(({ visible }) => visible && soon()),
    { dispose: () => clearTimeout(timer) },
  );
  return { undisturbed, dispose: () => listening.dispose() };
}

/** Selects a row. Ends without it where VS Code does not find the row. */
export async function revealRow(
  view: vscode.TreeView<RequestTreeNode>,
  node: RequestTreeNode,
  { focus }: { readonly focus: boolean },
): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await Promise.race([view.reveal(node, { select: true, focus }), wait(patience)]);
    } catch {
      // VS Code reads changed rows some time after the change, and rejects new ones until then.
      if (Date.now() > end) return;
      await wait(pause);
    }
  }
}

/** The row of the request at the cursor, or of its file. */
async function nodeAtCursor(
  { document, selection }: vscode.TextEditor,
  rows: RequestRows,
  surroundings: Surroundings,
): Promise<RequestTreeNode | undefined> {
  const file = await rows.fileNode(fileOf(document));
  if (file === undefined) return undefined;
  const tree = surroundings.tree(document);
  const request = requestAt(tree, toOffset(tree, selection.active));
  if (request === undefined) return file;
  const { key } = identify(tree, request);
  return (await rows.requestsOf(file)).find((n) => n.key === key) ?? file;
}
