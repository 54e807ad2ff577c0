import type { Inline } from './markdownNodes.ts';

/** A run of `*`, `_` or `~`, some of which may already be used. */
interface Delimiter {
  readonly kind: 'delimiter';
  readonly c: '*' | '_' | '~';
  readonly length: number;
  readonly original: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Pieces of a paragraph before its delimiters are matched. */
export type Piece = Inline | Delimiter | { readonly kind: 'bracket'; readonly text: string };

/** Maximum delimiters that a closing one is compared with: without a limit, hostile texts would take quadratic time. */
const lookBack = 200;
/** Maximum nesting of emphasis; anything deeper is text of the outer one. */
const deepest = 24;

type Node = { piece: Piece; depth: number };

/** Matches delimiters (CommonMark §6.2); those without a match are text. */
export function resolveEmphasis(pieces: readonly Piece[]): readonly Inline[] {
  const done: Node[] = [];
  /** Indexes in `done` of delimiters that may open. */
  const openers: number[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'delimiter') {
      done.push({ piece, depth: depthOf(piece) });
      continue;
    }
    const left = piece.closes ? closeWith(piece) : piece;
    if (left.length === 0) continue;
    if (left.opens) openers.push(done.length);
    done.push({ piece: left, depth: 0 });
  }
  return joined(done.map(({ piece }) => piece));

  function closeWith(closer: Delimiter): Delimiter {
    let length = closer.length;
    for (let i = openers.length - 1, tries = 0; i >= 0 && length > 0 && tries < lookBack; tries++) {
      const at = openers[i] ?? 0;
      const opener = done[at]?.piece;
      if (opener?.kind !== 'delimiter' || opener.length === 0 || !matches(opener, closer, length)) {
        i--;
        continue;
      }
      const used = closer.c === '~' ? length : opener.length >= 2 && length >= 2 ? 2 : 1;
      const inside = done.splice(at + 1);
      openers.length = i + 1;
      const depth = 1 + Math.max(0, ...inside.slice(0, 1000).map((n) => n.depth));
      const of = joined(inside.map((n) => n.piece));
      const kind = closer.c === '~' ? 'strike' : used === 2 ? 'strong' : 'emphasis';
      if (depth > deepest) done.push(...of.map((piece) => ({ piece, depth: depth - 1 })));
      else done.push({ piece: { kind, of }, depth });
      done[at] = { piece: { ...opener, length: opener.length - used }, depth: 0 };
      length -= used;
      if (opener.length === used) {
        openers.pop();
        i--;
      }
    }
    return { ...closer, length };
  }
}

/** @param length remaining length of the closing delimiter */
function matches(opener: Delimiter, closer: Delimiter, length: number): boolean {
  if (opener.c !== closer.c) return false;
  if (closer.c === '~') return opener.length === length;
  // The rule of three (CommonMark §6.2, rules 9 and 10).
  const either = opener.closes || closer.opens;
  return !either || (opener.original + closer.original) % 3 !== 0 || (opener.original % 3 === 0 && closer.original % 3 === 0);
}

function depthOf(piece: Piece): number {
  return 'of' in piece ? 1 + Math.max(0, ...piece.of.slice(0, 1000).map(depthOf)) : 0;
}

/** Pieces as inlines; adjacent texts are joined. */
function joined(pieces: readonly Piece[]): readonly Inline[] {
  const inlines: Inline[] = [];
  for (const piece of pieces) {
    const inline: Inline =
      piece.kind === 'delimiter'
        ? { kind: 'text', text: piece.c.repeat(piece.length) }
        : piece.kind === 'bracket'
          ? { kind: 'text', text: piece.text }
          : piece;
    const last = inlines.at(-1);
    if (inline.kind === 'text' && inline.text === '') continue;
    if (inline.kind === 'text' && last?.kind === 'text') inlines[inlines.length - 1] = { kind: 'text', text: last.text + inline.text };
    else inlines.push(inline);
  }
  return inlines;
}
