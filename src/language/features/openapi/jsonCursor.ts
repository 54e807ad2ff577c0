import { movedRange, type Range } from '../../../base/text/text.ts';
import { withoutPlaceholders } from './bodyPlaces.ts';

/** The position of a cursor in a JSON text that may be incomplete. */
export interface JsonCursor {
  readonly kind: 'key' | 'value';
  /** The object of the key, or the value. */
  readonly path: readonly (string | number)[];
  /** The range of the existing text with its quotes; empty if there is none. */
  readonly range: Range;
  /** The keys of the object, without the one at the cursor. */
  readonly present: ReadonlySet<string>;
  /** Whether a colon follows. */
  readonly hasColon: boolean;
}

interface Open {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  key: string | undefined;
  index: number;
  /** The expected token. */
  expects: 'key' | 'colon' | 'value' | 'comma';
}

const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/y;

/** @param offset in the text */
export function jsonCursor(given: string, offset: number, start: number): JsonCursor | undefined {
  const text = withoutPlaceholders(given);
  const open: Open[] = [];
  let found: Omit<JsonCursor, 'present' | 'hasColon'> | undefined;
  let owner: Open | undefined;
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at] as string)) {
      at++;
      continue;
    }
    token.lastIndex = at;
    const word = token.exec(text)?.[0] ?? text.charAt(at);
    const end = at + word.length;
    const isMark = /^[{}[\],:]$/.test(word);
    // The cursor is before this token, or at a word that it touches.
    if (found === undefined && (isMark ? at : end) >= offset) {
      const touches = !isMark && at <= offset;
      found = placeAt(open, touches ? { start: at, end } : { start: offset, end: offset });
      owner = open.at(-1);
      if (found === undefined) return undefined;
    }
    step(open, word);
    // The keys after the cursor count too.
    if (found !== undefined && owner !== undefined && !open.includes(owner)) break;
    at = end;
  }
  found ??= placeAt(open, { start: offset, end: offset });
  owner ??= open.at(-1);
  if (found === undefined) return undefined;
  const own = found.kind === 'key' ? unquoted(text.slice(found.range.start, found.range.end)) : undefined;
  const present = new Set([...(owner?.keys ?? [])].filter((key) => key !== own));
  const hasColon = /^\s*:/.test(text.slice(found.range.end));
  return { ...found, range: movedRange(found.range, start), present, hasColon };
}

const unquoted = (word: string): string => word.replace(/^"|"$/g, '');

function placeAt(open: readonly Open[], range: Range): Omit<JsonCursor, 'present' | 'hasColon'> | undefined {
  const last = open.at(-1);
  const around = open.slice(0, -1).map((o): string | number => (o.isObject ? (o.key ?? '') : o.index));
  if (last === undefined) return undefined;
  if (last.isObject && last.expects === 'key') return { kind: 'key', path: around, range };
  if (last.expects === 'value') return { kind: 'value', path: [...around, last.isObject ? (last.key ?? '') : last.index], range };
  return undefined;
}

function step(open: Open[], word: string): void {
  const last = open.at(-1);
  switch (word) {
    case '{':
    case '[':
      if (last !== undefined) last.expects = 'comma';
      open.push({ isObject: word === '{', keys: new Set(), key: undefined, index: 0, expects: word === '{' ? 'key' : 'value' });
      return;
    case '}':
    case ']':
      open.pop();
      return;
    case ',':
      if (last === undefined) return;
      last.expects = last.isObject ? 'key' : 'value';
      last.index++;
      return;
    case ':':
      if (last !== undefined) last.expects = 'value';
      return;
    default:
      if (last === undefined) return;
      if (last.isObject && last.expects === 'key') {
        last.key = unquoted(word);
        last.keys.add(last.key);
        last.expects = 'colon';
      } else last.expects = 'comma';
  }
}
