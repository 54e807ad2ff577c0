import type { TextEdit } from '../../edit.ts';

export interface Layout {
  readonly lineBreak: string;
  /** One level of indentation. */
  readonly indent: string;
}

/**
 * Collects edits of the white space between the tokens of a text; tokens never change. Gaps must be added in the order of
 * the text.
 */
export interface WhiteSpace {
  /** Sets the text from `start` to `end`. */
  gap(start: number, end: number, wanted: string): void;
  edits(): readonly TextEdit[];
}

/** Maximum number of edits; more are merged into one, because editors apply them more slowly than they replace the text. */
const mostEdits = 2000;

export function whiteSpaceOf(text: string): WhiteSpace {
  const edits: TextEdit[] = [];
  return {
    gap(start, end, given) {
      // After a CR that ends a line, an LF would become part of that line break.
      const wanted = given.startsWith('\n') && text.charCodeAt(start - 1) === 13 ? given.replaceAll('\n', '\r') : given;
      if (end - start === wanted.length && text.startsWith(wanted, start)) return;
      edits.push(leastEdit(text, start, end, wanted));
    },
    edits() {
      const [first, last] = [edits[0], edits.at(-1)];
      if (first === undefined || last === undefined || edits.length <= mostEdits) return edits;
      const newText = edits.map((e, i) => e.newText + text.slice(e.range.end, edits[i + 1]?.range.start ?? e.range.end)).join('');
      return [{ range: { start: first.range.start, end: last.range.end }, newText }];
    },
  };
}

/** The smallest edit, without equal text at its ends, so that cursors do not move. */
function leastEdit(text: string, start: number, end: number, wanted: string): TextEdit {
  let from = 0;
  while (from < wanted.length && start + from < end && text.charCodeAt(start + from) === wanted.charCodeAt(from)) from++;
  let left = wanted.length;
  let to = end;
  while (left > from && to > start + from && text.charCodeAt(to - 1) === wanted.charCodeAt(left - 1)) {
    left--;
    to--;
  }
  return { range: { start: start + from, end: to }, newText: wanted.slice(from, left) };
}
