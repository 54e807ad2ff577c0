import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { homedir } from 'node:os';
import { t } from '../../base/l10n.ts';
import type { BodyReader } from '../../runner/index.ts';
import { writeChosen } from '../world/fileWriting.ts';
import { fileExtension } from '../../response/bodyText/fileExtension.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { bytePieces } from '../../response/bodyText/filePieces.ts';
import { writePieces } from './writePieces.ts';

const scheme = 'req-response';

/** Read-only documents that show bodies in a normal editor. Texts are in `open`, by the query of the URI. */
export function bodyDocuments(): { readonly manager: vscode.Disposable; readonly open: Map<string, string> } {
  const open = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => open.get(uri.query) ?? `${t('This response is no longer available. Send the request again.')}\n`,
  });
  const closing = vscode.workspace.onDidCloseTextDocument((d) => {
    if (d.uri.scheme === scheme) open.delete(d.uri.query);
  });
  return { manager: vscode.Disposable.from(provider, closing), open };
}

export const fileName = (record: RunRecord): string =>
  (record.request.title || 'response').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60) || 'response';

export const responseDocument = (name: string, key: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${name}`, query: key });

/** Opens a body in an editor of its language, secrets masked. */
export async function openBody(record: RunRecord, open: Map<string, string>): Promise<void> {
  const { body } = record;
  if (body === undefined || (await savedInstead(record, 'open'))) return;
  const isBinary = body.view === 'hex' || body.view === 'image';
  open.set(record.id, isBinary ? body.lines('hex', 0, 200_000).join('\n') : body.text());
  const uri = responseDocument(`${fileName(record)}.${isBinary ? 'hex.txt' : fileExtension(mediaTypeOf(record), body.view)}`, record.id);
  await vscode.window.showTextDocument(uri, { preview: true });
}

/**
 * The folder of a file in save dialogs: its workspace folder, else its own folder. For a file that is not on disk, the first workspace
 * folder or the home folder.
 */
export function folderFor(uri: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder !== undefined) return folder;
  return uri.scheme === 'file'
    ? vscode.Uri.joinPath(uri, '..')
    : (vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir()));
}

/** The detected media type, which may differ from `Content-Type`. */
const mediaTypeOf = (record: RunRecord): string => record.preview?.content.mediaType ?? '';

/** Maximum bytes of a body that is written in one call. */
const quickSize = 1024 * 1024;

/** Returns false if the user cancelled. */
async function writeBytes(target: vscode.Uri, bytes: BodyReader): Promise<boolean> {
  if (target.scheme !== 'file' || bytes.size > quickSize)
    return writePieces(target, bytePieces(bytes), t('Saving the response'), bytes.size);
  await writeChosen(target, bytes.read(0, bytes.size));
  return true;
}

/** For a body that is too large for text, offers to save it and returns true. */
export async function savedInstead(record: RunRecord, what: string): Promise<boolean> {
  if (record.body?.isLarge !== true) return false;
  const save = t('Save…');
  const answer = await vscode.window.showWarningMessage(
    what === 'open' ? t('The response is too large to open in an editor.') : t('The response is too large to copy.'),
    save,
  );
  if (answer === save) await saveBody(record);
  return true;
}

/** Writes the received bytes of a body to a file. */
export async function saveBody(record: RunRecord): Promise<void> {
  if (record.body === undefined) return;
  const name = `${fileName(record)}.${fileExtension(mediaTypeOf(record), record.body.view)}`;
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folderFor(documentUriOf(record.uri)), name),
    title: t('Save Response'),
  });
  if (target === undefined) return;
  const bytes = record.bytes?.share();
  if (bytes === undefined) return void vscode.window.showWarningMessage(t('This response is no longer available. Send the request again.'));
  const lost = bytes.received - bytes.size;
  try {
    if (!(await writeBytes(target, bytes))) return;
  } finally {
    bytes.release();
  }
  if (lost > 0)
    void vscode.window.showWarningMessage(
      t('{0} contains only the first part of the response. {1} bytes were not stored.', vscode.workspace.asRelativePath(target), lost),
    );
  showDone(t('Saved {0}', vscode.workspace.asRelativePath(target)));
}
