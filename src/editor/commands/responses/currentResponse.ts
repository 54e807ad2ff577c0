import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';
import { findAgain } from '../../../language/index.ts';
import type { ActiveRun, ActiveRuns } from '../../sending/activeRuns.ts';
import type { Services } from '../../services.ts';
import { offerFile } from '../newCollection.ts';
import { targetAtCursor, type RequestTarget } from '../requestTarget.ts';

/** Calls `work` with the run of the current response; without a body, shows a message. */
export async function withResponse({ panels }: Services, work: (record: RunRecord) => unknown): Promise<void> {
  const { record } = panels;
  if (record?.body === undefined) void vscode.window.showInformationMessage(t('There is no response yet.'));
  else await work(record);
}

/**
 * Shows the run of the request at the cursor if it is live or a panel shows it, else reveals the panel used last. Before the first
 * response, offers a new file.
 * @param which `last` ignores the cursor; a run's id shows that run; undefined or another type from the palette or a key binding
 */
export async function showResponse({ active, panels, surroundings, history }: Services, which?: unknown): Promise<void> {
  if (typeof which === 'string' && which !== 'last') {
    if (panels.revealRun(which)) return void panels.reveal();
    const record = active.results.record(which)?.share() ?? (await history.find(which));
    if (record === undefined) void vscode.window.showInformationMessage(t('This response is no longer available. Send the request again.'));
    else panels.show(record);
    return;
  }
  const target = which === 'last' ? undefined : targetAtCursor(surroundings);
  const record = target && (runOf(active, target)?.record ?? shownOf(panels.shown, target));
  if (record !== undefined) panels.open(record, { focus: true });
  else if (!panels.reveal()) void offerFile(t('Nothing has been sent yet. Click Send above a request in a .req file.'));
}

export const runOf = (active: ActiveRuns, { text, tree, request }: RequestTarget): ActiveRun | undefined =>
  active.find(active.of(text.uri, tree).get(request.block));

const shownOf = (records: readonly RunRecord[], { text, tree, request }: RequestTarget): RunRecord | undefined =>
  records.find(({ uri, request: of }) => uri.toString() === text.uri.toString() && findAgain(tree, of)?.block === request.block);

export const findInBody = ({ panels }: Services): unknown => panels.reveal() && panels.current?.findInBody();

export const togglePin = ({ panels }: Services): void => panels.current?.pin(!panels.current.isPinned);
