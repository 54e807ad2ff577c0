import type { Token } from './textTokens.ts';

/** `found` for a match, `shown` for the current match. */
export type Marking = 'none' | 'found' | 'shown';

/** A range of a line in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Consecutive tokens inside one match, or outside any. */
export interface Stretch {
  readonly marking: Marking;
  readonly tokens: readonly Token[];
}

/** Splits a line's tokens at the edges of matches. The texts concatenate to the line. */
export function stretchesOf(tokens: readonly Token[], marks: readonly Place[], shown: Place | null): readonly Stretch[] {
  const stretches: { readonly mark: Place | undefined; readonly marking: Marking; readonly tokens: Token[] }[] = [];
  let offset = 0;
  let next = 0;
  for (const whole of tokens) {
    const { text } = whole;
    let at = 0;
    while (at < text.length) {
      while ((marks[next]?.end ?? Infinity) <= offset + at) next++;
      const ahead = marks[next];
      const mark = ahead !== undefined && ahead.start <= offset + at ? ahead : undefined;
      const end = Math.min(text.length, (mark === undefined ? (ahead?.start ?? Infinity) : mark.end) - offset);
      const token = { ...whole, text: text.slice(at, end) };
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
