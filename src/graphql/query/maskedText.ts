import type { Range } from '../../base/text/text.ts';
import type { QueryBody } from '../schemaTypes.ts';

/** Two alternating letters: no name of a schema looks like this. */
const letters = 'Zq';

/** A query in which placeholders are replaced by names of the same length. Offsets are those of the query. */
export interface MaskedText {
  readonly text: string;
  /** Placeholders outside of strings: they can be of any type. */
  readonly open: readonly Range[];
  /** Restores placeholders in a message. */
  readonly restored: (message: string) => string;
}

export function maskedText({ text: whole, placeholders }: QueryBody, { start, end }: Range): MaskedText {
  const own = placeholders.filter((p) => p.start >= start && p.end <= end);
  let text = '';
  let at = start;
  const originals = new Map<number, string>();
  for (const p of own) {
    text += whole.slice(at, p.start);
    const length = p.end - p.start;
    // A number goes on as a number.
    text += /(?:^|[^\w"])-?\d+$/.test(text.slice(-20)) ? '1'.repeat(length) : letters.repeat(length).slice(0, length);
    if (!originals.has(length)) originals.set(length, whole.slice(p.start, p.end));
    at = p.end;
  }
  // `\{{` stands for two braces.
  text = (text + whole.slice(at, end)).replaceAll('\\{{', ' {{');
  const strings = own.length === 0 ? [] : [...stringsIn(text)];
  const open = own
    .map((p) => ({ start: p.start - start, end: p.end - start }))
    .filter((p) => !strings.some((s) => s.start < p.start && p.end < s.end));
  return { text, open, restored: (message) => message.replace(/Zq(?:Zq)+Z?/g, (m) => originals.get(m.length) ?? m) };
}

function* stringsIn(text: string): Generator<Range> {
  for (const { kind, start, end } of tokensOf(text, text.length)) if (kind === 'string') yield { start, end };
}

export interface QueryToken extends Range {
  /** `open`: a string or comment without an end. */
  readonly kind: 'name' | 'punctuator' | 'string' | 'number' | 'open';
  readonly text: string;
}

const form = /[\s,\uFEFF]+|#[^\r\n]*|"""|"(?:\\.|[^"\\\r\n])*"?|\.\.\.|[_A-Za-z]\w*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[!$&()[\]{}:=@|]|[^]/y;

/** The tokens of a query before an offset, also of one that is not complete. Linear. */
export function* tokensOf(text: string, end: number): Generator<QueryToken> {
  for (let at = 0; at < end;) {
    form.lastIndex = at;
    const [found = ''] = form.exec(text) ?? [];
    const start = at;
    at += Math.max(1, found.length);
    if (found === '"""') {
      at = text.indexOf('"""', at);
      while (at >= 0 && text[at - 1] === '\\') at = text.indexOf('"""', at + 3);
      at = at < 0 ? text.length + 1 : at + 3;
    }
    const first = found.charAt(0);
    if (/[\s,\uFEFF]/.test(first)) continue;
    if (first === '#') {
      if (at >= end) yield { kind: 'open', start, end, text: '#' };
      continue;
    }
    if (first === '"') {
      const isOpen = at > end || (at === end && found !== '"""' && (found.length < 2 || !found.endsWith('"')));
      yield { kind: isOpen ? 'open' : 'string', start, end: Math.min(at, end), text: found };
    } else if (/[_A-Za-z]/.test(first)) yield { kind: 'name', start, end: at, text: found };
    else yield { kind: /[-\d]/.test(first) ? 'number' : 'punctuator', start, end: at, text: found };
  }
}

/** Deepest nesting of brackets in a text; strings and comments do not count. */
export function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const { text: token } of tokensOf(text, text.length)) {
    if (token === '{' || token === '(' || token === '[') most = Math.max(most, ++depth);
    else if (token === '}' || token === ')' || token === ']') depth--;
  }
  return most;
}
