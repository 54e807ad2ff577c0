import { pushAll } from '../../base/lists.ts';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { valueToJson, type Value } from '../../base/value.ts';
import { visibleText } from '../../base/visible.ts';
import type { ImportFormat, ImportInput, ImportNote, ImportResult } from '../../convert/import/index.ts';
import { parse, sharedKind } from '../../language/index.ts';
import type { Options } from '../args.ts';
import { exitCodes, type ExitCode } from '../exitCode.ts';
import { isFolder, readText, standardInput, textOfBytes, unwritable } from '../files.ts';
import { createOutput, type Output } from '../output.ts';
import { shownPath } from '../place.ts';

/** The import is a bundle of its own. */
const load = () => import('../../convert/import/index.ts');

/** Octets that are read, and files of a folder. */
const mostBytes = 100_000_000;
const mostFiles = 10_000;

/** What is read, and the folder that it is imported into where none is named. */
interface Source {
  readonly inputs: readonly ImportInput[];
  readonly beside: string | undefined;
}

/** `req import`. Throws ReqError for an input that cannot be read, and for files that are there already. */
export async function importInto(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const output = createOutput(options);
  const { importFiles, importFormats, detectFormat } = await load();
  const named = [...importFormats, 'auto'].find((f) => f === operands[0]);
  // A file may be called like a format: it is one where nothing follows.
  const isNamed = named !== undefined && operands.length > 1;
  const from = isNamed && named !== 'auto' ? (named as ImportFormat) : undefined;
  const paths = isNamed ? operands.slice(1) : operands;
  if (paths.length === 0 || (named !== undefined && !isNamed))
    throw new ReqError('usage', 'An input is missing.', { hint: 'req import auto FILE reads a file or folder; - is standard input.' });
  const source = await read(paths, from);
  const format = from ?? source.inputs.map(detectFormat).find((f) => f !== undefined);
  const result = importFiles(format, source.inputs, ({ path: file, text }) => {
    const tree = parse(text, { shared: sharedKind(file) !== undefined });
    return tree.diagnostics
      .filter((d) => d.severity === 'error')
      .map((d) => ({ line: tree.lines.positionAt(d.range.start).line + 1, message: d.message }));
  });
  const given = options.text('output');
  const isOne = format === 'curl' || format === 'har';
  const beside = format === 'http' ? source.beside : isOne ? '.' : result.name;
  const written = await write(result, path.resolve(given ?? beside ?? '.'), options.has('force'));
  tell(result, written, options.has('json'), output);
  return exitCodes.ok;
}

async function read(paths: readonly string[], format: ImportFormat | undefined): Promise<Source> {
  const { mayBelong, ofOneFormat } = await load();
  const inputs: ImportInput[] = [];
  let beside: string | undefined;
  let bytes = 0;
  const add = async (file: string, name: string): Promise<void> => {
    bytes += (await fs.stat(file).catch(() => undefined))?.size ?? 0;
    if (bytes > mostBytes)
      throw new ReqError('usage', `${shownPath(file)}: more than ${mostBytes / 1_000_000} MB are not imported at once.`);
    inputs.push({ path: name, text: await readText(file) });
  };
  for (const given of paths) {
    if (given === '-') {
      const octets = await standardInput();
      if (octets.length > mostBytes) throw new ReqError('usage', `More than ${mostBytes / 1_000_000} MB are not imported at once.`);
      inputs.push({ path: 'stdin', text: textOfBytes('-', octets) });
    } else if (await isFolder(path.resolve(given))) {
      beside ??= given;
      const found = await filesUnder(path.resolve(given));
      const before = inputs.length;
      for (const file of found.filter((name) => mayBelong(name, format))) await add(path.resolve(given, file), file);
      pushAll(inputs, ofOneFormat(inputs.splice(before), format));
      if (inputs.length === before) throw new ReqError('usage', `${shownPath(path.resolve(given))} holds nothing that can be imported.`);
    } else {
      beside ??= path.dirname(given);
      await add(path.resolve(given), path.basename(given));
    }
  }
  return { inputs, beside };
}

/** Files of a folder and below, with `/`, sorted; hidden folders are left out, but for that of VS Code's settings. */
async function filesUnder(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const visit = async (dir: string): Promise<void> => {
    for (const entry of await fs.readdir(path.join(root, dir), { withFileTypes: true })) {
      const inside = dir === '' ? entry.name : `${dir}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name === 'node_modules' || (entry.name.startsWith('.') && entry.name !== '.vscode')) continue;
        await visit(inside);
      } else if (entry.isFile()) files.push(inside);
      if (files.length > mostFiles) throw new ReqError('usage', `${shownPath(root)} holds more than ${mostFiles} files.`);
    }
  };
  await visit('');
  return files.toSorted();
}

/** Writes the files, all or none where one is there already. Gives their paths. */
async function write(result: ImportResult, dir: string, force: boolean): Promise<readonly string[]> {
  const targets = result.files.map(({ path: file, text }) => ({ file: path.join(dir, file), text }));
  if (!force) {
    const there: string[] = [];
    for (const { file, text } of targets) {
      const found = await fs
        .readFile(file, 'utf8')
        .catch((e: NodeJS.ErrnoException) => (e.code === 'ENOENT' || e.code === 'ENOTDIR' ? undefined : ''));
      if (found !== undefined && found !== text) there.push(shownPath(file));
    }
    if (there.length > 0) {
      const names = there.length > 3 ? `${there.slice(0, 3).join(', ')} and ${there.length - 3} more` : there.join(', ');
      throw new ReqError('usage', `${names}: there already. Nothing was written.`, { hint: '-o DIR writes elsewhere, --force replaces.' });
    }
  }
  for (const { file, text } of targets) {
    try {
      await fs.mkdir(path.dirname(file), { recursive: true });
      await keptInside(file, dir);
      await fs.writeFile(file, text);
    } catch (e) {
      throw unwritable(file, e);
    }
  }
  return targets.map(({ file }) => shownPath(file));
}

/** A symbolic link that is there already may lead out of the folder. */
async function keptInside(file: string, dir: string): Promise<void> {
  const within = path.relative(await fs.realpath(dir), await fs.realpath(path.dirname(file)));
  if (within.startsWith('..') || path.isAbsolute(within)) throw new Error('a symbolic link leads out of the folder');
}

function tell(result: ImportResult, written: readonly string[], json: boolean, { out, err }: Output): void {
  if (json) out.write(`${valueToJson(asValue(result, written), 2)}\n`);
  else for (const file of written) out.write(`${visibleText(file)}\n`);
  for (const { file, line, request, level, message } of result.notes) {
    const place = `${file}${line === undefined ? '' : `:${line}`}${request === undefined ? '' : ` (${request})`}`;
    const label = level === 'warning' ? err.style('yellow', 'warning') : err.style('dim', 'note');
    err.write(`${visibleText(place)}: ${label}: ${visibleText(message)}\n`);
  }
  const { requests, whole } = result;
  err.write(
    `${requests} request${requests === 1 ? '' : 's'}, ${whole} carried over whole; ${written.length} file${written.length === 1 ? '' : 's'}\n`,
  );
}

const asNote = ({ file, line, request, level, message }: ImportNote): Value =>
  new Map<string, Value>([
    ['file', file],
    ['line', line ?? null],
    ['request', request ?? null],
    ['level', level],
    ['message', message],
  ]);

const asValue = (result: ImportResult, written: readonly string[]): Value =>
  new Map<string, Value>([
    ['requests', result.requests],
    ['whole', result.whole],
    ['files', [...written]],
    ['notes', result.notes.map(asNote)],
  ]);
