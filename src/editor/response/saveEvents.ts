import * as vscode from 'vscode';
import fs from 'node:fs/promises';
import { eventLine } from '../../base/eventLine.ts';
import { t } from '../../base/l10n.ts';
import { fileName, folderFor } from './bodyActions.ts';
import type { EventRows } from './eventRows.ts';
import type { RunRecord } from './runRecord.ts';

/** Events and octets that are written at once. */
const sliceEvents = 250;
const blockSize = 1024 * 1024;

/** Octets that are written before anybody could give up. */
const quickSize = 8 * 1024 * 1024;

/** What is written, piece by piece, and how much of the whole each piece is (0 to 1). */
type Pieces = Generator<{ readonly octets: Uint8Array; readonly part: number }>;
type Told = (part: number) => void;

/**
 * Saves a stream where a person says.
 * @param as events as lines of JSON, secrets hidden; or the octets exactly as they came
 * @param rows those that a filter has let through; undefined for all
 */
export async function saveEvents(record: RunRecord, as: 'jsonl' | 'octets', rows: EventRows | undefined): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folderFor(record.uri), `${fileName(record)}.${as === 'jsonl' ? 'jsonl' : 'txt'}`),
    title: as === 'jsonl' ? t('Save the events') : t('Save the stream'),
  });
  if (target === undefined) return;
  const pieces = as === 'octets' ? octetsOf(record) : linesOf(record, rows);
  const title = as === 'jsonl' ? t('Saving the events') : t('Saving the stream');
  const size = (record.octets?.size ?? 0) * (rows === undefined ? 1 : rows.length / Math.max(1, record.events.total));
  const { Notification, Window } = vscode.ProgressLocation;
  // What goes to another machine may take long however small it is.
  const location = size > quickSize || target.scheme !== 'file' ? Notification : Window;
  const saved = await vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const told = (part: number): void => progress.report({ increment: part * 100 });
    return target.scheme === 'file' ? writeFile(target.fsPath, pieces, told, token) : writeElsewhere(target, pieces, told, token);
  });
  if (saved) void vscode.window.setStatusBarMessage(`$(check) ${t('Saved {0}', vscode.workspace.asRelativePath(target))}`, 3000);
}

/** All events, or those that a filter has let through, as lines of JSON. */
export function* linesOf({ events, stream }: RunRecord, rows: EventRows | undefined): Pieces {
  const total = rows?.length ?? events.total;
  if (rows !== undefined) {
    for (const slice of rows.slices())
      yield { octets: Buffer.from(slice.map((e) => `${eventLine(e)}\n`).join('')), part: slice.length / total };
    return;
  }
  for (let at = stream.events.first; at < total;) {
    const page = events.page(at, Math.min(sliceEvents, total - at));
    if (page.length === 0) return;
    at += page.length;
    yield { octets: Buffer.from(page.map((e) => `${eventLine(e)}\n`).join('')), part: page.length / total };
  }
}

function* octetsOf({ octets }: RunRecord): Pieces {
  if (octets === undefined) return;
  const { size } = octets;
  for (let at = 0; at < size; at += blockSize) yield { octets: octets.read(at, Math.min(size, at + blockSize)), part: blockSize / size };
}

/** False where the person gave up: then the file is as it was. */
async function writeElsewhere(target: vscode.Uri, pieces: Pieces, told: Told, token: vscode.CancellationToken): Promise<boolean> {
  const all: Uint8Array[] = [];
  for (const { octets, part } of pieces) {
    all.push(octets);
    told(part);
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return false;
  }
  await vscode.workspace.fs.writeFile(target, Buffer.concat(all));
  return true;
}

/** The same for a file of this machine, of whatever size. */
async function writeFile(target: string, pieces: Pieces, told: Told, token: vscode.CancellationToken): Promise<boolean> {
  // Beside it, so that a file that is there stays as it is until all is written.
  const beside = `${target}.part`;
  let isWhole = false;
  try {
    const file = await fs.open(beside, 'w');
    try {
      for (const { octets, part } of pieces) {
        if (token.isCancellationRequested) return false;
        await file.writeFile(octets);
        told(part);
      }
    } finally {
      await file.close();
    }
    if (token.isCancellationRequested) return false;
    await fs.rename(beside, target);
    isWhole = true;
  } finally {
    if (!isWhole) await fs.rm(beside, { force: true });
  }
  return true;
}
