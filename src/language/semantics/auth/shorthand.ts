import { pushAll } from '../../../base/lists.ts';
import { wordsOf, type Word } from '../../syntax/lineWords.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { TemplateText } from '../request/requestSource.ts';
import type { WrittenAuth } from './written.ts';

/** Schemes whose credentials can be written in short form; Req computes the value that is sent. */
const shorthands = /^[ \t]*(basic|digest|aws)(?=[ \t])/i;
/** `token:{{token}}`, as in REST Client. */
const awsOption = /^(token|region|service):/;

/**
 * Reads the short forms `Authorization: Basic user password`, `Basic user:password`, `Digest user password` and
 * `AWS key secret region:…`. Returns undefined for a header that is sent as written. The value of a placeholder is one word.
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
    // A single word is the older signature of S3, which is sent as written.
    const options = more.map(optionOf);
    if (two === undefined || options.includes(undefined)) return undefined;
    return { kind, words: [one, two], options: new Map(options.filter((o) => o !== undefined)), inFile };
  }
  const pair = two === undefined ? [one] : [one, more.length > 0 ? joined(words.slice(1)) : two];
  if (kind === 'basic') return { kind, words: pair, options: new Map(), inFile };
  // A complete response to a challenge has named parameters: `username="…", realm="…"`.
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

/** Joins words with single spaces. */
function joined(words: readonly Word[]): Word {
  const parts = words.flatMap((w, i): readonly (TextPart | Placeholder)[] =>
    i === 0 ? w.parts : [{ kind: 'text', text: ' ', range: { start: w.range.start, end: w.range.start } }, ...w.parts],
  );
  return { name: undefined, parts, range: { start: words[0]?.range.start ?? 0, end: words.at(-1)?.range.end ?? 0 }, open: false };
}
