import { pushAll } from '../../../base/lists.ts';
import { wordsOf, type Word } from '../../syntax/lineWords.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { TemplateText } from '../request/requestSource.ts';
import type { WrittenAuth } from './written.ts';

/** The schemes that people write with what they know instead of with what goes out. */
const shorthands = /^[ \t]*(basic|digest|aws)(?=[ \t])/i;
/** `token:{{token}}`, as REST Client writes it. */
const awsOption = /^(token|region|service):/;

/**
 * `Authorization: Basic user password` or `Basic user:password`, `Digest user password`, `AWS key secret region:…`, as it is
 * written; undefined for a header that goes out as it stands. What a placeholder brings is one word, whatever it holds.
 */
export function readShorthand(values: readonly TemplateText[]): WrittenAuth | undefined {
  const parts: (TextPart | Placeholder)[] = [];
  for (const { template } of values) {
    const last = parts.at(-1);
    // A fold is one space.
    if (last !== undefined) parts.push({ kind: 'text', text: ' ', range: { start: last.range.end, end: last.range.end } });
    pushAll(parts, template.parts);
  }
  const [first] = parts;
  const kind = first?.kind === 'text' ? shorthands.exec(first.text)?.[1]?.toLowerCase() : undefined;
  if (kind === undefined) return undefined;
  const inFile = values.every((v) => v.inFile);
  const [, ...words] = wordsOf(parts, () => false, false);
  const [one, two, ...more] = words;
  if (one === undefined) return undefined;
  if (kind === 'aws') {
    // One word is the older signature of S3, as it goes out.
    const options = more.map(optionOf);
    if (two === undefined || options.includes(undefined)) return undefined;
    return { kind, words: [one, two], options: new Map(options.filter((o) => o !== undefined)), inFile };
  }
  const pair = two === undefined ? [one] : [one, more.length > 0 ? joined(words.slice(1)) : two];
  if (kind === 'basic') return { kind, words: pair, options: new Map(), inFile };
  // What a server is answered has names: `username="…", realm="…"`.
  if (two === undefined || /^[A-Za-z]+\*?=|,$/.test(startOf(one))) return undefined;
  return { kind: 'digest', words: pair, options: new Map(), inFile };
}

const startOf = ({ parts: [first] }: Word): string => (first?.kind === 'text' ? first.text : '');

function optionOf(word: Word): readonly [string, Word] | undefined {
  const [first, ...rest] = word.parts;
  const name = awsOption.exec(startOf(word))?.[1];
  if (first === undefined || name === undefined) return undefined;
  return [name, { ...word, name, parts: [{ ...first, text: first.text.slice(name.length + 1) }, ...rest] }];
}

/** Several words as one, each blank between them one space. */
function joined(words: readonly Word[]): Word {
  const parts = words.flatMap((w, i): readonly (TextPart | Placeholder)[] =>
    i === 0 ? w.parts : [{ kind: 'text', text: ' ', range: { start: w.range.start, end: w.range.start } }, ...w.parts],
  );
  return { name: undefined, parts, range: { start: words[0]?.range.start ?? 0, end: words.at(-1)?.range.end ?? 0 }, open: false };
}
