import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Whether somebody is there to answer. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks at the terminal, on standard error; `hidden` shows nothing of the answer. Undefined where the person gave up (Ctrl+C, Ctrl+D). */
export function ask(label: string, hidden: boolean): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
    let answer: string | undefined;
    lines.once('close', () => {
      if (hidden || answer === undefined) process.stderr.write('\n');
      resolve(answer);
    });
    lines.once('SIGINT', () => lines.close());
    if (hidden) process.stderr.write(`${label}: `);
    lines.question(hidden ? '' : `${label}: `, (text) => {
      answer = text;
      lines.close();
    });
  });
}
