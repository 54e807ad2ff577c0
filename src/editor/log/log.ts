import * as vscode from 'vscode';

let channel: vscode.LogOutputChannel | undefined;

/** Req's own log; never holds a request's or response's text. */
export function log(): vscode.LogOutputChannel {
  channel ??= vscode.window.createOutputChannel('Req', { log: true });
  return channel;
}

/** Runs work whose failure must not reach a person who only looks or types: it is logged. */
export async function quietly<T>(what: string, work: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof vscode.CancellationError)) log().error(`${what}: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}`);
    return undefined;
  }
}

/** Runs what a person asked for, whose failure is always shown. */
export async function reportErrors<T>(work: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    log().error(e instanceof Error ? e : String(e));
    void vscode.window.showErrorMessage(`Req: ${e instanceof Error ? e.message : String(e)}`);
    return undefined;
  }
}
