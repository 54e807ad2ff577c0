import { wordsOf, type Word } from '../../syntax/words.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { TemplateText } from '../requestSource.ts';
import type { WrittenAuth } from './written.ts';

/** The schemes that people write with what they know instead of with what goes out. */
const shorthands = /^[ \t]*(basic)(?=[ \t])/i;

const noOptions: ReadonlyMap<string, Word> = new Map();

/**
 * `Authorization: Basic user password` or `Basic user:password`, as it is written; undefined for a header that goes out as it
 * stands. What a placeholder brings is one word, whatever it holds.
 */
export function readShorthand(values: readonly TemplateText[]): WrittenAuth | undefined {
  const parts: (TextPart | Placeholder)[] = [];
  for (const { template } of values) {
    const last = parts.at(-1);
    // A fold is one space.
    if (last !== undefined) parts.push({ kind: 'text', text: ' ', range: { start: last.range.end, end: last.range.end } });
    parts.push(...template.parts);
  }
  const [first] = parts;
  if (first?.kind !== 'text' || !shorthands.test(first.text)) return undefined;
  const inFile = values.every((v) => v.inFile);
  const [, ...words] = wordsOf(parts, () => false, false);
  if (words.length === 0) return undefined;
  return { kind: 'basic', words: words.length > 2 ? [words[0] as Word, joined(words.slice(1))] : words, options: noOptions, inFile };
}

/** Several words as one, each blank between them one space. */
function joined(words: readonly Word[]): Word {
  const parts = words.flatMap((w, i): readonly (TextPart | Placeholder)[] =>
    i === 0 ? w.parts : [{ kind: 'text', text: ' ', range: { start: w.range.start, end: w.range.start } }, ...w.parts],
  );
  return { name: undefined, parts, range: { start: words[0]?.range.start ?? 0, end: words.at(-1)?.range.end ?? 0 }, open: false };
}
