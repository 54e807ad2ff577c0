import { valueToJson, type Value } from '../../base/value.ts';
import { visibleJson, visibleText } from '../../base/visible.ts';
import { ReqError } from '../../base/reqError.ts';
import { listRequests, parse, type RequestSummary } from '../../language/index.ts';
import type { Options } from '../args.ts';
import { exitCodes, type ExitCode } from '../exitCode.ts';
import { findFiles, holdsRequests, readText, warnOfLeftOut } from '../files.ts';
import { createOutput } from '../output.ts';
import { relativePath } from '../place.ts';

interface Listed {
  readonly file: string;
  readonly request: RequestSummary;
}

/** `req list`. Throws ReqError for a path that cannot be read. */
export async function list(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req list . lists those of this folder.' });
  const all: Listed[] = [];
  for (const { file } of await findFiles(operands, warnOfLeftOut(err))) {
    if (!holdsRequests(file)) continue;
    for (const request of listRequests(parse(await readText(file)))) all.push({ file: relativePath(file), request });
  }
  out.write(options.has('json') ? `${visibleJson(valueToJson(all.map(asValue), 2))}\n` : table(all));
  return exitCodes.ok;
}

function asValue({ file, request: { line, name, title, method, urlTemplate, tags } }: Listed): Value {
  return new Map<string, Value>([
    ['file', file],
    ['line', line],
    ['name', name],
    ['title', title],
    ['method', method],
    ['url', urlTemplate],
    ['tags', tags],
  ]);
}

/** Cells that are wider push what follows them. */
const widest = 48;

/** `users.req:7  createUser  POST  {{host}}/users  admin`, in columns. */
function table(all: readonly Listed[]): string {
  const rows = all.map(({ file, request: { line, name, method, urlTemplate, tags } }) =>
    [`${file}:${line}`, name, method, urlTemplate, tags.join(', ')].map(visibleText),
  );
  const widths = [0, 1, 2, 3].map((column) => Math.min(widest, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
