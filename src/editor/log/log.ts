import * as vscode from 'vscode';

let channel: vscode.LogOutputChannel | undefined;

/** The log of Req. It never contains texts of requests or responses. */
export function log(): vscode.LogOutputChannel {
  channel ??= vscode.window.createOutputChannel('Req', { log: true });
  return channel;
}

/** Runs background work. Errors are logged and not shown. */
export async function quietly<T>(what: string, work: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof vscode.CancellationError)) log().error(`${what}: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}`);
    return undefined;
  }
}

/** Runs work that the user started. Errors are logged and shown. */
export async function reportErrors<T>(work: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    log().error(e instanceof Error ? e : String(e));
    void vscode.window.showErrorMessage(`Req: ${e instanceof Error ? e.message : String(e)}`);
    return undefined;
  }
}
