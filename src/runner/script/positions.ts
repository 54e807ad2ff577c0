import type { Place } from '../../base/reqError.ts';
import { LineIndex } from '../../base/text.ts';
import type { ScriptJob } from './scriptTypes.ts';

/** File name of the user's script in QuickJS's stack traces. */
export const scriptName = 'script';

/** Wraps the script's text, so that `await` and `return` work at top level. Only columns of the first line shift. */
export const wrapperStart = '(async function () {';
export const wrapperEnd = '\n})';

const frame = /\(?script:(\d+):(\d+)\)?$/;

/** Maps places in the script's text to places in its file. */
export class Positions {
  readonly #job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>;

  constructor(job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>) {
    this.#job = job;
  }

  /** Place of the script's first character. */
  get start(): Place {
    return { file: this.#job.file, line: this.#job.line, column: this.#job.column };
  }

  /** Innermost frame of the user's script in a stack trace; undefined if there is none. */
  ofStack(stack: string): Place | undefined {
    for (const line of stack.split('\n')) {
      const found = frame.exec(line);
      if (found !== null) return this.#placeAt(Number(found[1]), Number(found[2]));
    }
    return undefined;
  }

  /** Source line of a place, as a hint: `12 | foo.bar()`. */
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
      // After the script's end there is only the wrapper.
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
