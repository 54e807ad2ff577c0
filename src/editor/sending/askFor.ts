import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';

/** Escapes foreign text for an input box: VS Code renders `[…](…)` as a link there, even to commands. */
export const inInputBox = (text: string): string => visibleText(text).replaceAll('](', '] (');

export async function askFor(options: vscode.InputBoxOptions, signal?: AbortSignal): Promise<string | undefined> {
  if (signal?.aborted === true) return undefined;
  const closing = new vscode.CancellationTokenSource();
  const close = (): void => closing.cancel();
  signal?.addEventListener('abort', close);
  try {
    return await vscode.window.showInputBox({ ...options, ignoreFocusOut: true }, closing.token);
  } finally {
    signal?.removeEventListener('abort', close);
    closing.dispose();
  }
}
