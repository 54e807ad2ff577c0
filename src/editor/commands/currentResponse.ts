import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Services } from '../services.ts';
import { offerFile } from './newCollection.ts';

/** Calls `work` with the run of the current response; without a body, a message says that there is none. */
export async function withResponse({ panels }: Services, work: (record: RunRecord) => unknown): Promise<void> {
  const { record } = panels;
  if (record?.body === undefined) void vscode.window.showInformationMessage(t('There is no response yet.'));
  else await work(record);
}

/** Reveals the panel that was used last; before the first response, offers a new file. */
export function showResponse({ panels }: Services): void {
  if (!panels.reveal()) void offerFile(t('Nothing has been sent yet. Click Send above a request in a .req file.'));
}

/** Opens the search in the body's text. */
export const findInBody = ({ panels }: Services): unknown => panels.reveal() && panels.current?.findInBody();

/** Pins the current panel, or unpins it. */
export const togglePin = ({ panels }: Services): void => panels.current?.pin(!panels.current.isPinned);
