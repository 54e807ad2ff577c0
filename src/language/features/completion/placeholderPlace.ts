import type { Range } from '../../../base/text/text.ts';
import { readWord, skipBlanks } from '../../syntax/path.ts';
import { pathPlace, type Step } from './pathPlace.ts';

/** The part of a placeholder that contains an offset. The closing braces may be missing. */
export type PlaceholderPart =
  | { readonly kind: 'name'; readonly range: Range }
  | Step
  /** `{{$name a b|`: `words` are the arguments before it. */
  | { readonly kind: 'argument'; readonly name: string; readonly words: readonly string[]; readonly range: Range }
  | { readonly kind: 'filter'; readonly range: Range };

export interface PlaceholderPlace {
  readonly part: PlaceholderPart;
  readonly open: number;
}

/**
 * The placeholder, closed or not, that contains an offset. `none` if the offset is in braces but nothing can be completed.
 * @param start start of the text that may contain placeholders, in the line of the offset
 * @param end end of that line
 */
export function placeholderPlace(source: string, start: number, offset: number, end: number): PlaceholderPlace | 'none' | undefined {
  const open = openBraces(source, start, offset);
  if (open === undefined) return undefined;
  const part = partAt(source, open + 2, offset, end);
  return part === undefined ? 'none' : { part, open };
}

function openBraces(source: string, start: number, offset: number): number | undefined {
  // Slice first, so that the backward search stays within the line.
  const before = source.slice(start, offset);
  const found = before.lastIndexOf('{{');
  if (found < 0 || before.includes('}}', found)) return undefined;
  let run = found;
  while (before[run - 1] === '{') run--;
  let slashes = run;
  while (before[slashes - 1] === '\\') slashes--;
  return (run - slashes) % 2 === 1 ? undefined : start + found;
}

function partAt(source: string, inside: number, offset: number, end: number): PlaceholderPart | undefined {
  const begin = skipBlanks(source, inside);
  if (offset < begin) return { kind: 'name', range: { start: offset, end: offset } };
  const place = pathPlace(source, begin, offset, end);
  if (place === undefined) return undefined;
  if (place.kind !== 'behind') return place;
  const rest = source.slice(place.end, offset);
  const bar = rest.lastIndexOf('|');
  if (bar >= 0) {
    const wordStart = skipBlanks(source, place.end + bar + 1);
    const wordEnd = wordStart + (readWord(source, wordStart)?.length ?? 0);
    if (offset < wordStart) return { kind: 'filter', range: { start: offset, end: offset } };
    return offset <= wordEnd ? { kind: 'filter', range: { start: wordStart, end: wordEnd } } : undefined;
  }
  const name = source.slice(begin, place.end);
  if (!name.startsWith('$') || !/^[ \t]/.test(rest)) return undefined;
  const typed = /[^ \t]*$/.exec(rest)?.[0] ?? '';
  const words = rest
    .slice(0, rest.length - typed.length)
    .split(/[ \t]+/)
    .filter((w) => w !== '');
  const wordEnd = offset + (/^[^\s{}|]*/.exec(source.slice(offset, end))?.[0].length ?? 0);
  return { kind: 'argument', name, words, range: { start: offset - typed.length, end: wordEnd } };
}

/**
 * The braces missing after an offset to close the placeholder: two, one or none.
 * @param start start of the text in the line of the offset
 */
export function missingBraces(source: string, open: number, offset: number, start: number, end: number): '' | '}' | '}}' {
  const behind = source.slice(offset, end);
  if (/^[^{}]*\}\}/.test(behind) && /^[ \t]*[.[\]|}]|^[ \t]+[^ \t]/.test(behind)) return '';
  if (!behind.startsWith('}')) return '}}';
  // A single brace may close an object of the surrounding text.
  let depth = 0;
  for (const c of source.slice(start, open)) depth += c === '{' ? 1 : c === '}' ? -1 : 0;
  return depth > 0 ? '}}' : '}';
}
