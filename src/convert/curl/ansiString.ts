const simple: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
};

const escape = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|([^]))/y;

/** A decoded `$'…'` string. */
export interface AnsiString {
  readonly text: string;
  /** Offset after the closing quote. */
  readonly end: number;
  /** False if the decoded bytes are not UTF-8. */
  readonly utf8: boolean;
}

/** Decodes a Bash string with escapes. `start` is the offset after `$'`. Escaped bytes (`\xc3\xa9`) are decoded together as UTF-8. */
export function readAnsiString(source: string, start: number): AnsiString {
  const collected: number[] = [];
  const encoder = new TextEncoder();
  let plainFrom = start;
  let at = start;
  // Copies the text between escapes.
  const flush = (): void => {
    for (const byte of encoder.encode(source.slice(plainFrom, at))) collected.push(byte);
  };
  while (at < source.length && source[at] !== "'") {
    if (source[at] !== '\\') {
      at++;
      continue;
    }
    flush();
    escape.lastIndex = at;
    const m = escape.exec(source);
    if (m === null) {
      plainFrom = at++;
      continue;
    }
    at += m[0].length;
    const [, hex, unicode, long, octal, control, other] = m;
    let character = unicode ?? long;
    if (character !== undefined) {
      // Browsers write characters beyond U+FFFF as two surrogates.
      const low = /^[dD][89abAB]/.test(character) ? /^\\u([dD][c-fC-F][0-9A-Fa-f]{2})/.exec(source.slice(at, at + 6)) : null;
      if (low !== null) at += low[0].length;
      const text =
        low === null
          ? codePoint(Number.parseInt(character, 16))
          : String.fromCharCode(Number.parseInt(character, 16), Number.parseInt(low[1] ?? '', 16));
      character = undefined;
      for (const byte of encoder.encode(text)) collected.push(byte);
    } else if (hex !== undefined) collected.push(Number.parseInt(hex, 16));
    else if (octal !== undefined) collected.push(Number.parseInt(octal, 8) & 0xff);
    else if (control !== undefined) collected.push(control.charCodeAt(0) & 0x1f);
    else if (simple[other ?? ''] === undefined) for (const byte of encoder.encode(m[0])) collected.push(byte);
    else collected.push(simple[other ?? ''] as number);
    plainFrom = at;
  }
  flush();
  const bytes = new Uint8Array(collected);
  const end = Math.min(at + 1, source.length);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), end, utf8: true };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), end, utf8: false };
  }
}

const codePoint = (value: number): string => (value > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(value));
