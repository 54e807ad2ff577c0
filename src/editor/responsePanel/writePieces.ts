import * as vscode from 'vscode';
import { writeChosen } from '../world/fileWriting.ts';
import { writeFile, type Pieces, type Told } from '../../response/bodyText/filePieces.ts';

/** Bytes that are written before anybody could give up. */
const quickSize = 8 * 1024 * 1024;

/**
 * Writes a file, with progress; what may take a while can be cancelled.
 * @param size bytes, about
 * @returns false where the person gave up: then the file is as it was
 */
export async function writePieces(target: vscode.Uri, pieces: Pieces, title: string, size: number): Promise<boolean> {
  const { Notification, Window } = vscode.ProgressLocation;
  // What goes to another machine may take long however small it is.
  const location = size > quickSize || target.scheme !== 'file' ? Notification : Window;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const told = (part: number): void => progress.report({ increment: part * 100 });
    return target.scheme === 'file' ? writeFile(target.fsPath, pieces, told, token) : writeElsewhere(target, pieces, told, token);
  });
}

/** To where no part of a file can be written. */
async function writeElsewhere(target: vscode.Uri, pieces: Pieces, told: Told, token: vscode.CancellationToken): Promise<boolean> {
  const all: Uint8Array[] = [];
  for (const { bytes, part } of pieces) {
    all.push(bytes);
    told(part);
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return false;
  }
  await writeChosen(target, Buffer.concat(all));
  return true;
}
