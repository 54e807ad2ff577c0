import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { writeTemporary } from '../../files/spool.ts';
import { viewedExtension } from '../../response/bodyText/fileExtension.ts';
import type { Bytes } from '../../response/preview/transferEncoding.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';

/** Bytes per write. */
const blockSize = 4 * 1024 * 1024;
let made = 0;

/**
 * Opens a part of a body (0 is the whole body) with the system's program for its type, after a confirmation: the data is from a server. The
 * temporary file is deleted when the process ends.
 */
export async function openOutside(record: RunRecord, part: number): Promise<void> {
  const { preview } = record;
  const piece = preview?.bytes(part);
  // The type is detected from the bytes, because a name or `Content-Type` may be wrong.
  const extension = piece === undefined ? undefined : viewedExtension(preview?.sniffed(part) ?? '');
  if (preview === undefined || piece === undefined || extension === undefined) {
    return void vscode.window.showWarningMessage(t('This type cannot be opened in another program. Save it instead.'));
  }
  const open = t('Open');
  const answer = await vscode.window.showWarningMessage(
    t('Open this {0} file with the system’s viewer?', extension.toUpperCase()),
    { modal: true, detail: t('The file comes from a server, and another program reads it. It is written to a temporary file unchanged.') },
    open,
  );
  if (answer !== open) return;
  const bytes = record.bytes?.share();
  if (bytes === undefined) return void vscode.window.showWarningMessage(t('This response is no longer available. Send the request again.'));
  let file: string;
  try {
    file = write(piece, extension);
  } finally {
    bytes.release();
  }
  if (!(await vscode.env.openExternal(vscode.Uri.file(file))))
    void vscode.window.showWarningMessage(t('The system has no viewer for this type, or could not start it. Save it instead.'));
}

function write(bytes: Bytes, extension: string): string {
  return writeTemporary(`response-${++made}.${extension}`, blocksOf(bytes));
}

function* blocksOf(bytes: Bytes): Generator<Uint8Array> {
  for (let at = 0; at < bytes.size; at += blockSize) yield bytes.read(at, Math.min(bytes.size, at + blockSize));
}
