import { pushAll } from '../../base/lists.ts';
import path from 'node:path';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { valueToJson, type Value } from '../../base/values/value.ts';
import { visibleJson, visibleText } from '../../base/text/visible.ts';
import { kindOf, listFolder } from '../../files/folders.ts';
import { readRegular, sizeOfRegular } from '../../files/read.ts';
import { fillGiven } from '../../files/given.ts';
import { isLink } from '../../files/real.ts';
import type { FileToWrite } from '../../files/writeAll.ts';
import type { FolderInput, FolderPort, ImportFormat, ImportInput, ImportNote, ImportResult } from '../../convert/import/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt } from '../cancel.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import { isFolder, readBytes, readText, standardInput, textOfBytes, unwritable } from '../world/cliFiles.ts';
import { createOutput, type Output } from '../output/output.ts';
import { relativePath, shownPath } from '../world/shownPath.ts';
import { usedDialect } from '../world/readForeign.ts';
import { boundHeapGrowth } from '../heapGrowth.ts';
import { checkFolder, writeTexts } from '../world/writeTexts.ts';

/** Loaded by this command only. */
const load = () => import('../../convert/import/index.ts');

/**
 * The texts to import, the default output folder, and the imported folder. For a single imported file there is no folder: files beside it
 * are not part of the import.
 */
interface Source {
  readonly inputs: readonly ImportInput[];
  readonly beside: string | undefined;
  readonly folder: string | undefined;
}

const kindAt = (file: string): Promise<'file' | 'folder' | undefined> => kindOf(file).catch(() => undefined);

/** The imported folder: files that its requests name are copied. Links out of it are not followed. */
const folderPort = (folder: string): FolderPort => ({
  kindOf: (name) => kindAt(path.resolve(folder, name)),
  sizeOf: (name) => sizeOfRegular(path.resolve(folder, name)).catch(() => 0),
  read: (name) => readBytes(path.resolve(folder, name), { within: folder }),
});

/**
 * `req import`.
 * @throws {ReqError} if an input cannot be read or an output file exists
 */
export async function importInto(options: Options, operands: readonly string[]): Promise<ExitCode> {
  boundHeapGrowth();
  const output = createOutput(options);
  const {
    checkImport,
    environmentsOf,
    importFiles,
    importFormats,
    detectFormat,
    dialectNamed,
    limitedSource,
    percentOf,
    withTranslatedScripts,
  } = await load();
  const named = [...importFormats, 'auto'].find((f) => f === operands[0]);
  // A format's name without operands after it is a file name.
  const isNamed = named !== undefined && operands.length > 1;
  const from = isNamed && named !== 'auto' ? (named as ImportFormat) : undefined;
  const paths = isNamed ? operands.slice(1) : operands;
  if (paths.length === 0 || (named !== undefined && !isNamed))
    throw new ReqError('usage', 'An input is missing.', { hint: 'req import auto FILE reads a file or folder; - is standard input.' });
  const [first = ''] = operands;
  if (!isNamed && paths.length > 1 && /^[a-z]+$/i.test(first) && (await kindAt(first)) === undefined)
    throw new ReqError('usage', `There is no format and no file "${first}".`, {
      hint: `The formats are ${importFormats.join(', ')} and auto.`,
    });
  const source = await readInputs(paths, from);
  const format = from ?? source.inputs.map(detectFormat).find((f) => f !== undefined);
  const dialect = dialectNamed(usedDialect());
  const read = importFiles(
    format,
    source.inputs.map((input) => ({ ...input, dialect })),
  );
  const converted = options.has('translate-scripts') ? withTranslatedScripts(read) : read;
  const given = options.text('output');
  const isOne = format === 'curl' || format === 'har';
  const beside = format === 'http' || format === 'hurl' ? source.beside : isOne ? '.' : converted.name;
  const dir = path.resolve(given ?? beside ?? '.');
  const { scriptProblem } = await import('../../language/javascript.ts');
  const copied = source.folder === undefined ? {} : { source: limitedSource(folderPort(source.folder)) };
  const result = await checkImport(converted, { root: dir, kindOf: kindAt, ...copied, scriptProblem });
  const secretsFile = options.text('secrets-file');
  const written = await write(result, dir, secretsFile, options.has('force'));
  printImport(
    result,
    written,
    options.has('json'),
    output,
    countsOf(result, percentOf(result.whole, result.requests), environmentsOf(result)),
  );
  printMissing(result, output);
  printSecrets(result, secretsFile, output);
  return exitCodes.ok;
}

