import type { Mark } from '../../protocol/bodyRows.ts';
import type { Token } from './tokens.ts';

/** How a stretch of a line that was looked for is shown: found, or the one that is shown now. */
export type Marking = 'none' | 'found' | 'shown';

export interface MarkedToken extends Token {
  readonly marking: Marking;
}

/** Tokens cut where matches begin and end. Their texts join to the line. */
export function markedTokens(tokens: readonly Token[], marks: readonly Mark[], shown: Mark | null): readonly MarkedToken[] {
  const cut: MarkedToken[] = [];
  let offset = 0;
  let next = 0;
  for (const { kind, text } of tokens) {
    let at = 0;
    while (at < text.length) {
      let mark = marks[next];
      while (mark !== undefined && mark.end <= offset + at) mark = marks[++next];
      const start = mark === undefined ? text.length : Math.max(at, mark.start - offset);
      if (mark === undefined || start > at) {
        const end = Math.min(text.length, start);
        cut.push({ kind, text: text.slice(at, end), marking: 'none' });
        at = end;
        continue;
      }
      const end = Math.min(text.length, mark.end - offset);
      const isShown = mark.start === shown?.start && mark.row === shown.row;
      cut.push({ kind, text: text.slice(at, end), marking: isShown ? 'shown' : 'found' });
      at = end;
    }
    offset += text.length;
  }
  return cut;
}
