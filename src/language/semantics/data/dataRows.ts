import { csvRows, csvValue } from '../../../base/text/csv.ts';
import { jsonToValue, readJson, type JsonNode } from '../../../base/json/json.ts';
import { ReqError } from '../../../base/reqError.ts';
import { LineIndex } from '../../../base/text/text.ts';
import type { Value } from '../../../base/values/value.ts';
import type { Origin } from '../variables/variables.ts';

/** A row of data. Its columns are variables. */
export interface DataRow {
  readonly values: ReadonlyMap<string, Value>;
  /** From 1. */
  readonly number: number;
  /** `option` is the place of the row for messages, which no other row of the file has. */
  readonly origin: Origin & { readonly file: string; readonly line: number; readonly option: string };
}

export interface DataFile {
  /** Absolute. */
  readonly file: string;
  /** Path for messages. */
  readonly shown: string;
  readonly text: string;
}

/** Lower case, without the dot. */
const kindOf = (file: string): string | undefined => /\.(csv|json|jsonl|ndjson)$/i.exec(file)?.[1]?.toLowerCase();

/** Whether the values of the data file are texts without a type. */
export const isTable = (file: string | undefined): boolean => file !== undefined && kindOf(file) === 'csv';

/**
 * Reads the rows of a data file: CSV with a header row (all values are text), a JSON array of objects, or one object per line (JSONL).
 * JSON values keep their types, and numbers all digits.
 * @throws {ReqError} `usage` for an invalid or empty file
 */
export function readRows(data: DataFile): readonly DataRow[] {
  const kind = kindOf(data.file);
  const rows = kind === 'csv' ? tableRows(data) : kind === 'json' ? jsonRows(data) : kind === undefined ? undefined : jsonLineRows(data);
  if (rows === undefined) throw new ReqError('usage', `${data.shown} is not a data file: its name must end with .csv, .json or .jsonl.`);
  if (rows.length === 0) throw new ReqError('usage', `${data.shown} contains no rows, so nothing was run.`);
  return rows;
}

function broken({ file, shown }: DataFile, line: number, message: string, column = 1): ReqError {
  return new ReqError('usage', `${shown}: ${message}.`, { at: { file, line, column } });
}

interface RowPlace {
  /** From 1. */
  readonly number: number;
  readonly line: number;
  /** Set if another row is on the same line. */
  readonly column?: number | undefined;
}

const row = ({ file, shown }: DataFile, { number, line, column }: RowPlace, values: ReadonlyMap<string, Value>): DataRow => ({
  values,
  number,
  origin: { layer: 'data', option: `${shown}:${line}${column === undefined ? '' : `:${column}`}`, file, line },
});

function tableRows(data: DataFile): readonly DataRow[] {
  const [header, ...rows] = fieldRows(data);
  if (header === undefined) return [];
  const names = header.fields.map((f) => f.trim());
  const [only = '', ...others] = names;
  const separator = others.length > 0 ? undefined : /[;\t]/.exec(only)?.[0];
  if (separator !== undefined)
    throw broken(data, header.line, `columns are separated by commas, not by ${separator === ';' ? 'semicolons' : 'tabs'}`);
  for (const [i, name] of names.entries()) {
    if (name === '') throw broken(data, header.line, `column ${i + 1} of the header row has no name`);
    if (names.indexOf(name) !== i) throw broken(data, header.line, `two columns are named "${name}"`);
  }
  return rows.map(({ line, fields }, index) => {
    if (fields.length !== names.length)
      throw broken(data, line, `this row has ${fields.length} field${fields.length === 1 ? '' : 's'}, the header row has ${names.length}`);
    return row(data, { number: index + 1, line }, new Map(names.map((name, i) => [name, fields[i] as string])));
  });
}

/** Rows of CSV without a byte order mark; empty lines are skipped. */
function fieldRows(data: DataFile): readonly { readonly line: number; readonly fields: readonly string[] }[] {
  const rows: { line: number; fields: string[] }[] = [];
  for (const { line, cells, problem } of csvRows(data.text, { separator: ',', from: data.text.startsWith('\ufeff') ? 1 : 0 })) {
    if (problem !== undefined) throw broken(data, problem.line, problem.message);
    const fields = cells.map(({ start, end }) => csvValue(data.text.slice(start, end)));
    if (fields.length > 1 || data.text.charAt(cells[0]?.start ?? 0) === '"' || fields[0] !== '') rows.push({ line, fields });
  }
  return rows;
}

function jsonRows(data: DataFile): readonly DataRow[] {
  const lines = LineIndex.of(data.text);
  const placeOf = ({ range }: JsonNode) => {
    const { line, column } = lines.positionAt(range.start);
    return { line: line + 1, column: column + 1 };
  };
  const result = readJson(data.text);
  if (!result.ok) {
    const { line, column } = lines.positionAt(result.problem.offset);
    throw broken(data, line + 1, result.problem.message, column + 1);
  }
  const { node } = result;
  if (node.kind !== 'array') throw broken(data, placeOf(node).line, 'the data must be an array of objects: [{"name": value}]');
  const places = node.items.map(placeOf);
  return node.items.map((item, i) => {
    const { line, column } = places[i] as { readonly line: number; readonly column: number };
    const isAlone = places[i - 1]?.line !== line && places[i + 1]?.line !== line;
    return objectRow(data, item, { number: i + 1, line, column: isAlone ? undefined : column });
  });
}

function jsonLineRows(data: DataFile): readonly DataRow[] {
  const rows: DataRow[] = [];
  for (const [i, line] of data.text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const result = readJson(line);
    if (!result.ok) throw broken(data, i + 1, result.problem.message, result.problem.offset + 1);
    rows.push(objectRow(data, result.node, { number: rows.length + 1, line: i + 1 }));
  }
  return rows;
}

function objectRow(data: DataFile, node: JsonNode, place: RowPlace): DataRow {
  const value = node.kind === 'object' ? jsonToValue(node) : undefined;
  if (!(value instanceof Map)) throw broken(data, place.line, 'a row of data must be an object: {"name": value}', place.column);
  return row(data, place, value);
}
