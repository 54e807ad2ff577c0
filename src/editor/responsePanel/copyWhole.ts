import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { chooseSecrets } from '../secrets/chooseSecrets.ts';
import { savedInstead } from './bodyActions.ts';
import type { EventRows } from '../../response/stream/eventRows.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { linesOf } from './saveEvents.ts';

/** Maximum bytes of copied events. */
const longestCopy = 32 * 1024 * 1024;

/** Copies a body as text. Asks whether to copy secrets. */
export async function copyBody(record: RunRecord): Promise<void> {
  if (record.body === undefined || (await savedInstead(record, 'copy'))) return;
  await copy(record.body.original(), record.body.text());
}

export async function copyChosen(record: RunRecord): Promise<void> {
  const chosen = await record.text?.chosen();
  if (chosen === null || chosen === undefined) return;
  if (chosen.plain === null || chosen.shown === null) return tooLarge(t('The matches of the filter are too large to copy.'));
  await copy(chosen.plain, chosen.shown);
}

/**
 * Copies events as JSON lines, secrets masked.
 * @param rows the events that match the filter; undefined for all
 */
export async function copyEvents(record: RunRecord, rows: EventRows | undefined): Promise<void> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const { bytes } of linesOf(record, rows)) {
    if ((size += bytes.length) > longestCopy) return tooLarge(t('The events are too large to copy. Save them instead.'));
    pieces.push(bytes);
    // Let other work run between many events.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const lines = Buffer.concat(pieces).toString();
  await vscode.env.clipboard.writeText(lines);
  showDone(counted(lines.split('\n').length - 1, '{0} event was copied', '{0} events were copied'));
}

async function copy(plain: string, shown: string): Promise<void> {
  const text = await chooseSecrets(t('This response contains secrets'), plain, shown);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  showDone(t('The response was copied'));
}

const tooLarge = (why: string): void => void vscode.window.showWarningMessage(why);
