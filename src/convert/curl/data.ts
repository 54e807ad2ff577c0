import { percentEncodeAll } from '../../language/index.ts';
import { fileMark, hasFiles, piecesOf } from '../text/marks.ts';

/** The text of a data option, which may contain marks of files and variables, and a note if something was lost. */
export interface DataRead {
  readonly text: string;
  readonly note: string | undefined;
}

export type DataKind = 'data' | 'binary' | 'raw' | 'urlencode' | 'json';

/** Reads a `-d`, `--data-binary`, `--data-raw`, `--data-urlencode` or `--json` option. `stdin` is the content for `@-`, if known. */
export function readData(kind: DataKind, value: string, stdin: string | undefined): DataRead {
  if (kind === 'raw') return { text: value, note: undefined };
  if (kind === 'urlencode') return readEncoded(value, stdin);
  if (!value.startsWith('@')) return { text: value, note: undefined };
  return readFile(value.slice(1), kind === 'data', stdin);
}

function readFile(path: string, strips: boolean, stdin: string | undefined): DataRead {
  if (path === '-') {
    if (stdin === undefined) return { text: '', note: 'The data comes from standard input (@-): put it into the body.' };
    // `-d` removes line breaks and NUL from the input.
    const note = strips && hasFiles(stdin) ? 'curl -d removes line breaks from the file; here its bytes are sent unchanged.' : undefined;
    return { text: strips ? stdin.replace(/[\r\n\0]/g, '') : stdin, note };
  }
  if (path.startsWith('<(')) return { text: '', note: `The data is the output of a command (${path}): put it into the body.` };
  return {
    text: fileMark(path),
    note: strips ? `curl -d removes line breaks from ${path}; here its bytes are sent unchanged.` : undefined,
  };
}

/** Reads `content`, `=content`, `name=content`, `@file` or `name@file`. An equals sign decides, also after an at sign. */
function readEncoded(value: string, stdin: string | undefined): DataRead {
  const split = /=/.exec(value) ?? /@/.exec(value);
  const name = split === null ? '' : value.slice(0, split.index);
  const prefix = name === '' ? '' : `${name}=`;
  if (split?.[0] !== '@') return { text: prefix + formEncode(split === null ? value : value.slice(split.index + 1)), note: undefined };
  const path = value.slice(split.index + 1);
  if (path === '-' && stdin !== undefined && !hasFiles(stdin)) return { text: prefix + formEncode(stdin), note: undefined };
  return {
    text: prefix,
    note: `The content of ${path === '-' ? 'standard input' : path}, form-encoded, is missing: put it in behind ${JSON.stringify(prefix)}.`,
  };
}

/** Encodes like curl: all but letters, digits and -._~; a space as `+`. Marks of variables are kept. */
function formEncode(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.kind === 'text' ? percentEncodeAll(piece.text).replaceAll('%20', '+') : piece.mark))
    .join('');
}
