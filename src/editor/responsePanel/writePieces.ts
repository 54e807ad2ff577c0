import * as vscode from 'vscode';
import { writeChosen } from '../world/fileWriting.ts';
import { writeFile, type Pieces, type Report } from '../../response/bodyText/filePieces.ts';

/** Above this size in bytes, progress is shown as a notification that can be cancelled. */
const quickSize = 8 * 1024 * 1024;

/**
 * Writes a file with progress.
 * @param size approximate size in bytes
 * @returns false if the user cancelled; the file is then unchanged
 */
export async function writePieces(target: vscode.Uri, pieces: Pieces, title: string, size: number): Promise<boolean> {
  const { Notification, Window } = vscode.ProgressLocation;
  // Remote file systems may be slow even for small files.
  const location = size > quickSize || target.scheme !== 'file' ? Notification : Window;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const report = (part: number): void => progress.report({ increment: part * 100 });
    return target.scheme === 'file' ? writeFile(target.fsPath, pieces, report, token) : writeElsewhere(target, pieces, report, token);
  });
}

/** Writes the whole file at once, for file systems that cannot write parts. */
async function writeElsewhere(target: vscode.Uri, pieces: Pieces, report: Report, token: vscode.CancellationToken): Promise<boolean> {
  const all: Uint8Array[] = [];
  for (const { bytes, part } of pieces) {
    all.push(bytes);
    report(part);
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return false;
  }
  await writeChosen(target, Buffer.concat(all));
  return true;
}