async function readInputs(paths: readonly string[], format: ImportFormat | undefined): Promise<Source> {
  const { filesToImport, importLimits, ImportSize, mayBelong, ofOneFormat, orProblem } = await load();
  const inputs: ImportInput[] = [];
  let beside: string | undefined;
  let folder: string | undefined;
  const size = new ImportSize();
  const read = async (file: string, name: string): Promise<ImportInput> => {
    if (!size.add(await sizeOfRegular(file).catch(() => 0)))
      throw new ReqError('usage', `${shownPath(file)}: more than ${importLimits.megabytes} MB are not imported at once.`);
    return { path: name, text: await readText(file, importLimits.bytes) };
  };
  for (const given of paths) {
    if (given === '-') {
      const bytes = await standardInput();
      if (bytes.length > importLimits.bytes)
        throw new ReqError('usage', `More than ${importLimits.megabytes} MB are not imported at once.`);
      inputs.push({ path: 'stdin', text: textOfBytes('-', bytes) });
    } else if (await isFolder(path.resolve(given))) {
      beside ??= given;
      folder ??= path.resolve(given);
      const found: FolderInput[] = [];
      const list = (dir: string) => listFolder(path.resolve(given, dir));
      const tooMany = () => new ReqError('usage', `${shownPath(path.resolve(given))} contains more than ${importLimits.files} files.`);
      for (const file of await filesToImport(list, tooMany))
        if (mayBelong(file, format)) found.push(await orProblem(file, () => read(path.resolve(given, file), file)));
      const ofFormat = ofOneFormat(found, format);
      pushAll(inputs, ofFormat);
      if (ofFormat.length === 0) throw new ReqError('usage', `${shownPath(path.resolve(given))} contains nothing that can be imported.`);
    } else {
      beside ??= path.dirname(given);
      inputs.push(await read(path.resolve(given), path.basename(given)));
    }
  }
  return { inputs, beside, folder };
}

interface SecretsToWrite {
  readonly file: string;
  readonly text: string;
}

/** Writes all files or none. Returns their paths. */
async function write(result: ImportResult, dir: string, secretsFile: string | undefined, force: boolean): Promise<readonly string[]> {
  const copied = (result.companions ?? []).map(({ path: file, bytes }) => ({ path: file, text: bytes }));
  const targets = [...result.files, ...copied].map(({ path: file, text }): FileToWrite => ({ file: path.join(dir, file), text }));
  const secrets = secretsFile === undefined || result.secrets.length === 0 ? undefined : secretsTarget(secretsFile, result);
  if (!force) {
    const there: string[] = [];
    for (const { file, text } of secrets === undefined ? targets : [...targets, secrets])
      if (await isOther(file, text)) there.push(shownPath(file));
    if (there.length > 0) {
      const names = there.length > 3 ? `${there.slice(0, 3).join(', ')} and ${there.length - 3} more` : there.join(', ');
      throw new ReqError('usage', `${names} already ${there.length === 1 ? 'exists' : 'exist'}. Nothing was written.`, {
        hint: '-o DIR writes elsewhere, --force replaces.',
      });
    }
  }
  await checkFolder(dir);
  // Until here Ctrl+C ends the command at once. From here on it first removes the temporary files.
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  try {
    if (secrets === undefined) await writeTexts(targets, dir, signal);
    else await writeSecrets(secrets, () => writeTexts(targets, dir, signal));
  } finally {
    cancellation.dispose();
  }
  return targets.map(({ file }) => file);
}

