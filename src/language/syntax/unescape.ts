import type { Range } from '../../base/text/text.ts';

/** The value of a text with escapes, and a mapping from its offsets to the file. */
export interface Unescaped {
  readonly text: string;
  /** Maps a range of `text` to the file. */
  readonly placeOf: (range: Range) => Range;
}

const escape = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r\n|[^])/y;
const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '', '\r': '' };

/** Unescapes the content of a JavaScript or JSON string (JSON's escapes are a subset) in linear time. Never throws. */
export function unescape(source: string, start: number, end: number): Unescaped {
  const written = source.slice(start, end);
  if (!written.includes('\\')) return { text: written, placeOf: (r) => ({ start: start + r.start, end: start + r.end }) };
  const pieces: string[] = [];
  const places: number[] = [];
  const push = (text: string, at: number): void => {
    pieces.push(text);
    for (let i = 0; i < text.length; i++) places.push(at);
  };
  for (let at = 0; at < written.length;) {
    escape.lastIndex = at;
    const m = written[at] === '\\' ? escape.exec(written) : null;
    if (m === null) push(written.charAt(at), start + at++);
    else {
      push(meant(m), start + at);
      at += m[0].length;
    }
  }
  places.push(end);
  return { text: pieces.join(''), placeOf: (r) => ({ start: places[r.start] ?? end, end: places[r.end] ?? end }) };
}

function meant([all, point, unit, byte]: RegExpExecArray): string {
  const code = point ?? unit ?? byte;
  if (code !== undefined) return Number.parseInt(code, 16) <= 0x10ffff ? String.fromCodePoint(Number.parseInt(code, 16)) : '\ufffd';
  const character = all.slice(1);
  return character === '\r\n' ? '' : Object.hasOwn(named, character) ? (named[character] as string) : character;
}
