import { Writable } from 'node:stream';
import { visibleText } from '../../base/text/visible.ts';

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

interface Asking {
  /** Does not echo the answer. */
  readonly hidden?: boolean;
  /** Default answer, shown in brackets. */
  readonly earlier?: string | undefined;
}

/** Questions at the terminal, one after another. Between them, nothing that is typed is shown, and lines pasted together answer the next ones. */
export interface Questions {
  /** Prompts on standard error. Undefined if the user pressed Ctrl+D, or the signal aborted. Ctrl+C aborts as usual. */
  ask(label: string, asking?: Asking): Promise<string | undefined>;
  close(): void;
}

/** Must be closed: until then, the terminal reports keys. */
export async function openQuestions(signal?: AbortSignal): Promise<Questions> {
  const { createInterface } = await import('node:readline');
  let isShown = false;
  const echo = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (isShown) process.stderr.write(chunk);
      done();
    },
  });
  // Where readline wraps a long answer.
  Object.defineProperty(echo, 'columns', { get: () => process.stderr.columns });
  // With a history, the next question would show a hidden answer by the key Up.
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 });
  const close = (): void => lines.close();
  const early: string[] = [];
  let isClosed = false;
  let take: ((line: string | undefined) => void) | undefined;
  lines.on('line', (line) => {
    isShown = false;
    if (take === undefined) early.push(line);
    else take(line);
  });
  lines.once('close', () => {
    isClosed = true;
    signal?.removeEventListener('abort', close);
    take?.(undefined);
  });
  // The terminal sends no signal while a line is edited, but the key ends the command, not only this question.
  lines.once('SIGINT', () => {
    if (!process.emit('SIGINT', 'SIGINT')) close();
  });
  // After Ctrl+Z and `fg`, readline leaves the input paused: the command would end, and the shell would get the answer.
  let hiddenQuestion = '';
  lines.on('SIGCONT', () => {
    // Readline does so later, but once the question is shown, the terminal must not show the answer.
    process.stdin.setRawMode(true);
    process.stderr.write(hiddenQuestion);
    lines.resume();
  });
  signal?.addEventListener('abort', close);
  if (signal?.aborted === true) close();

  /** The next line, which may have been typed before. */
  function lineFor(question: string, hidden: boolean): Promise<string | undefined> {
    const known = early.shift();
    if (known !== undefined || hidden) process.stderr.write(question);
    if (known !== undefined) {
      if (!hidden) process.stderr.write(`${visibleText(known)}\n`);
      return Promise.resolve(known);
    }
    isShown = !hidden;
    hiddenQuestion = hidden ? question : '';
    lines.setPrompt(hidden ? '' : question);
    return new Promise((resolve) => {
      take = (line) => {
        // Before the next line of the same paste.
        take = undefined;
        resolve(line);
      };
      lines.prompt(true);
    });
  }

  return {
    async ask(label, { hidden = false, earlier } = {}) {
      if (isClosed) return undefined;
      const question = `${visibleText(label)}${earlier === undefined || earlier === '' ? '' : ` [${visibleText(earlier)}]`}: `;
      const answer = await lineFor(question, hidden);
      if (hidden || answer === undefined) process.stderr.write('\n');
      return answer === '' ? (earlier ?? '') : answer;
    },
    close() {
      close();
      // For example of a key in PEM form, of which the first line was taken.
      const left = early.filter((line) => line.trim() !== '').length;
      if (left > 0) process.stderr.write(`${left} more pasted line${left === 1 ? ' was' : 's were'} not used: an answer is one line.\n`);
    },
  };
}

/** One question; see `Questions`. */
export async function ask(label: string): Promise<string | undefined> {
  const questions = await openQuestions();
  try {
    return await questions.ask(label);
  } finally {
    questions.close();
  }
}
