import { valueToJson, type Value } from '../../base/values/value.ts';
import { visibleJson, visibleText } from '../../base/text/visible.ts';
import { ReqError } from '../../base/reqError.ts';
import { inRunOrder, listRequests, noVariables, type Collection, type RequestSummary } from '../../language/index.ts';
import type { Options } from '../commandLine/args.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { findFiles, holdsRequests, readText, warnOfLeftOut, type FoundFile } from '../world/cliFiles.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';
import { parseFile } from '../world/readForeign.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { relativePath } from '../world/shownPath.ts';

/** A row without its tree, because a list may have a million rows. */
type Listed = Pick<RequestSummary, 'line' | 'name' | 'title' | 'method' | 'urlTemplate' | 'tags'> & { readonly file: string };

const rowsAtOnce = 1000;

/**
 * `req list`.
 * @throws {ReqError} if a path cannot be read
 */
export async function list(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req list . lists those of this folder.' });
  const all: Listed[] = [];
  const found = (await findFiles(operands, warnOfLeftOut(err))).filter(({ file }) => holdsRequests(file));
  for (const { file } of await inOrder(found)) {
    const shown = relativePath(file);
    for (const { text } of requestTextsWithin(file, await readText(file)))
      for (const { line, name, title, method, urlTemplate, tags } of listRequests(await parseFile(file, text)))
        all.push({ file: shown, line, name, title, method, urlTemplate, tags });
  }
  if (options.has('json')) writeJson(all, out);
  else writeTable(all, out);
  return exitCodes.ok;
}

/** Files in the order in which `req run` sends them. */
async function inOrder(files: readonly FoundFile[]): Promise<readonly FoundFile[]> {
  const workspace = createWorkspace({ files, variables: noVariables, environment: undefined });
  const placed: (FoundFile & { readonly collection: Pick<Collection, 'shared'> })[] = [];
  for (const found of files) {
    // A list needs only the order from the files around a request, so it ignores their errors.
    const collection = await workspace.collectionOf(found.file).catch(() => ({ shared: [] }));
    placed.push({ ...found, collection });
  }
  return inRunOrder(placed);
}

function writeJson(all: readonly Listed[], out: Sink): void {
  if (all.length === 0) return out.write('[]\n');
  // Each part is a JSON array without its brackets.
  for (let i = 0; i < all.length; i += rowsAtOnce) {
    const part = visibleJson(valueToJson(all.slice(i, i + rowsAtOnce).map(asValue), 2));
    out.write(`${i === 0 ? '[' : ','}${part.slice(1, -2)}`);
  }
  out.write('\n]\n');
}

function asValue({ file, line, name, title, method, urlTemplate, tags }: Listed): Value {
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

const widest = 48;

/** Rows such as `users.req:7  createUser  POST  {{host}}/users  admin`, in columns. */
function writeTable(all: readonly Listed[], out: Sink): void {
  const widths = [0, 0, 0, 0];
  for (const listed of all) {
    const row = cells(listed);
    for (const [column, width] of widths.entries()) widths[column] = Math.min(widest, Math.max(width, row[column]?.length ?? 0));
  }
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  for (let i = 0; i < all.length; i += rowsAtOnce) {
    const part = all.slice(i, i + rowsAtOnce).map((listed) => `${line(cells(listed)).trimEnd()}\n`);
    out.write(part.join(''));
  }
}

const cells = ({ file, line, name, method, urlTemplate, tags }: Listed): readonly string[] =>
  [`${file}:${line}`, name, method, urlTemplate, tags.join(', ')].map(visibleText);
