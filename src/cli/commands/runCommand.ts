import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { closest } from '../../base/text/closest.ts';
import { isSecretEnv, listRequests, noData, readRows, syntaxErrorOf, type BlockContext, type Collection } from '../../language/index.ts';
import type {
  CollectionFile,
  CollectionState,
  RequestResult,
  RunLimits,
  Runner,
  RunPlan,
  RunSummary,
  Selection,
} from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt, endingAtOnce, pendingSignals } from '../cancel.ts';
import { collectionStates, type CollectionStates } from '../world/collectionStates.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { onBrokenPipe } from '../output/brokenPipe.ts';
import { openCookieFile, type CookieFile } from '../world/cookieFile.ts';
import { checkWritable, readText, warnOfLeftOut } from '../world/cliFiles.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { createOutput, type Output, type Sink } from '../output/output.ts';
import { ContractCoverage, requireApi } from '../output/contractCoverage.ts';
import { closeReporters, openReporters } from '../output/openReporters.ts';
import { delayOf, selectionOf } from '../input/runSelection.ts';
import { wantedReports, type WantedReport } from '../output/reports.ts';
import { runEvents } from '../output/runEvents.ts';
import { readRunFiles } from '../world/runFiles.ts';
import { noProgress, runProgress, type RunProgress } from '../output/runProgress.ts';
import { recordsAsJson } from '../output/runRecords.ts';
import { scriptsAhead, workerFile } from '../scriptsAhead.ts';
import type { CasesRun } from './contractCasesRun.ts';
import type * as RunnerBundle from '../../runner/index.ts';
import { defaultsOf, isCi, snapshotModeOf } from '../world/sendDefaults.ts';
import { followedBy } from '../output/slowReader.ts';
import { printStaleSnapshots } from '../world/staleSnapshots.ts';
import { contextOf, unknownEnvironment } from '../world/cliSurroundings.ts';
import { asDataVariables, givenVariables } from '../input/givenVariables.ts';
import type { WatchedPass } from '../world/watchedPass.ts';
import { warnAround, writingOnce } from '../world/warnAround.ts';
import { delayWasmTiering } from '../wasmTiering.ts';
import { optimizeFor } from '../optimizing.ts';
import { version } from '../../../package.json';

const mebibyte = 1024 * 1024;
/** Default of `--max-time` for streams. */
const streamTimeMs = 30_000;

/**
 * `req run`. Later errors are reported.
 * @throws {ReqError} of kind `usage`, before anything is sent
 */
export async function run(options: Options, operands: readonly string[]): Promise<ExitCode> {
  if (!options.has('watch')) return runOnce(options, operands);
  const { watchRun } = await import('./withFiles.ts');
  const { memoryTokens } = await import('../../runner/index.ts');
  return watchRun(options, operands, { tokens: memoryTokens(), runOnce: (pass) => runOnce(options, operands, pass) });
}

/**
 * Runs the requests once.
 * @throws {ReqError} of kind `usage`, before anything is sent
 */
