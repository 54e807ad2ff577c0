import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { eventLine } from '../../base/events/eventLine.ts';
import { t } from '../../base/l10n.ts';
import { fileName, folderFor } from './bodyActions.ts';
import { bytesOfEvents } from '../../response/stream/eventBytes.ts';
import type { EventRows } from '../../response/stream/eventRows.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { bytePieces, type Pieces } from '../../response/bodyText/filePieces.ts';
import { writePieces } from './writePieces.ts';

/** Events per slice. */
const sliceEvents = 250;

/**
 * Saves a stream to a file that the user chooses.
 * @param as events as JSON lines, secrets masked; or the received bytes
 * @param rows the events that match the filter; undefined for all
 */
export async function saveEvents(record: RunRecord, as: 'jsonl' | 'bytes', rows: EventRows | undefined): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folderFor(documentUriOf(record.uri)), `${fileName(record)}.${as === 'jsonl' ? 'jsonl' : 'txt'}`),
    title: as === 'jsonl' ? t('Save Events') : t('Save Stream'),
  });
  if (target === undefined) return;
  const pieces = as === 'bytes' ? await bytesOf(record, rows) : linesOf(record, rows);
  if (pieces === undefined) return;
  const title = as === 'jsonl' ? t('Saving the events') : t('Saving the stream');
  const size = (record.bytes?.size ?? 0) * (rows === undefined ? 1 : rows.length / Math.max(1, record.events.total));
  const saved = await writePieces(target, pieces, title, size);
  if (saved) showDone(t('Saved {0}', vscode.workspace.asRelativePath(target)));
}

/** All events, or those that match the filter, as JSON lines. */
export function* linesOf({ events, stream }: RunRecord, rows: EventRows | undefined): Pieces {
  const total = rows?.length ?? events.total;
  if (rows !== undefined) {
    for (const slice of rows.slices())
      yield { bytes: Buffer.from(slice.map((e) => `${eventLine(e)}\n`).join('')), part: slice.length / total };
    return;
  }
  for (let at = stream.events.first; at < total;) {
    const page = events.page(at, Math.min(sliceEvents, total - at));
    if (page.length === 0) return;
    at += page.length;
    yield { bytes: Buffer.from(page.map((e) => `${eventLine(e)}\n`).join('')), part: page.length / total };
  }
}

/** The received bytes of the stream, or of the events that match the filter. */
async function bytesOf(record: RunRecord, rows: EventRows | undefined): Promise<Pieces | undefined> {
  const { bytes } = record;
  if (bytes === undefined) return [];
  if (rows === undefined) return bytePieces(bytes);
  const messages = record.replay();
  const head = messages.findLast((message) => message.type === 'head');
  if (head === undefined || head.stream === null) return [];
  // The boundary between two connections is not stored.
  if (messages.some(({ type }) => type === 'seam')) {
    void vscode.window.showWarningMessage(t('This stream was reconnected, so only the whole stream can be saved as received.'));
    return undefined;
  }
  const { createStreamParser } = await import('../../runner/index.ts');
  return bytesOfEvents(bytes, head.stream, createStreamParser, rows.eventNumbers());
}