/**
 * Writes the secrets with mode 0600. They go to a temporary file until the other files are written.
 * @throws {ReqError}
 */
async function writeSecrets({ file, text }: SecretsToWrite, writeOthers: () => Promise<void>): Promise<void> {
  const fill = async (handle: { writeFile(data: string): Promise<void> }): Promise<void> => {
    await handle.writeFile(text);
    await writeOthers();
  };
  await fillGiven(file, fill, { mode: 0o600, narrows: true, makesFolder: true }).catch((e: unknown) => {
    throw isReqError(e) ? e : unwritable(file, e);
  });
}

/** Whether the path exists with other content. A link always counts as other content. */
async function isOther(file: string, text: string | Uint8Array): Promise<boolean> {
  if (await isLink(file)) return true;
  const found = await readRegular(file).catch(() => Buffer.alloc(0));
  return found !== undefined && !found.equals(Buffer.from(text));
}

/** The secrets in the format of `--secrets`. */
const secretsTarget = (name: string, { secrets }: ImportResult): SecretsToWrite => ({
  file: path.resolve(name),
  text: `${valueToJson(new Map(secrets.map((s) => [s.name, s.value])), 2)}\n`,
});

function printImport(result: ImportResult, written: readonly string[], json: boolean, { out, err }: Output, counts: string): void {
  if (json) out.write(`${visibleJson(valueToJson(asValue(result, written.map(relativePath)), 2))}\n`);
  else for (const file of written) out.write(`${shownPath(file)}\n`);
  for (const { file, line, request, level, message } of result.notes) {
    const place = `${file}${line === undefined ? '' : `:${line}`}${request === undefined ? '' : ` (${request})`}`;
    const label = level === 'warning' ? err.style('yellow', 'warning') : err.style('dim', 'note');
    err.write(`${visibleText(place)}: ${label}: ${visibleText(message)}\n`);
  }
  err.write(`${counts}; ${written.length} file${written.length === 1 ? '' : 's'}\n`);
}

/** Counts of imported items. Environments without a collection have no requests. */
function countsOf({ requests, whole }: ImportResult, percent: number, environments: readonly string[]): string {
  if (requests > 0) return `${requests} request${requests === 1 ? '' : 's'}, ${whole} carried over completely (${percent} %)`;
  if (environments.length === 0) return 'no requests';
  return `no requests; environment${environments.length === 1 ? '' : 's'} ${visibleText(environments.join(', '))}`;
}

/** Prints the parts that were not converted, by kind. */
function printMissing({ missing }: ImportResult, { err }: Output): void {
  if (missing.length === 0) return;
  const width = Math.max(...missing.map(({ kind }) => kind.length));
  err.write('not carried over:\n');
  for (const { kind, count } of missing) err.write(`  ${kind.padEnd(width)}  ${count}\n`);
}

/** Prints the names of the secrets, never their values. */
function printSecrets({ secrets }: ImportResult, file: string | undefined, { err }: Output): void {
  if (secrets.length === 0) return;
  const names = secrets.map((s) => s.name).join(', ');
  err.write(`${secrets.length === 1 ? '1 credential is now a secret' : `${secrets.length} credentials are now secrets`}: ${names}\n`);
  err.write(
    file === undefined
      ? 'Set REQ_SECRET_NAME for each, or keep them in a file for --secrets: --secrets-file FILE writes one.\n'
      : `${shownPath(path.resolve(file))} contains their values, for --secrets. Keep it out of git.\n`,
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
    [
      'missing',
      result.missing.map(
        ({ kind, count }) =>
          new Map<string, Value>([
            ['kind', kind],
            ['count', count],
          ]),
      ),
    ],
    ['secrets', result.secrets.map((s) => s.name)],
    ['notes', result.notes.map(asNote)],
  ]);
