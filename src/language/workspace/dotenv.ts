import { ReqError } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/utf8.ts';

export const isDotenvFile = (file: string): boolean => /(?:^|[\\/])\.env$/.test(file);

/**
 * The text of a file around a request; undefined where it is not UTF-8, which its own diagnostics tell.
 * Throws ReqError for a `.env`, which has none.
 */
export function textAround(file: string, bytes: Uint8Array): string | undefined {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  if (isDotenvFile(file)) throw new ReqError('parse', `${file} is not UTF-8: byte ${decoded.offset}.`);
  return undefined;
}

/** A `.env` file, read. */
export interface DotenvFile {
  readonly file: string;
  readonly text: string;
  /** The value of each name and the line it stands in, from 1. The last of a name counts. */
  readonly values: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  /** Why it cannot be read; it has no values then. */
  readonly problem?: string;
}

/**
 * Reads a `.env` file as Node does: `NAME=value` lines, `export` before them, comments after `#`, values in single, double or
 * back quotes that may go over lines, `\n` inside double quotes. Never fails: what is none of it is passed over.
 */
export function readDotenvFile(file: string, written: string): DotenvFile {
  const text = written.replaceAll('\r', '').replace(/^\uFEFF/, '');
  const values = new Map<string, { readonly value: string; readonly line: number }>();
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const here = text.slice(at, end);
    const equals = here.indexOf('=');
    const key = here
      .slice(0, Math.max(0, equals))
      .trim()
      .replace(/^export +/, '');
    let next = end + 1;
    if (key !== '' && !key.startsWith('#')) {
      const { value, over } = valueAt(text, at + equals + 1, end);
      values.set(key, { value, line });
      next = over;
    }
    for (let i = at; i < Math.min(next, text.length); i++) if (text[i] === '\n') line++;
    at = next;
  }
  return { file, text: written, values };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The value that begins in a line, and where the line after it begins. */
function valueAt(text: string, from: number, end: number): { readonly value: string; readonly over: number } {
  const rest = text.slice(from, end).trim();
  const quote = rest[0];
  if (quote === '"' || quote === "'" || quote === '`') {
    const opening = text.indexOf(quote, from);
    const closing = text.indexOf(quote, opening + 1);
    if (closing < 0) return { value: rest, over: end + 1 };
    const inside = text.slice(opening + 1, closing);
    return { value: quote === '"' ? inside.replaceAll('\\n', '\n') : inside, over: endOfLine(text, closing) + 1 };
  }
  const comment = rest.indexOf('#');
  return { value: (comment < 0 ? rest : rest.slice(0, comment)).trim(), over: end + 1 };
}
