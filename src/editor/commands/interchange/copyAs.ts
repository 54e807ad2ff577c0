import { showDone } from '../../showDone.ts';
import * as vscode from 'vscode';
import { createFinder } from '../../../base/masks/mask.ts';
import { t } from '../../../base/l10n.ts';
import type { RequestSummary } from '../../../language/index.ts';
import { chooseSecrets } from '../../secrets/chooseSecrets.ts';
import { harExchanges } from '../../../response/record/harOfRecord.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Known } from '../../world/editorSurroundings.ts';
import { loadExport, requestToExport } from './toExport.ts';

/**
 * Copies a request as another client or language would send it. `to` is an export target from a key binding. Asks whether to copy secrets.
 */
export async function copyAs(runs: Runs, known: Known, request: RequestSummary, to?: unknown): Promise<void> {
  const { exportRequests, exportTargets } = await loadExport();
  const targets = exportTargets.map(({ id, label }) => ({ label, id }));
  const named = targets.find(({ id }) => id === to);
  const target =
    named ?? (await vscode.window.showQuickPick(targets, { title: t('Copy Request as…'), placeHolder: t('Client or language') }));
  if (target === undefined) return;
  const names = new Map<string, string>();
  const one = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: t('Copy as {0}', target.label) }, () =>
    requestToExport(runs, known, request, names, new AbortController().signal),
  );
  if (one === undefined) return;
  const written = (plain: boolean) => exportRequests(target.id, [one], { plain, names, finderOf: createFinder });
  const hidden = written(false);
  const textOf = ({ parts }: typeof hidden): string => parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  if (hidden.parts.some((p) => p.kind === 'file')) {
    void vscode.window.showInformationMessage(t('The body contains a file, which cannot be copied as text. Write it with req export raw.'));
    return;
  }
  const label = hidden.variables.length > 0 ? t('Copy with Environment Variables instead') : undefined;
  const text = await chooseSecrets(t('This request contains secrets'), textOf(written(true)), textOf(hidden), label);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  if (hidden.notes.length > 0) void vscode.window.showWarningMessage(hidden.notes.join(' '));
  else showDone(t('The request was copied as {0}', target.label));
}

/** Copies what was sent and received, including redirects, as an HTTP Archive without secrets. */
export async function copyExchangeAsHar(record: RunRecord): Promise<void> {
  const exchanges = harExchanges(record);
  if (exchanges.length === 0) return void vscode.window.showInformationMessage(t('Nothing was sent, so there is nothing to copy.'));
  const { harOf } = await loadExport();
  await vscode.env.clipboard.writeText(harOf(exchanges));
  showDone(t('The exchange was copied as HAR'));
}
