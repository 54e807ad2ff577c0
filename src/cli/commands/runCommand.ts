import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { noData, readRows, type BlockContext } from '../../language/index.ts';
import type * as RunnerBundle from '../../runner/index.ts';
import type { RequestResult, Runner, RunPlan, RunSummary } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt, endingAtOnce, pendingSignals } from '../cancel.ts';
import { collectionStates, type CollectionStates } from '../world/collectionStates.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { onBrokenPipe } from '../output/brokenPipe.ts';
import { openCookieFile, type CookieFile } from '../world/cookieFile.ts';
import { readText } from '../world/cliFiles.ts';
import { createNodeHost } from '../world/nodeHost.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { ContractCoverage, requireApi } from '../output/contractCoverage.ts';
import { closeReporters, openReporters } from '../output/openReporters.ts';
import { nothingToRun } from '../input/nothingToRun.ts';
import { collectionInput, readRunSettings, secretsOfRun, type RunSettings } from '../input/runSettings.ts';
import { runEvents } from '../output/runEvents.ts';
import { progressOf } from '../output/runProgress.ts';
import { recordsAsJson } from '../output/runRecords.ts';
import { scriptsAhead, workerFile } from '../scriptsAhead.ts';
import type { CasesRun } from './contractCasesRun.ts';
import { promptsInTurn } from '../world/promptsInTurn.ts';
import { followedBy } from '../output/slowReader.ts';
import { printStaleSnapshots } from '../world/staleSnapshots.ts';
import { contextOf } from '../world/cliSurroundings.ts';
import { asDataVariables } from '../input/givenVariables.ts';
import type { WatchedPass } from '../world/watchedPass.ts';
import { warnAround, writingOnce } from '../world/warnAround.ts';
import { delayWasmTiering } from '../wasmTiering.ts';
import { optimizeFor } from '../optimizing.ts';
import { version } from '../../../package.json';

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
  const settings = await readRunSettings(options, operands, output.err);
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
  if (plan.requests === 0) return nothingToRun(files, settings.selection, { paths: operands, disabled: plan.disabled }, output.err);
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
  const asking = promptsInTurn(observed, progress, () => reporters.forEach(({ flush }) => flush()));
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
    const common = { ...collectionInput(settings, states, runner.defaultScriptLimits), secrets: secretsOfRun(settings) };
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
