import path from 'node:path';
import { isReqError, ReqError, type Place } from '../../base/reqError.ts';
import { valueToJson, type Value } from '../../base/value.ts';
import {
  diagnostics,
  lookAround,
  namesSetByScripts,
  parse,
  type Block,
  type DataVariables,
  type DiagnosticId,
  type ScriptSetter,
  type Severity,
} from '../../language/index.ts';
import type { Options } from '../args.ts';
import { exitCodes, type ExitCode } from '../exitCode.ts';
import { findFiles, readText, reqFilesUnder, type FoundFile } from '../files.ts';
import { createOutput, visibleLines, type Sink } from '../output.ts';
import { shownPath, shownPlace } from '../place.ts';
import { contextOf, know, unknownEnvironment, type Known } from '../surroundings.ts';
import { asDataVariables, givenVariables } from '../variables.ts';

interface Problem {
  readonly at: Place;
  readonly severity: Severity;
  readonly id: DiagnosticId;
  readonly message: string;
}

/** `req check`. Throws ReqError for a path that cannot be read. */
export async function check(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req check . checks those of this folder.' });
  const variables = asDataVariables(await givenVariables(options));
  const files = await findFiles(operands);
  const problems: Problem[] = [];
  const known: Known[] = [];
  for (const found of files) {
    try {
      known.push(await know(found, await readText(found.file)));
    } catch (e) {
      if (!isReqError(e) || e.kind !== 'parse' || e.at === undefined) throw e;
      problems.push({ at: e.at, severity: 'error', id: 'encoding', message: e.message });
    }
  }
  const environment = options.text('env');
  const collections = known.map((k) => k.collection);
  if (environment !== undefined && !collections.some((c) => c.environments.includes(environment)))
    throw unknownEnvironment(environment, collections);
  const settersOf = createSetters(files);
  for (const k of known) {
    const chosen = environment !== undefined && k.collection.environments.includes(environment) ? environment : undefined;
    problems.push(...fileProblems(k, chosen, variables, await settersOf(k)), ...environmentProblems(k));
  }
  const all = unique(problems);
  if (options.has('json')) out.write(`${valueToJson(all.map(asValue), 2)}\n`);
  else printAll(all, files.length, out, err);
  return all.some((p) => p.severity === 'error') ? exitCodes.usage : exitCodes.ok;
}

function fileProblems(
  known: Known,
  environment: string | undefined,
  variables: DataVariables,
  setters: readonly ScriptSetter[],
): Problem[] {
  const { tree, file } = known;
  const look = (block: Block): ReturnType<typeof lookAround> =>
    lookAround(contextOf(known, block, environment, variables), (name) => process.env[name] !== undefined, { find: () => undefined });
  return diagnostics(tree, look, setters).map(({ id, severity, message, range }) => {
    const { line, column } = tree.lines.positionAt(range.start);
    return { at: { file, line: line + 1, column: column + 1 }, severity, id, message };
  });
}

function environmentProblems({ collection }: Known): Problem[] {
  return collection.environmentFiles.flatMap(({ file, problem }) =>
    problem === undefined
      ? []
      : [
          {
            at: { file, line: problem.line, column: problem.column },
            severity: 'error' as const,
            id: 'environment-file' as const,
            message: problem.message,
          },
        ],
  );
}

/** What scripts of a file's collection set: those of the whole collection, or where none is marked, of the file's folder and the files given. */
function createSetters(given: readonly FoundFile[]): (known: Known) => Promise<readonly ScriptSetter[]> {
  const byFolder = new Map<string, Promise<readonly ScriptSetter[]>>();
  return async (known) => {
    const { collection, file } = known;
    const marked = collection.shared.some((s) => s.kind === 'collection');
    const folder = marked ? collection.root : path.dirname(file);
    let setters = byFolder.get(folder);
    if (setters === undefined) {
      const others = given.filter((f) => !marked && f.fallbackRoot === collection.root).map((f) => f.file);
      byFolder.set(folder, (setters = readSetters(folder, marked, others)));
    }
    return [...namesSetByScripts(known.tree), ...(await setters)];
  };
}

async function readSetters(folder: string, below: boolean, others: readonly string[]): Promise<readonly ScriptSetter[]> {
  const setters: ScriptSetter[] = [];
  for (const file of new Set([...(await reqFilesUnder(folder, below)), ...others])) {
    try {
      setters.push(...namesSetByScripts(parse(await readText(file))));
    } catch (e) {
      // A file that cannot be read is told of when it is checked itself.
      if (!isReqError(e)) throw e;
    }
  }
  return setters;
}

/** Files around several files are told of once. Sorted by place. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const byKey = new Map(problems.map((p) => [`${shownPlace(p.at)} ${p.id} ${p.message}`, p]));
  return [...byKey.values()].toSorted(
    (a, b) => (a.at.file < b.at.file ? -1 : a.at.file > b.at.file ? 1 : 0) || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}

function asValue({ at, severity, id, message }: Problem): Value {
  return new Map<string, Value>([
    ['file', shownPath(at.file)],
    ['line', at.line],
    ['column', at.column],
    ['severity', severity],
    ['id', id],
    ['message', message],
  ]);
}

const styles = { error: 'red', warning: 'yellow', information: 'blue', hint: 'dim' } as const;

function printAll(all: readonly Problem[], fileCount: number, out: Sink, err: Sink): void {
  for (const { at, severity, id, message } of all) {
    const text = visibleLines(message).replaceAll('\n', ' ');
    out.write(`${shownPlace(at)} ${out.style(styles[severity], severity)} ${text} ${out.style('dim', `[${id}]`)}\n`);
  }
  const counted = (['error', 'warning'] as const).map((s) => `${all.filter((p) => p.severity === s).length} ${s}s`);
  err.write(`${fileCount} file${fileCount === 1 ? '' : 's'}: ${counted.join(', ')}\n`);
}
