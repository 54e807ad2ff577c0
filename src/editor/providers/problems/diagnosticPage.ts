import * as vscode from 'vscode';
import { readUri } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';

/** The documentation of a diagnostic id; undefined if there is none. */
export type PageOf = (id: string) => vscode.Uri | undefined;

/** Reads the sections of the bundled `docs/diagnostics.md`. */
export async function diagnosticPage(extensionUri: vscode.Uri): Promise<PageOf> {
  const page = vscode.Uri.joinPath(extensionUri, 'docs', 'diagnostics.md');
  const lines = new Map<string, number>();
  await quietly('the page about diagnostics', async () => {
    const text = new TextDecoder().decode(await readUri(page));
    for (const [i, line] of text.split(/\r?\n/).entries()) if (line.startsWith('## ')) lines.set(line.slice(3).trim(), i + 1);
  });
  return (id) => {
    const line = lines.get(id);
    return line === undefined ? undefined : page.with({ fragment: `L${line}` });
  };
}
