import type { Place } from '../../../base/reqError.ts';
import { scriptImports } from '../../../base/scriptImports.ts';
import { shortened } from '../../../base/text/shortened.ts';
import { LineIndex } from '../../../base/text/text.ts';
import { commonJs, commonJsStart, esModule } from './modules.ts';
import type { ScriptJob } from '../scriptTypes.ts';

/** File name of the user's script in QuickJS's stack traces. */
export const scriptName = 'script';

/** Wraps the script's text behind its imports, so that `await` and `return` work at top level. Only columns of that line shift. */
export const wrapperStart = '(async function () {';
const wrapperEnd = '\n})';
const moduleStart = '; export default ';

const frame = /\(?(script|module:.+|file:.+):(\d+):(\d+)\)?$/;

/** Maximum characters of a name that is called. */
const longestCallee = 100;

/** The script's text as it is evaluated. */
export interface Wrapped {
  readonly text: string;
  readonly isModule: boolean;
  /** Offset at which `length` characters are inserted. */
  readonly at: number;
  readonly length: number;
}

function wrap(source: string): Wrapped {
  const at = source.includes('import') ? scriptImports(source).end : 0;
  const isModule = at > 0;
  const start = isModule ? moduleStart + wrapperStart : wrapperStart;
  return { text: source.slice(0, at) + start + source.slice(at) + wrapperEnd, isModule, at, length: start.length };
}

/** Maps places in the script's text to places in its file. */
export class Positions {
  readonly #job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>;
  readonly wrapped: Wrapped;

  constructor(job: Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>) {
    this.#job = job;
    this.wrapped = wrap(job.source);
  }

  /** Place of the script's first character. */
  get start(): Place {
    return { file: this.#job.file, line: this.#job.line, column: this.#job.column };
  }

  /** Innermost frame of the user's script or of a file that it loads in a stack trace; undefined if there is none. */
  ofStack(stack: string): Place | undefined {
    for (const line of stack.split('\n')) {
      const found = frame.exec(line);
      if (found === null) continue;
      const [, of = '', ...numbers] = found;
      const [row, column] = numbers.map(Number) as [number, number];
      return of === scriptName ? this.#placeAt(row, column) : placeInFile(of, row, column);
    }
    return undefined;
  }

  /** Source line of a place, as a hint: `12 | foo.bar()`. */
  quote(place: Place): string | undefined {
    const text = this.#lineOf(place)?.trim() ?? '';
    if (text === '') return undefined;
    return `${place.line} | ${shortened(text, 160)}`;
  }

  /** What is called at a place: `tool.setvar`. Undefined if the text before the place is not a name. */
  calleeAt(place: Place): string | undefined {
    const text = this.#lineOf(place);
    const column = place.line === this.#job.line ? place.column - this.#job.column : place.column - 1;
    const before = text?.slice(Math.max(0, column - longestCallee), column) ?? '';
    return (/(?<![\w$.)\]])[A-Za-z_$](?:[\w$.]|\[[^[\]]*\])*$/.exec(before) ?? /[A-Za-z_$][\w$]*$/.exec(before))?.[0];
  }

  #lineOf(place: Place): string | undefined {
    const { source, line } = this.#job;
    if (place.file !== this.#job.file) return undefined;
    const index = LineIndex.of(source);
    const at = place.line - line;
    if (at < 0 || at >= index.lineCount) return undefined;
    return source.slice(index.startOf(at), at + 1 < index.lineCount ? index.startOf(at + 1) : source.length);
  }

  /** QuickJS counts lines by LF and columns in code points, from 1. */
  #placeAt(line: number, column: number): Place {
    const { file, source } = this.#job;
    const { text, at, length } = this.wrapped;
    let offset = 0;
    for (let i = 1; i < line; i++) {
      const next = text.indexOf('\n', offset);
      // After the script's end there is only the wrapper.
      if (next < 0) return this.#placeOf(source.length, file);
      offset = next + 1;
    }
    let left = column - 1;
    while (left > 0 && offset < text.length && text[offset] !== '\n') {
      offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
      left--;
    }
    return this.#placeOf(Math.min(offset <= at ? offset : Math.max(at, offset - length), source.length), file);
  }

  #placeOf(offset: number, file: string): Place {
    const at = LineIndex.of(this.#job.source).positionAt(offset);
    return { file, line: this.#job.line + at.line, column: (at.line === 0 ? this.#job.column : 1) + at.column };
  }
}

function placeInFile(name: string, line: number, column: number): Place {
  const isCommonJs = name.startsWith(commonJs);
  const file = name.slice((isCommonJs ? commonJs : esModule).length);
  return { file, line, column: isCommonJs && line === 1 ? Math.max(1, column - commonJsStart.length) : column };
}
