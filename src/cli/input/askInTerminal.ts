import { Writable } from 'node:stream';
import { visibleText } from '../../base/text/visible.ts';

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

interface Asking {
  /** Does not echo the answer. */
  readonly hidden?: boolean;
  /** Default answer, shown in brackets. */
  readonly earlier?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Prompts on standard error. Undefined if the user pressed Ctrl+D, or the signal aborted. Ctrl+C aborts as usual. */
export async function ask(label: string, { hidden = false, earlier, signal }: Asking = {}): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const question = `${visibleText(label)}${earlier === undefined || earlier === '' ? '' : ` [${visibleText(earlier)}]`}: `;
  const { createInterface } = await import('node:readline');
  if (signal?.aborted === true) return undefined;
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
    const close = (): void => lines.close();
    let answer: string | undefined;
    lines.once('close', () => {
      signal?.removeEventListener('abort', close);
      if (hidden || answer === undefined) process.stderr.write('\n');
      resolve(answer === '' ? (earlier ?? '') : answer);
    });
    // The terminal sends no signal while a line is edited, but the key ends the command, not only this question.
    lines.once('SIGINT', () => {
      if (!process.emit('SIGINT', 'SIGINT')) close();
    });
    signal?.addEventListener('abort', close);
    if (hidden) process.stderr.write(question);
    lines.question(hidden ? '' : question, (text) => {
      answer = text;
      lines.close();
    });
  });
}
