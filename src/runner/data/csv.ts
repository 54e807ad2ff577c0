export interface CsvRow {
  /** Line where the row starts, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

export type CsvResult =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/**
 * Parses CSV (RFC 4180): comma-separated fields, quoted if they contain commas, quotes (doubled) or line breaks. Rows end with LF or
 * CRLF. Empty lines and a leading BOM are skipped.
 */
export function parseCsv(text: string): CsvResult {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const begins = line;
    const fields: string[] = [];
    for (;;) {
      if (text[at] === '"') {
        const field = quoted();
        if (field === undefined) return { ok: false, line: begins, message: 'a field in quotes is not closed' };
        fields.push(field);
        const next = text[at];
        if (next !== undefined && next !== ',' && next !== '\n' && !(next === '\r' && text[at + 1] === '\n'))
          return { ok: false, line, message: 'after the closing quote of a field comes a comma or the end of the line' };
      } else fields.push(plain());
      if (text[at] !== ',') break;
      at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: begins, fields });
  }
  return { ok: true, rows };

  function plain(): string {
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '\n' && !(text[at] === '\r' && text[at + 1] === '\n')) at++;
    return text.slice(from, at);
  }

  function quoted(): string | undefined {
    let field = '';
    for (at++; ;) {
      const end = text.indexOf('"', at);
      if (end < 0) return undefined;
      field += text.slice(at, end);
      at = end + 1;
      if (text[at] !== '"') break;
      field += '"';
      at++;
    }
    line += field.split('\n').length - 1;
    return field;
  }
}
