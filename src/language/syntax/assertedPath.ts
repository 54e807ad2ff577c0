import { parsePath } from '../../base/jsonPath/parsePath.ts';
import { isSingular } from '../../base/jsonPath/syntax.ts';
import type { AssertedQuery, AssertedSelector, AssertedStep } from './nodes.ts';
import { readPath } from './path.ts';
import { readSelector } from './selector.ts';

/**
 * A path that ends with a JSONPath query, or with a selector such as `css("h1")`. A member `$` is written `["$"]`, and `$ref` and `css`
 * without a bracket are members.
 */
const beforeQuery =
  /[A-Za-z]+(?:\.[\w-]+|\[(?:\d+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\])*(?=\.(?:\$(?:[.[\s=!<>]|$)|(?:xpath|css)\())/y;

export type AssertedPath =
  | {
      readonly ok: true;
      readonly root: string;
      readonly steps: readonly AssertedStep[];
      readonly query?: AssertedQuery;
      readonly selector?: AssertedSelector;
      readonly end: number;
    }
  /** Undefined if no path is there. */
  | { readonly ok: false; readonly message: string | undefined };

/** Reads `body.items[0].id`, with a JSONPath query `body.$..id`, or with a selector `body.css("h1")`. */
export function readAssertedPath(text: string, start: number, end: number): AssertedPath {
  beforeQuery.lastIndex = start;
  const before = beforeQuery.exec(text)?.[0];
  const queryStart = before === undefined ? end : start + before.length + 1;
  const path = before === undefined || queryStart > end ? readPath(text, start, end) : readPath(before, 0, before.length);
  const [root, ...steps] = path?.segments.map(({ key }) => key) ?? [];
  if (path === undefined || typeof root !== 'string') return { ok: false, message: undefined };
  if (before === undefined || queryStart > end) {
    if (path.end > end) return { ok: false, message: undefined };
    return { ok: true, root, steps, end: path.end };
  }
  if (text[queryStart] !== '$') {
    const read = readSelector(text, queryStart, end);
    return read.ok ? { ok: true, root, steps, selector: read.selector, end: read.end } : read;
  }
  const queryEnd = endOfQuery(text, queryStart, end);
  const written = text.slice(queryStart, queryEnd);
  const parsed = parsePath(written);
  if (!parsed.ok) return { ok: false, message: `${written} is not a JSONPath: ${parsed.message} (character ${parsed.offset + 1}).` };
  return { ok: true, root, steps, query: { text: written, query: parsed.query, isSingular: isSingular(parsed.query) }, end: queryEnd };
}

/** A query ends at white space or an operator outside of brackets. */
function endOfQuery(text: string, start: number, end: number): number {
  let depth = 0;
  let quote = '';
  let at = start;
  for (; at < end; at++) {
    const c = text.charAt(at);
    if (quote !== '') {
      if (c === '\\') at++;
      else if (c === quote) quote = '';
    } else if (depth > 0 && (c === '"' || c === "'")) quote = c;
    else if (c === '[') depth++;
    else if (c === ']') depth--;
    else if (depth <= 0 && /[\s=!<>]/.test(c)) break;
  }
  return Math.min(at, end);
}
