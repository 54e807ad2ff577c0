import type { ImportInput } from '../importResult.ts';

/** Keys whose nested keys are read too: `info.type`. */
const inner = new Set(['info', 'meta']);

/**
 * The top-level keys of a JSON or YAML document, with scalar values. Scans the whole text without creating values. For other texts, the
 * result is empty or wrong.
 */
export function topKeys({ text }: ImportInput): ReadonlyMap<string, string> {
  const body = text.replace(/^\ufeff?(?:\s+|#[^\n]*\n|%[^\n]*\n|---[ \t]*(?:\n|(?=[{[])))*/, '');
  return body.startsWith('{') ? flowKeys(body) : blockKeys(body);
}

/** Keys of a mapping in braces: JSON, or YAML in flow style. */
function flowKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let depth = 0;
  /** The key at depth 1 whose value is being read. */
  let around = '';
  let word = '';
  let key: string | undefined;
  const end = (): void => {
    if (key !== undefined) keys.set(key, word);
    key = undefined;
    word = '';
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    const isSeen = depth === 1 || (depth === 2 && inner.has(around));
    if (c === '"' || c === "'") {
      const close = quoteEnd(text, i);
      if (isSeen) word = text.slice(i + 1, Math.min(close, i + 200));
      i = close;
    } else if (c === '{' || c === '[') {
      if (depth === 1) around = key ?? '';
      if (isSeen) end();
      depth++;
    } else if (c === '}' || c === ']') {
      if (isSeen) end();
      if (--depth === 0) break;
    } else if (!isSeen) continue;
    else if (c === ':' && key === undefined) {
      key = depth === 1 ? word.trim() : `${around}.${word.trim()}`;
      word = '';
    } else if (c === ',') end();
    else if (word.length < 200 && (word !== '' || c.trim() !== '')) word += c;
  }
  return new Map(Array.from(keys, ([name, value]) => [name, value.trim()] as const));
}

/** Index of the quote that closes the one at `from`; the end of the text if there is none. */
function quoteEnd(text: string, from: number): number {
  const quote = text[from] as string;
  for (let at = text.indexOf(quote, from + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (quote === "'" || slashes % 2 === 0) return at;
  }
  return text.length;
}

const entry = /^(?:["']?)([\w$.-]+)["']?[ \t]*:(?:[ \t]+["']?([^\n"'#{[|>&]*)|[ \t]*(?=\{)(\{[^\n]*)|[ \t]*$)/gm;

/** Keys of a YAML mapping in block style: those at the start of a line, and those of `info` and `meta`. */
function blockKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const m of text.matchAll(entry)) {
    const [whole, key = '', value = '', flow] = m;
    if (!keys.has(key)) keys.set(key, value.trim());
    if (!inner.has(key)) continue;
    const below =
      /^(?:[ \t]*\r?\n|[ \t]+[^\n]*\n?)*/.exec(text.slice(m.index + whole.length + 1, m.index + whole.length + 4000))?.[0] ?? '';
    const braces = flow ?? /^[^\n]*?(\{[^\n]*)/.exec(text.slice(m.index + key.length, m.index + 2000))?.[1];
    if (braces !== undefined) for (const [name, v] of flowKeys(braces)) keys.set(`${key}.${name}`, v);
    for (const [, name = '', v = ''] of below.matchAll(/^[ \t]+["']?(\w+)["']?[ \t]*:[ \t]*["']?([^\n"'#]*)/gm))
      if (!keys.has(`${key}.${name}`)) keys.set(`${key}.${name}`, v.trim());
  }
  return keys;
}
