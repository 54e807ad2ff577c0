import * as vscode from 'vscode';
import { visibleText } from '../../base/visible.ts';

/** Text from outside in the words of an input box: VS Code makes links of `[…](…)` there, even to commands. */
export const inInputBox = (text: string): string => visibleText(text).replaceAll('](', '] (');

/** An input box that closes when the signal aborts. */
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
