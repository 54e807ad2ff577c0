/**
 * A part of a text to show. `mark` is the name of the character it replaces (`U+202E`) if that is a control or
 * invisible.
 */
export interface VisiblePart {
  readonly text: string;
  readonly mark: string | null;
}

/**
 * Control and invisible characters: controls except tab, bidirectional controls (UAX #9), line and paragraph
 * separators, Unicode's Default_Ignorable_Code_Point, lone surrogates. The joiners U+200C and U+200D and the variation
 * selectors are allowed: scripts and emoji need them.
 */
const acting = /(?![\t\u200c\u200d\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
const actingOnce = new RegExp(acting.source, 'u');

/** Splits a text into plain parts and marks (`␛`, `⟨U+202E⟩`) for control and invisible characters. No part is empty. */
export function visibleParts(text: string): readonly VisiblePart[] {
  if (!actingOnce.test(text)) return text === '' ? [] : [{ text, mark: null }];
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(acting)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), mark: null });
    const codePoint = match[0].codePointAt(0) ?? 0;
    parts.push({ text: markOf(codePoint), mark: nameOf(codePoint) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mark: null });
  return parts;
}

/** `visibleParts` joined to one text. */
export function visibleText(text: string): string {
  if (!actingOnce.test(text)) return text;
  return text.replace(acting, (c) => markOf(c.codePointAt(0) ?? 0));
}

/** Anything but ASCII, Latin, and the dashes, quotes, arrows and signs of Req's own texts, which are always safe to show. */
const unusual = /[^\t\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2100-\u27bf]/;

/** `visibleText` for several lines; line breaks become LF. */
export function visibleLines(text: string): string {
  // Fast path: nearly all text is plain.
  if (!unusual.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(/[^\n]+/g, visibleText);
}

/** JSON in which characters that have an effect in a terminal or a GitHub Actions log are written as `\u001b`. The values stay the same. */
export function visibleJson(json: string): string {
  const plain = json.replaceAll('##[', '##\\u005b');
  if (!/[^\t\n\u0020-\u007e]/.test(plain)) return plain;
  return plain.replace(/[^\t\n\u0020-\u007e]+/g, (run) => run.replace(acting, escaped));
}

/** `visibleJson` for JSON in pieces; a match may span two of them. */
export function* visibleJsonPieces(pieces: Iterable<string>): Generator<string> {
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    held = /#{0,2}$/.exec(text)?.[0] ?? '';
    yield visibleJson(held === '' ? text : text.slice(0, -held.length));
  }
  yield held;
}

const escaped = (c: string): string =>
  Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

function markOf(codePoint: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint);
  if (codePoint === 0x7f) return '␡';
  return `⟨${nameOf(codePoint)}⟩`;
}

function nameOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
