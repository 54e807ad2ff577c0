import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { LastRuns } from '../../src/editor/requests/lastRuns.ts';
import { RequestCommands } from '../../src/editor/requests/requestCommands.ts';
import { RequestDrag } from '../../src/editor/requests/requestDrag.ts';
import { RequestRows } from '../../src/editor/requests/requestRows.ts';
import type { RequestTreeNode } from '../../src/language/onDemand.ts';
import type { FinishedRun } from '../../src/response/record/finishedRun.ts';
import { makeSurroundings } from './testSurroundings.ts';

/** The rows of the view without VS Code's own tree. */
export function openRows(lastRuns?: LastRuns) {
  const around = makeSurroundings();
  const { surroundings, active } = around;
  const finished = new vscode.EventEmitter<FinishedRun>();
  const last = lastRuns ?? new LastRuns({ onDidFinish: finished.event }, async () => []);
  const view = { description: '', message: '', visible: true } as unknown as vscode.TreeView<RequestTreeNode>;
  const rows = new RequestRows({ surroundings, active, last, view: () => view });
  const made = vscode.Disposable.from(rows, last, finished, around);
  const commands = new RequestCommands(surroundings, rows);
  return { rows, view, surroundings, active, commands, drag: new RequestDrag(surroundings, rows), dispose: () => void made.dispose() };
}

export type Opened = ReturnType<typeof openRows>;

/** The row at the end of a path of labels. */
export async function rowAt({ rows }: Opened, ...labels: readonly string[]): Promise<RequestTreeNode> {
  let node: RequestTreeNode | undefined;
  for (const label of labels) {
    const children = await rows.getChildren(node);
    node = children.find((child) => labelOf(rows, child) === label);
    assert.ok(node, `${label} is not among ${children.map((c) => labelOf(rows, c)).join(', ')}`);
  }
  assert.ok(node);
  return node;
}

export function labelOf(rows: RequestRows, node: RequestTreeNode): string {
  const { label, resourceUri } = rows.getTreeItem(node);
  return typeof label === 'string' ? label : path.basename(resourceUri?.fsPath ?? '');
}

export const labelsIn = async ({ rows }: Opened, node: RequestTreeNode): Promise<readonly string[]> =>
  (await rows.getChildren(node)).map((child) => labelOf(rows, child));
