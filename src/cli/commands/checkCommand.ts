import path from 'node:path';
import { pushAll } from '../../base/lists.ts';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { LineIndex } from '../../base/text/text.ts';
import { valueToJson, type Value } from '../../base/values/value.ts';
import type { Collection, Diagnostic, EnvironmentFile, FileView, IgnoredFile } from '../../language/index.ts';
import { diagnostics, environmentDiagnostics, schemasRead } from '../../language/onDemand.ts';
import type { Options } from '../commandLine/args.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import { boundHeapGrowth } from '../heapGrowth.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { findFiles, readText, warnOfLeftOut } from '../world/cliFiles.ts';
import { openReport } from '../output/reports.ts';
import { sarifText, type Problem } from '../reporters/sarif.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { visibleJson, visibleLines } from '../../base/text/visible.ts';
import { relativePath, shownPlace } from '../world/shownPath.ts';
import { unknownEnvironment } from '../world/cliSurroundings.ts';
import { asDataVariables, givenVariables } from '../input/givenVariables.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';

/**
 * `req check`.
 * @throws {ReqError} if a path cannot be read
 */
export async function check(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req check . checks those of this folder.' });
  const sarif = sarifReport(options);
  boundHeapGrowth();
  const variables = asDataVariables(await givenVariables(options));
  const files = await findFiles(operands, warnOfLeftOut(err));
  const environment = options.text('env');
  const { scriptProblem } = await import('../../language/javascript.ts');
  const workspace = createWorkspace({ files, variables, environment, scriptProblem });
  const problems: Problem[] = [];
  const collections = new Set<Collection>();
  let mayBeThere = false;
  // One view at a time: each is released with its tree and diagnostics.
  for (const { file } of files) {
    try {
      for (const { text } of requestTextsWithin(file, await readText(file))) {
        const view = await workspace.know({ file, version: 1, getText: () => text }, { whole: true });
        await schemasRead(view);
        pushAll(problems, fileProblems(view));
        collections.add(view.collection);
      }
    } catch (e) {
      if (!isReqError(e) || e.kind !== 'parse' || e.at === undefined) throw e;
      problems.push({ at: e.at, severity: 'error', id: 'encoding', message: e.message });
      // The environment may be in an environment file that cannot be read, which is reported.
      mayBeThere ||= e.at.file.endsWith('.env.json');
    }
  }
  if (environment !== undefined && !mayBeThere && ![...collections].some((c) => c.environments.includes(environment)))
    throw unknownEnvironment(environment, [...collections]);
  for (const file of distinct(collections, (c) => c.environmentFiles)) pushAll(problems, environmentProblems(file));
  for (const file of distinct(collections, (c) => c.ignored)) problems.push(ignoredFile(file));
  const all = unique(problems);
  if (sarif !== undefined) await writeSarif(sarif, all, out);
  else if (options.has('json')) out.write(`${visibleJson(valueToJson(all.map(asValue), 2))}\n`);
  else printAll(all, files.length, out, err);
  return all.some((p) => p.severity === 'error') ? exitCodes.usage : exitCodes.ok;
}

/**
 * The file of `--reporter sarif=FILE`; empty for standard output, undefined without it.
 * @throws {ReqError} of kind `usage`
 */
function sarifReport(options: Options): string | undefined {
  const given = options.text('reporter');
  if (given === undefined) return undefined;
  const [name, ...file] = given.split('=');
  if (name !== 'sarif') throw new ReqError('usage', `There is no reporter "${name}" of req check.`, { hint: 'The only one is sarif.' });
  if (given.includes('=') && file.join('=') === '') throw new ReqError('usage', '--reporter sarif= needs a file name.');
  if (file.length === 0 && options.has('json'))
    throw new ReqError('usage', '--reporter sarif and --json cannot both write to standard output.');
  return file.join('=').replace(/^-$/, '');
}

async function writeSarif(file: string, all: readonly Problem[], out: Sink): Promise<void> {
  const text = visibleJson(sarifText(all));
  if (file === '') {
    out.write(text);
    return;
  }
  const report = await openReport(path.resolve(file));
  report.write(text);
  report.close();
}

function fileProblems(view: FileView): Problem[] {
  return problemsOf(view.file, view.tree.lines, diagnostics(view));
}

const problemsOf = (file: string, lines: LineIndex, found: readonly Diagnostic[]): Problem[] =>
  found.map(({ id, severity, message, range }) => {
    const { line, column } = lines.positionAt(range.start);
    const end = lines.positionAt(range.end);
    const place = { file, line: line + 1, column: column + 1 };
    return { at: place, end: { line: end.line + 1, column: end.column + 1 }, severity, id, message };
  });

/** The entries of all collections without duplicates, because nested collections share some. */
function distinct<T>(collections: Iterable<Collection>, listOf: (c: Collection) => readonly T[]): ReadonlySet<T> {
  const all = new Set<T>();
  for (const collection of collections) for (const entry of listOf(collection)) all.add(entry);
  return all;
}

const environmentProblems = (f: EnvironmentFile): Problem[] => problemsOf(f.file, LineIndex.of(f.text), environmentDiagnostics(f));

const ignoredFile = ({ file, why }: IgnoredFile): Problem => ({
  at: { file, line: 1, column: 1 },
  severity: 'warning',
  id: 'ignored-file',
  message: `This file is ignored: ${why}.`,
});

/** Removes duplicates (shared files belong to several files) and sorts by place. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const byKey = new Map(problems.map((p) => [`${shownPlace(p.at)} ${p.id} ${p.message}`, p]));
  return [...byKey.values()].toSorted(
    (a, b) => (a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : 0) || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}

function asValue({ at, severity, id, message }: Problem): Value {
  return new Map<string, Value>([
    ['file', relativePath(at.file)],
    ['line', at.line],
    ['column', at.column],
    ['severity', severity],
    ['id', id],
    ['message', message],
  ]);
}

const styles = { error: 'red', warning: 'yellow', information: 'blue', hint: 'dim' } as const;

const plural = (count: number, of: string): string => `${count} ${of}${count === 1 ? '' : 's'}`;

function printAll(all: readonly Problem[], fileCount: number, out: Sink, err: Sink): void {
  for (const { at, severity, id, message } of all) {
    const text = visibleLines(message).replaceAll('\n', ' ');
    out.write(`${shownPlace(at)} ${out.style(styles[severity], severity)} ${text} ${out.style('dim', `[${id}]`)}\n`);
  }
  const counted = (['error', 'warning'] as const).map((s) => plural(all.filter((p) => p.severity === s).length, s));
  err.write(`${plural(fileCount, 'file')}: ${counted.join(', ')}\n`);
}
