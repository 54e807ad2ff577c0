import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { requestTarget } from './requestTarget.ts';

/** Cancels the run that a lens names, the run of the request at a line, or that of the current response; without one, all runs. */
export async function cancelRun({ active, surroundings, panels }: Services, uri: unknown, line: unknown, runId: unknown): Promise<void> {
  // If the run of a lens has just ended, the others go on.
  if (typeof runId === 'string') return void active.cancel(runId);
  if (uri instanceof vscode.Uri && typeof line === 'number') {
    const target = await requestTarget(surroundings, uri, line);
    const live = target && active.of(target.text.uri, target.tree).get(target.request.block);
    if (live !== undefined) active.cancel(live);
    return;
  }
  const { record } = panels;
  if (record === undefined || !active.cancel(record.id)) active.cancelAll();
}

/** Cancels all runs, those of the Test Explorer included. */
export function cancelAllRuns({ testing, active }: Services): void {
  testing.tests.cancelAll();
  active.cancelAll();
}
