import * as vscode from 'vscode';
import { t } from '../base/l10n.ts';
import { ReqError } from '../base/reqError.ts';

/** A file to write. */
export interface FileToWrite {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/**
 * Writes files so that each is there as a whole or not at all, and none of them where one cannot be written: the texts go into
 * temporary files beside, which then take their names. Throws ReqError, which says what was written.
 */
export async function writeAll(files: readonly FileToWrite[]): Promise<void> {
  const { fs } = vscode.workspace;
  const waiting: { readonly temporary: vscode.Uri; readonly uri: vscode.Uri }[] = [];
  const done: vscode.Uri[] = [];
  let at: vscode.Uri | undefined;
  try {
    for (const { uri, text } of files) {
      at = uri;
      const folder = vscode.Uri.joinPath(uri, '..');
      await fs.createDirectory(folder);
      const temporary = vscode.Uri.joinPath(folder, `.req-${Date.now()}-${waiting.length}.tmp`);
      waiting.push({ temporary, uri });
      await fs.writeFile(temporary, new TextEncoder().encode(text));
    }
    for (const { temporary, uri } of waiting) {
      at = uri;
      await fs.rename(temporary, uri, { overwrite: false });
      done.push(uri);
    }
  } catch (e) {
    for (const { temporary } of waiting) await Promise.resolve(fs.delete(temporary)).catch(() => undefined);
    const name = at === undefined ? '' : vscode.workspace.asRelativePath(at);
    const why = e instanceof Error ? e.message : String(e);
    throw new ReqError(
      'usage',
      done.length === 0
        ? t('{0} cannot be written: {1}. Nothing was written.', name, why)
        : t(
            '{0} cannot be written: {1}. Written before that: {2}.',
            name,
            why,
            done.map((u) => vscode.workspace.asRelativePath(u)).join(', '),
          ),
      { cause: e },
    );
  }
}
