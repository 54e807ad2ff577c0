import { aligned, type SharedRun } from './aligned.ts';
import { LineIndex, type Position } from './text.ts';

/** The lines of another file's text, and the source line of each line of the view. */
export interface LineOrigins {
  /** Without line breaks. */
  readonly source: readonly string[];
  /** Zero-based, by line of the view. */
  readonly origins: readonly number[];
}

/**
 * The lines of a view: a text created line by line from a source. Offsets refer to the view; lines and columns refer to the source. A
 * column in a changed part of a line is that of the part's start.
 */
export class MappedLines extends LineIndex {
  readonly #view: string;
  readonly #own: LineIndex;
  readonly #of: LineOrigins;
  /** The line of the view for each line of the source. */
  readonly #shown: Int32Array;

  constructor(view: string, own: LineIndex, of: LineOrigins) {
    super(own.starts());
    this.#view = view;
    this.#own = own;
    this.#of = of;
    this.#shown = shownLines(of, (line) => this.#textOf(line));
  }

  override get lineCount(): number {
    return this.#of.source.length;
  }

  override positionAt(offset: number): Position {
    const { line, column } = this.#own.positionAt(offset);
    const origin = this.#originOf(line);
    return { line: origin, column: mapped(this.#runs(line, origin), column, (r) => [r.a, r.b], this.#sourceOf(origin).length) };
  }

  override startOf(line: number): number {
    return this.offsetAt(line, 0);
  }

  override offsetAt(line: number, column: number): number {
    const origin = Math.max(0, Math.min(line, this.#of.source.length - 1));
    const own = this.#shown[origin] as number;
    const start = this.#own.startOf(own);
    // The source's line is not in the view.
    if (this.#originOf(own) !== origin) return start;
    return start + mapped(this.#runs(own, origin), column, (r) => [r.b, r.a], this.#textOf(own).length);
  }

  /** Whether a range of the view has the same text in the source. */
  isExact(start: number, end: number): boolean {
    const first = this.#own.positionAt(start).line;
    const last = this.#own.positionAt(end).line;
    for (let line = first; line <= last; line++)
      if (this.#originOf(line) !== this.#originOf(first) + line - first || this.#textOf(line) !== this.#sourceOf(this.#originOf(line)))
        return false;
    return true;
  }

  #originOf(line: number): number {
    return this.#of.origins[line] ?? Math.max(0, this.#of.source.length - 1);
  }

  #sourceOf(line: number): string {
    return this.#of.source[line] ?? '';
  }

  #textOf(line: number): string {
    const start = this.#own.startOf(line);
    const end = line + 1 < this.#own.lineCount ? this.#own.startOf(line + 1) : this.#view.length;
    return this.#view.slice(start, end).replace(/[\r\n]+$/, '');
  }

  #runs(line: number, origin: number): readonly SharedRun[] {
    const view = this.#textOf(line);
    const source = this.#sourceOf(origin);
    return view === source ? [{ a: 0, b: 0, length: view.length }] : aligned(view, source);
  }
}

/** For each line of the source, the most similar line of the view, else the next line of the view. */
function shownLines({ source, origins }: LineOrigins, textOf: (line: number) => string): Int32Array {
  const shown = new Int32Array(source.length).fill(-1);
  for (const [line, origin] of origins.entries()) {
    const before = shown[origin];
    if (before === -1 || (before !== undefined && textOf(line) === source[origin])) shown[origin] = line;
  }
  let next = Math.max(0, origins.length - 1);
  for (let line = source.length - 1; line >= 0; line--) {
    if (shown[line] === -1) shown[line] = next;
    else next = shown[line] as number;
  }
  return shown;
}

function mapped(
  runs: readonly SharedRun[],
  column: number,
  ends: (run: SharedRun) => readonly [from: number, to: number],
  most: number,
): number {
  let found = 0;
  for (const run of runs) {
    const [from, to] = ends(run);
    if (from > column) break;
    found = Math.max(found, to + Math.min(column - from, run.length));
  }
  return Math.min(found, most);
}
