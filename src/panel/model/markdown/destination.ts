/** Common named entities; others stay as written. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  plusmn: '±',
  euro: '€',
  rarr: '→',
  larr: '←',
};

/** The character that `&…;` represents. */
export function decodeEntity(text: string): string | undefined {
  const name = text.slice(1, -1);
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

const unescape = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (all, c?: string) => c ?? decodeEntity(all) ?? all);

const angled = /<((?:[^<>\n\\]|\\.)*)>/y;
/** Maximum UTF-16 units of an address; a longer one is text. */
const addressLimit = 2000;
const title = /[ \n]+(?:"(?:[^"\\]|\\[^]){0,999}"|'(?:[^'\\]|\\[^]){0,999}'|\((?:[^()\\]|\\[^]){0,999}\))/y;

/** Parses the address and the title, which is dropped, from after `(` to after `)`. */
export function readDestination(source: string, from: number): { readonly url: string; readonly end: number } | undefined {
  const bare = readAddress(source, skipSpace(source, from));
  title.lastIndex = bare.end;
  const end = skipSpace(source, bare.end + (title.exec(source)?.[0].length ?? 0));
  return source.charAt(end) === ')' ? { url: bare.url, end: end + 1 } : undefined;
}

/** `[label]: address "title"` on a line of its own. */
export function readDefinition(line: string): { readonly label: string; readonly url: string } | undefined {
  const head = /^ {0,3}\[((?:[^\\[\]]|\\.){1,999})\]:[ \t]*/.exec(line);
  if (head?.[1] === undefined || head[1].trim() === '') return undefined;
  const { url, end } = readAddress(line, head[0].length);
  if (end === head[0].length) return undefined;
  title.lastIndex = end;
  return line.slice(end + (title.exec(line)?.[0].length ?? 0)).trim() === '' ? { label: head[1], url } : undefined;
}

function readAddress(source: string, from: number): { readonly url: string; readonly end: number } {
  angled.lastIndex = from;
  const inAngles = angled.exec(source);
  if (inAngles !== null) return { url: unescape(inAngles[1] ?? ''), end: from + inAngles[0].length };
  let depth = 0;
  let end = from;
  for (; end < Math.min(source.length, from + addressLimit); end++) {
    const c = source.charAt(end);
    if (c <= ' ' || (c === ')' && depth === 0)) break;
    if (c === '\\') end++;
    else if (c === '(') depth++;
    else if (c === ')') depth--;
  }
  return { url: unescape(source.slice(from, Math.min(end, source.length))), end: Math.min(end, source.length) };
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && source.charAt(at) <= ' ') at++;
  return at;
}
