import type { Token } from './textTokens.ts';

/** How a stretch of a line that was looked for is shown: found, or the one that is shown now. */
export type Marking = 'none' | 'found' | 'shown';

/** Where something stands in a line, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Tokens that belong to one match, or to none. */
export interface Stretch {
  readonly marking: Marking;
  readonly tokens: readonly Token[];
}

/** A line's tokens, cut where matches begin and end, each match in one piece. Their texts join to the line. */
export function stretchesOf(tokens: readonly Token[], marks: readonly Place[], shown: Place | null): readonly Stretch[] {
  const stretches: { readonly mark: Place | undefined; readonly marking: Marking; readonly tokens: Token[] }[] = [];
  let offset = 0;
  let next = 0;
  for (const { kind, text } of tokens) {
    let at = 0;
    while (at < text.length) {
      while ((marks[next]?.end ?? Infinity) <= offset + at) next++;
      const ahead = marks[next];
      const mark = ahead !== undefined && ahead.start <= offset + at ? ahead : undefined;
      const end = Math.min(text.length, (mark === undefined ? (ahead?.start ?? Infinity) : mark.end) - offset);
      const token = { kind, text: text.slice(at, end) };
      const last = stretches.at(-1);
      if (last !== undefined && last.mark === mark) last.tokens.push(token);
      else stretches.push({ mark, marking: markingOf(mark, shown), tokens: [token] });
      at = end;
    }
    offset += text.length;
  }
  return stretches;
}

function markingOf(mark: Place | undefined, shown: Place | null): Marking {
  if (mark === undefined) return 'none';
  return mark.start === shown?.start ? 'shown' : 'found';
}