async function runOnce(options: Options, operands: readonly string[], pass?: WatchedPass): Promise<ExitCode> {
  const output = createOutput(options);
  const settings = await readSettings(options, operands, output.err);
  const { files } = settings;
  await pass?.onRead(files);
  delayWasmTiering();
  const scripts = scriptsAhead(files);
  const runner = await import('../../runner/index.ts');
  const data = options.text('data');
  const rows =
    data === undefined ? undefined : readRows({ file: path.resolve(data), shown: data, text: await readText(path.resolve(data)) });
  const cases = await contractCasesOf(options, settings, runner, output.err);
  const plan = cases?.plan ?? runner.planRun(files, { ...settings.selection, ignoresData: rows !== undefined });
  if (plan.requests === 0) return nothingToRun(files, settings.selection, plan.disabled, output.err);
  const total = plan.requests * Math.max(1, (rows?.length ?? 1) * settings.times);
  if (pass === undefined) optimizeFor(total);
  warnOfPlan(plan, output.err);
  const coverage = coverageOf(plan, settings);

  const progress = progressOf(output, settings.reports);
  const following = followedBy(process.stdout, () => new runner.KeptBody());
  const verbose = options.has('verbose');
  const { tokens = runner.memoryTokens(), remembered } = pass ?? {};
  const cookies = runner.memoryCookies();
  const host = createNodeHost({ ...settings.given, tokens, cookies, ...(remembered === undefined ? {} : { remembered }) });
  const observed = pass === undefined ? host : pass.observe(host);
  const asking = askedOneByOne(observed, progress);
  const sender = runner.createRunner({ host: asking, workerFile, scripts, userAgent: `Req/${version}` });
  const states: CollectionStates = collectionStates(settings.environment, () => ({
    variables: new runner.ScriptVariables(settings.values),
    exchanges: runner.memoryExchanges(),
  }));
  const cookieFile = await openCookies(settings, sender, states);
  const cancellation = cancelOnInterrupt();
  const { signal: interrupted } = cancellation;
  const target = { out: output.out, following, progress, verbose, signal: interrupted };
  const reporters = await openReporters(settings.reports, target).catch(rethrowAfter(() => cancellation.dispose()));
  interrupted.addEventListener('abort', () => pass?.onInterrupt());
  const signal = pass === undefined ? interrupted : AbortSignal.any([interrupted, pass.signal]);
  const codes = new Set<ExitCode>();
  const reading = { decode: runner.decodeBody, charsetOf: runner.charsetOfBody, StreamText: runner.StreamText };
  const events = runEvents({
    reporters,
    records: settings.reports.some((r) => r.name === 'json') ? recordsAsJson(reading, interrupted) : undefined,
    progress,
    err: output.err,
    total,
    onResult(result) {
      codes.add(exitCodeOfResult(result));
      coverage?.take(result);
    },
  });
  let summary: RunSummary;
  try {
    const iterations = runner.iterationsOf(rows, settings.times);
    const common = { ...collectionInput(settings, states, runner.defaultScriptLimits), secrets: givenSecrets(settings.given.secrets) };
    const over = cases?.over(sender, asking, progress) ?? sender;
    const written = events.settled;
    summary = await runner.runCollection({ ...common, runner: over, plan, iterations, emit: events.take, written }, signal);
    await events.settled();
    await pendingSignals();
    // The rest of the JSON of a result is left out then.
    if (interrupted.aborted) summary = { ...summary, ended: { why: 'cancelled' } };
    await events.end();
    progress.end();
    // After Ctrl+C nothing large is read any more.
    const contract = interrupted.aborted ? undefined : coverage && (await endingAtOnce(() => coverage.report()));
    for (const { end } of reporters) await end(contract === undefined ? summary : { ...summary, contract });
    await pendingSignals();
    if (interrupted.aborted) codes.add(exitCodes.cancelled);
  } finally {
    progress.end();
    cancellation.dispose();
    for (const code of closeReporters(reporters, output.err)) codes.add(code);
    await following.flushed();
    await sender.dispose();
  }
  await cookieFile?.save();
  if (summary.ended === undefined) await printStaleSnapshots(files, { mode: settings.snapshots, runner, err: output.err });
  if (summary.ended?.why === 'cancelled') codes.add(exitCodes.cancelled);
  return combineExitCodes(codes);
}

const rethrowAfter = (work: () => void) => (e: unknown) => {
  work();
  throw e;
};

/** Secrets of the command line and the process environment. */
function givenSecrets(ofFile: ReadonlyMap<string, string>): ReadonlySet<string> {
  const ofProcess = Object.entries(process.env).flatMap(([name, value = '']) => (isSecretEnv(name) ? [value] : []));
  return new Set([...ofFile.values(), ...ofProcess]);
}

type RunSettings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Reads and validates the command line and the files.
 * @throws {ReqError} of kind `usage`
 */
async function readSettings(options: Options, operands: readonly string[], err: Sink) {
  const reports = wantedReports(options);
  const times = options.count('iterations') ?? 1;
  const parallel = options.count('parallel') ?? 1;
  const retries = options.count('retry') ?? 0;
  const delayMs = delayOf(options);
  const contract = options.has('contract');
  const defaults = { ...defaultsOf(options), streamTimeMs, ...(contract ? { contract: true as const } : {}) };
  const snapshots = snapshotModeOf(options);
  const network = networkOf(options);
  const { files, requestsOf, isNamed } = await readRunFiles(operands, warnOfLeftOut(err));
  const selection = { ...selectionOf(options), isChosen: isNamed };
  const environment = options.text('env');
  const collections = [...new Map(files.map((f) => [f.collection.root, f.collection])).values()];
  if (environment !== undefined && !files.some((f) => f.collection.environments.includes(environment)))
    throw unknownEnvironment(environment, collections);
  const given = await givenToHost(options);
  const values = await givenVariables(options);
  const cookieJar = options.text('cookie-jar');
  if (cookieJar !== undefined && options.has('no-cookie-jar'))
    throw new ReqError('usage', '--cookie-jar and --no-cookie-jar exclude each other.');
  if (cookieJar !== undefined && collections.length > 1)
    throw new ReqError('usage', '--cookie-jar works only with files of one collection.');
  if (cookieJar !== undefined) await checkWritable(path.resolve(cookieJar));
  const limits = { scriptTimeMs: options.duration('script-time'), bodySize: (options.count('max-body-size') ?? 0) * mebibyte };
  const sending = { times, parallel, bail: options.has('bail'), retries, delayMs, defaults, snapshots, network, limits };
  return { ...sending, reports, selection, files, requestsOf, environment, collections, given, values, cookieJar };
}

/** The part of a run's input that depends on the command line. */
function collectionInput(settings: RunSettings, states: CollectionStates, scriptLimits: RunLimits['script']) {
  const { requestsOf, defaults, snapshots, network, limits, parallel, bail, delayMs, retries } = settings;
  return {
    stateOf: (collection: Collection): CollectionState => states(collection),
    requestsOf(file: CollectionFile) {
      const { environment, variables } = states(file.collection);
      return requestsOf(file, environment, variables);
    },
    defaults,
    snapshots,
    network,
    limits: { script: { ...scriptLimits, timeMs: limits.scriptTimeMs ?? scriptLimits.timeMs }, bodySize: limits.bodySize },
    parallel,
    bail,
    delayMs,
    retries,
    now: () => Date.now(),
  };
}

