import type { Place } from '../../base/reqError.ts';
import { LineIndex } from '../../base/text.ts';
import type { ScriptJob } from './scriptTypes.ts';

/** The name QuickJS knows the user's script by. */
export const scriptName = 'script';

/** What is put before and after the script's text, so that `await` and `return` work at its top. On the first line: only columns shift. */
export const wrapperStart = '(async function () {';
export const wrapperEnd = '\n})';

const frame = /\(?script:(\d+):(\d+)\)?$/;

/** Places within the script's text ↔ places in the file it stands in. */
export class Positions {
  readonly #job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>;

  constructor(job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>) {
    this.#job = job;
  }

  /** Where the script begins. */
  get start(): Place {
    return { file: this.#job.file, line: this.#job.line, column: this.#job.column };
  }

  /** The innermost place of the user's own text in a stack, or undefined where it has none. */
  ofStack(stack: string): Place | undefined {
    for (const line of stack.split('\n')) {
      const found = frame.exec(line);
      if (found !== null) return this.#placeAt(Number(found[1]), Number(found[2]));
    }
    return undefined;
  }

  /** The line of the source a place is in, as a hint: `12 | foo.bar()`. */
  quote(place: Place): string | undefined {
    const { source, line } = this.#job;
    const index = LineIndex.of(source);
    const at = place.line - line;
    if (at < 0 || at >= index.lineCount) return undefined;
    const end = at + 1 < index.lineCount ? index.startOf(at + 1) : source.length;
    const text = source.slice(index.startOf(at), end).trim();
    if (text === '') return undefined;
    return `${place.line} | ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
  }

  /** QuickJS counts lines by LF and columns in code points, from 1. */
  #placeAt(line: number, column: number): Place {
    const { file, source } = this.#job;
    let offset = 0;
    for (let i = 1; i < line; i++) {
      const next = source.indexOf('\n', offset);
      // Beyond the script's end lies only the wrapper's.
      if (next < 0) return this.#placeOf(source.length, file);
      offset = next + 1;
    }
    let left = (line === 1 ? column - wrapperStart.length : column) - 1;
    while (left > 0 && offset < source.length && source[offset] !== '\n') {
      offset += (source.codePointAt(offset) as number) > 0xffff ? 2 : 1;
      left--;
    }
    return this.#placeOf(offset, file);
  }

  #placeOf(offset: number, file: string): Place {
    const at = LineIndex.of(this.#job.source).positionAt(offset);
    return { file, line: this.#job.line + at.line, column: (at.line === 0 ? this.#job.column : 1) + at.column };
  }
}
