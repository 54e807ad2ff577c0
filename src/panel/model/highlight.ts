import type { Token } from './tokens.ts';

/** A stretch of a line: its colour, and whether it was looked for. */
export interface Stretch extends Token {
  readonly found: boolean;
}

/** Tokens cut where what was looked for begins and ends. @param edges ascending: the beginning and the end of each place */
export function highlighted(tokens: readonly Token[], edges: readonly number[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  let edge = 0;
  for (const { kind, text } of tokens) {
    const end = at + text.length;
    let from = at;
    while (from < end) {
      while (edge < edges.length && (edges[edge] as number) <= from) edge++;
      const to = Math.min(end, edges[edge] ?? end);
      stretches.push({ kind, text: text.slice(from - at, to - at), found: edge % 2 === 1 });
      from = to;
    }
    at = end;
  }
  return stretches;
}