/**
 * The coverage for `--contract`; undefined without it.
 * @throws {ReqError} of kind `usage` if no request has an OpenAPI document
 */
function coverageOf(plan: RunPlan, { defaults, environment, values }: RunSettings) {
  if (!('contract' in defaults)) return undefined;
  const variables = asDataVariables(values);
  const contextsOf = (file: RunPlan['files'][number]): readonly BlockContext[] =>
    file.requests.map(({ block }) => contextOf({ data: noData, ...file }, block, environment, variables));
  requireApi(plan.files.flatMap(contextsOf));
  const coverage = new ContractCoverage();
  return { take: (result: RequestResult) => coverage.take(result), report: () => coverage.of(plan.files, contextsOf) };
}

/**
 * The cases for `--contract-cases`; undefined without it.
 * @throws {ReqError} before anything is sent
 */
async function contractCasesOf(
  options: Options,
  { files, selection, environment, values }: RunSettings,
  runner: typeof RunnerBundle,
  err: Sink,
): Promise<CasesRun | undefined> {
  if (!options.has('contract-cases')) return undefined;
  for (const other of ['data', 'iterations', 'parallel', 'retry', 'watch', 'shard'] as const)
    if (options.has(other)) throw new ReqError('usage', `--contract-cases and --${other} exclude each other.`);
  const { casesRun } = await import('./withFiles.ts');
  return casesRun({ files, selection, environment, variables: asDataVariables(values), isConfirmed: options.has('yes'), runner, err });
}

/** Prints warnings about the files, each once. */
function warnOfPlan(plan: RunPlan, err: Sink): void {
  const warn = writingOnce(err);
  for (const { requests, ...file } of plan.files)
    warnAround(
      file,
      requests.map((r) => r.block),
      warn,
    );
}

/** Default for a terminal that reports no width. */
const unknownColumns = 80;

/** A progress line on a terminal, unless dots are printed there. Some CI services log a terminal's output. */
function progressOf({ out, err }: Output, reports: readonly WantedReport[]): RunProgress {
  const hasDots = out.isTty && reports.some((r) => r.name === 'dot' && r.file === undefined);
  return err.isTty && process.env['TERM'] !== 'dumb' && !isCi() && !hasDots
    ? runProgress(err, () => process.stderr.columns || unknownColumns)
    : noProgress;
}

async function openCookies(
  { cookieJar, collections }: RunSettings,
  sender: Runner,
  states: CollectionStates,
): Promise<CookieFile | undefined> {
  const [first] = collections;
  if (cookieJar === undefined || first === undefined) return undefined;
  const file = await openCookieFile(path.resolve(cookieJar), sender.cookies(first.root, states(first).environment));
  onBrokenPipe(() => file.save());
  return file;
}

function exitCodeOfResult({ tests, failure }: RequestResult): ExitCode {
  const failed = failure === undefined ? exitCodes.ok : exitCodeOf(failure.kind);
  return combineExitCodes([failed, tests.some((t) => !t.passed) ? exitCodes.tests : exitCodes.ok]);
}

/** Throws a usage error, unless the shard is empty or all requests are disabled. */
function nothingToRun(
  files: readonly CollectionFile[],
  { name, tags = [], excludedTags = [], shard }: Selection,
  disabled: number,
  err: Sink,
): ExitCode {
  const all = files.flatMap((f) => listRequests(f.tree));
  if (all.length === 0) {
    for (const { tree, file } of files) {
      const problem = syntaxErrorOf(tree, file);
      if (problem !== undefined) throw problem;
    }
    throw new ReqError('usage', files.length === 0 ? 'There is no .req file.' : 'The files contain no request.');
  }
  if (name !== undefined) {
    const near = closest(
      name,
      all.flatMap((r) => [r.name, r.title]).filter((n) => n !== ''),
    );
    if (!all.some((r) => r.name === name || r.title === name))
      throw new ReqError('usage', `No request is named "${name}".`, near === undefined ? {} : { hint: `Did you mean "${near}"?` });
  }
  if (shard === undefined && disabled === 0 && (tags.length > 0 || excludedTags.length > 0))
    throw new ReqError('usage', `None of ${all.length} requests has the selected tags.`, {
      hint: 'req list PATH shows the tags of each.',
    });
  err.write(disabled > 0 ? 'Nothing was run: every request is marked @disabled.\n' : 'This shard is empty: nothing was run.\n');
  return exitCodes.ok;
}

type NodeHost = ReturnType<typeof createNodeHost>;

/** Shows the prompts of parallel files one by one and hides the progress line meanwhile. */
function askedOneByOne(host: NodeHost, progress: RunProgress): NodeHost {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => progress.whileHidden(work));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...host,
    ask: (form, signal) => inTurn(() => host.ask(form, signal)),
    maySendProtected: (...request) => inTurn(() => host.maySendProtected(...request)),
  };
}
