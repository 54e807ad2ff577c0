import * as vscode from 'vscode';
import { readUri } from '../world/editorFiles.ts';
import { quietly } from '../log/log.ts';

/** Gives the place of the documentation that a diagnostic's id leads to; undefined where there is none. */
export type PageOf = (id: string) => vscode.Uri | undefined;

/** Reads where in `docs/diagnostics.md`, which comes with the extension, each id has its section. */
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
