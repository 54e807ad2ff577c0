import { ReqError } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';

export const isDotenvFile = (file: string): boolean => /(?:^|[\\/])\.env$/.test(file);

/**
 * Decodes a file around a request. Returns undefined if it is not UTF-8, which the file's own diagnostics report.
 * @throws ReqError `parse` for a `.env` that is not UTF-8, because such a file has no diagnostics
 */
export function textAround(file: string, bytes: Uint8Array): string | undefined {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  if (isDotenvFile(file)) throw new ReqError('parse', `${file} is not UTF-8: byte ${decoded.offset}.`);
  return undefined;
}

export interface DotenvFile {
  readonly file: string;
  readonly text: string;
  /** The value of each name, with its line number (from 1). The last definition of a name is used. */
  readonly values: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  /** The reason why the file cannot be used; `values` is empty then. */
  readonly problem?: string;
}

/**
 * Parses a `.env` file as Node.js does: `NAME=value` lines, optionally after `export`, comments after `#`, values in single,
 * double or back quotes that can span lines, `\n` inside double quotes. Never throws; other lines are skipped.
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

/** The value that begins at `from`, and the offset of the line after it. */
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
