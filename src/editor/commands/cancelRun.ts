import * as vscode from 'vscode';
import type { RequestTreeNode } from '../../language/onDemand.ts';
import { isRunning } from '../history/historyParts.ts';
import { requestTextsOf } from '../providers/fencedDocuments.ts';
import { isNode } from '../requests/requestViews.ts';
import type { Services } from '../services.ts';
import { runOf } from './responses/currentResponse.ts';
import { requestTarget, targetAtCursor } from './requestTarget.ts';

/** Arguments of the key bindings that apply in the history and in the Requests view. */
const selectedInHistory = 'history';
const focusedInRequests = 'requests';

/**
 * Cancels a run: of a lens, of a document (title button), of a row in the history or the Requests view, of the list of running requests, of
 * the active document, or of the active panel. Elsewhere it cancels the only run, or opens the list.
 */
export async function cancelRun(services: Services, of: unknown, line: unknown, runId: unknown): Promise<void> {
  const { active, running, panels, history } = services;
  // If the run of a lens has just ended, the others go on.
  if (typeof runId === 'string') return void active.cancel(runId);
  if (of instanceof vscode.Uri) {
    if (typeof line === 'number') return cancelAt(services, of, line);
    return cancelIn(services, await vscode.workspace.openTextDocument(of));
  }
  if (isNode(of)) return cancelRow(services, of);
  if (of === focusedInRequests) {
    const focused = await services.requestViews.focused();
    if (focused?.kind === 'request') return cancelRow(services, focused);
  }
  const isInHistory = of === selectedInHistory;
  const row = isInHistory ? history.selected : of;
  if (isRunning(row)) return void active.cancel(row.id);
  if (running.cancelInList()) return;
  // A new panel is `active` at first, even if the editor keeps the focus: the editor is asked first.
  const document = vscode.window.activeTextEditor?.document;
  if (!isInHistory && document !== undefined && requestTextsOf(document).length > 0) return cancelIn(services, document);
  const { record } = panels.active ?? {};
  if (!isInHistory && document === undefined && record !== undefined) return void active.cancel(record.id);
  const [only, ...more] = active.all;
  if (only !== undefined && more.length === 0) only.stop.abort();
  else running.open();
}

async function cancelRow(services: Services, node: RequestTreeNode): Promise<void> {
  if (node.kind === 'request') await cancelAt(services, ...(await services.requestViews.placeOf(node)));
}

/** Cancels the run of the request at a line. */
async function cancelAt({ active, surroundings }: Services, uri: vscode.Uri, line: number): Promise<void> {
  const target = await requestTarget(surroundings, uri, line);
  if (target !== undefined) runOf(active, target)?.stop.abort();
}

/** Cancels the run of the request at the cursor, else the newest one of the document. Without any, offers those of other files. */
function cancelIn({ active, surroundings, running }: Services, document: vscode.TextDocument): void {
  const target = vscode.window.activeTextEditor?.document === document ? targetAtCursor(surroundings) : undefined;
  const run = (target && runOf(active, target)) ?? active.inDocument(document.uri).at(-1);
  if (run === undefined) running.open();
  else run.stop.abort();
}

/** Cancels all runs, those of the Test Explorer included. */
export function cancelAllRuns({ testing, active }: Pick<Services, 'testing' | 'active'>): void {
  testing.tests.cancelAll();
  active.cancelAll();
}
