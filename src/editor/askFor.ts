import * as vscode from 'vscode';

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
