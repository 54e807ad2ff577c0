import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { visibleLines } from '../../base/visible.ts';
import { closest } from '../../base/closest.ts';
import { listRequests, syntaxErrorOf } from '../../language/index.ts';
import type { CollectionFile, CollectionState, RequestResult, RunSummary, Selection } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { batched } from '../output/batched.ts';
import { cancelOnInterrupt, pendingSignals } from '../cancel.ts';
import { collectionStates, type CollectionStates } from '../world/collectionStates.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { onBrokenPipe } from '../output/brokenPipe.ts';
import { openCookieFile } from '../world/cookieFile.ts';
import { checkWritable, readText, warnOfLeftOut } from '../world/cliFiles.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { shownPath } from '../world/shownPath.ts';
import { openReport, wantedReports } from '../output/reports.ts';
import { inOrder } from '../reporters/inOrder.ts';
import { createReporter } from '../reporters/index.ts';
import type { Reporter } from '../reporters/reporter.ts';
import { readRunFiles } from '../world/runFiles.ts';
import { noProgress, runProgress, type RunProgress } from '../output/runProgress.ts';
import { recordsAsJson } from '../output/runRecords.ts';
import { scriptsAhead, workerFile } from '../scriptsAhead.ts';
import { defaultsOf, snapshotModeOf } from '../world/sendDefaults.ts';
import { followedBy } from '../output/slowReader.ts';
import { tellStaleSnapshots } from '../world/staleSnapshots.ts';
import { unknownEnvironment } from '../world/cliSurroundings.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { warnAround } from '../world/warnAround.ts';
import { delayWasmTiering } from '../wasmTiering.ts';
import { version } from '../../../package.json';

const mebibyte = 1024 * 1024;
/** A stream ends after so long, where nothing else is said. */
const streamTimeMs = 30_000;

/** `req run`. Throws a usage error before anything is sent; what goes wrong afterwards is reported. */
export async function run(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  const reports = wantedReports(options);
  const selection = selectionOf(options);
  const times = options.count('iterations') ?? 1;
  const parallel = options.count('parallel') ?? 1;
  const retries = options.count('retry') ?? 0;
  const delayMs = delayOf(options);
  const defaults = { ...defaultsOf(options), maxTimeMs: options.duration('max-time') ?? streamTimeMs };
  const snapshots = snapshotModeOf(options);
  const network = networkOf(options);
  const { files, requestsOf } = await readRunFiles(operands, warnOfLeftOut(err));
  const environment = options.text('env');
  const collections = [...new Map(files.map((f) => [f.collection.root, f.collection])).values()];
  if (environment !== undefined && !files.some((f) => f.collection.environments.includes(environment)))
    throw unknownEnvironment(environment, collections);
  const given = await givenToHost(options);
  const values = await givenVariables(options);
  const cookieJar = options.text('cookie-jar');
  if (cookieJar !== undefined && options.has('no-cookie-jar'))
    throw new ReqError('usage', '--cookie-jar and --no-cookie-jar exclude each other.');
  if (cookieJar !== undefined && collections.length > 1) throw new ReqError('usage', '--cookie-jar goes with the files of one collection.');
  if (cookieJar !== undefined) await checkWritable(path.resolve(cookieJar));

  delayWasmTiering();
  const scripts = scriptsAhead(files);
  const runner = await import('../../runner/index.ts');
  const data = options.text('data');
  const rows =
    data === undefined ? undefined : runner.readRows({ file: path.resolve(data), shown: data, text: await readText(path.resolve(data)) });
  const plan = runner.planRun(files, selection);
  if (plan.requests === 0) return nothingToRun(files, selection, plan.disabled, err);

  const warnings = new Set<string>();
  const warn: Sink = { ...err, write: (text) => void (warnings.has(text) || (warnings.add(text), err.write(text))) };
  for (const { requests, ...file } of plan.files)
    warnAround(
      file,
      requests.map((r) => r.block),
      warn,
    );

  const progress =
    err.isTty && process.env['TERM'] !== 'dumb' && !(out.isTty && reports.some((r) => r.name === 'dot' && r.file === undefined))
      ? runProgress(err, () => process.stderr.columns)
      : noProgress;
  const following = followedBy(process.stdout, () => new runner.KeptBody());
  const opened: { readonly reporter: Reporter; readonly close: () => void }[] = [];
  for (const { name, file } of reports) {
    const common = { display: shownPath, verbose: options.has('verbose') };
    if (file !== undefined) {
      const { write, close } = await openReport(file);
      opened.push({
        reporter: createReporter(name, { ...common, write: (text) => write(visibleLines(text)), style: (_, text) => text }),
        close,
      });
      continue;
    }
    const isPlain = name === 'pretty' || name === 'dot' || name === 'tap';
    const reported = out.to((bytes) => progress.around(() => following.write(bytes)));
    const { write, flush } = batched((text) => (isPlain ? reported.write(text) : reported.command(text)));
    opened.push({ reporter: createReporter(name, { ...common, write, style: (style, text) => out.style(style, text) }), close: flush });
  }

  const host = createNodeHost({ ...given, tokens: runner.memoryTokens(), cookies: runner.memoryCookies() });
  const timeMs = options.duration('script-time') ?? runner.defaultScriptLimits.timeMs;
  const sender = runner.createRunner({
    host: askedOneByOne(host, progress),
    workerFile,
    scripts,
    userAgent: `Req/${version}`,
  });
  const states: CollectionStates = collectionStates(environment, () => ({
    variables: new runner.ScriptVariables(values),
    exchanges: runner.memoryExchanges(),
  }));
  const [first] = collections;
  const cookieFile =
    cookieJar === undefined || first === undefined
      ? undefined
      : await openCookieFile(path.resolve(cookieJar), sender.cookies(first.root, states(first).environment));
  if (cookieFile !== undefined) onBrokenPipe(() => cookieFile.save());
  const cancellation = cancelOnInterrupt();
  const codes = new Set<ExitCode>();
  const ordered = inOrder((e) => {
    for (const { reporter } of opened) reporter.take(e);
  });
  const records = reports.some((r) => r.name === 'json')
    ? recordsAsJson({ decode: runner.decodeBody, StreamText: runner.StreamText })
    : undefined;
  const total = plan.requests * Math.max(1, (rows?.length ?? 1) * times);
  const cookieWarnings = new Set<string>();
  let done = 0;
  let failed = 0;
  const count = (result: RequestResult): void => {
    codes.add(exitCodeOfResult(result));
    done++;
    if (result.verdict === 'failed') failed++;
  };
  let summary: RunSummary;
  let last: Promise<void> = Promise.resolve();
  try {
    summary = await runner.runCollection(
      {
        runner: sender,
        plan,
        iterations: runner.iterationsOf(rows, times),
        stateOf: (collection): CollectionState => states(collection),
        requestsOf(file) {
          const { environment: its, variables } = states(file.collection);
          return requestsOf(file, its, variables);
        },
        defaults,
        snapshots,
        network,
        limits: { script: { ...runner.defaultScriptLimits, timeMs }, bodySize: (options.count('max-body-size') ?? 0) * mebibyte },
        parallel,
        bail: options.has('bail'),
        delayMs,
        retries,
        now: () => Date.now(),
        emit(e) {
          records?.take(e);
          if (e.kind === 'request-event') {
            const { event, mask } = e;
            if (event.kind === 'console' && event.cookies !== undefined && !cookieWarnings.has(event.cookies)) {
              cookieWarnings.add(event.cookies);
              progress.around(() => err.write(`${err.style('yellow', `warning: ${visibleLines(mask(event.text))}`)}\n`));
            }
            return;
          }
          if (e.kind === 'request-started') {
            progress.show(done, total, failed, `${shownPath(e.of.unit.file)}  ${e.of.request.name || e.of.request.title}`);
            return;
          }
          if (e.kind === 'request-finished') {
            count(e.result);
            const { result } = e;
            // Its JSON reads the disk; what comes after it waits.
            if (records === undefined) ordered.take({ kind: 'request', result, json: [] });
            else {
              const json = records.json(result, e.mask);
              last = last.then(async () => ordered.take({ kind: 'request', result, json: await json }));
            }
            return;
          }
          if (records === undefined) ordered.take(e);
          else last = last.then(() => ordered.take(e));
        },
      },
      cancellation.signal,
    );
    await last;
    await pendingSignals();
    // All that is left is to write reports, which may be long and wait for a slow reader: a signal ends the command then.
    cancellation.dispose();
    ordered.end();
    progress.end();
    for (const { reporter } of opened) reporter.end(summary);
  } finally {
    progress.end();
    cancellation.dispose();
    for (const { close } of opened) close();
    await following.flushed();
    await sender.dispose();
  }
  await cookieFile?.save();
  if (summary.ended === undefined) await tellStaleSnapshots(files, { mode: snapshots, namesOf: runner.snapshotsOf, err });
  if (summary.ended?.why === 'cancelled') codes.add(exitCodes.cancelled);
  return combineExitCodes(codes);
}

function exitCodeOfResult({ tests, failure }: RequestResult): ExitCode {
  const failed = failure === undefined ? exitCodes.ok : exitCodeOf(failure.kind);
  return combineExitCodes([failed, tests.some((t) => !t.passed) ? exitCodes.tests : exitCodes.ok]);
}

/** Throws a usage error; a part of a run that has no file is well. */
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
    throw new ReqError('usage', files.length === 0 ? 'No .req file is there.' : 'The files hold no request.');
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
    throw new ReqError('usage', `None of ${all.length} requests has the tags that are asked for.`, {
      hint: 'req list PATH shows the tags of each.',
    });
  err.write(disabled > 0 ? 'Nothing was run: every request is marked @disabled.\n' : 'Nothing is to be run in this part.\n');
  return exitCodes.ok;
}

function selectionOf(options: Options): Selection {
  const tags = (flag: 'tag' | 'exclude-tag'): readonly string[] =>
    options.all(flag).flatMap((text) => text.split(',').flatMap((t) => (t.trim() === '' ? [] : [t.trim()])));
  const name = options.text('name');
  const shard = options.text('shard');
  return {
    tags: tags('tag'),
    excludedTags: tags('exclude-tag'),
    ...(name === undefined ? {} : { name }),
    ...(shard === undefined ? {} : { shard: shardOf(shard) }),
  };
}

function shardOf(text: string): NonNullable<Selection['shard']> {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) throw new ReqError('usage', `--shard is a part and their number, such as 2/4, not "${text}".`);
  return { index, count };
}

/** `--delay 200` is milliseconds, as its help says; `2s` is a time as elsewhere. */
function delayOf(options: Options): number {
  const text = options.text('delay');
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  return options.duration('delay') ?? 0;
}

type NodeHost = ReturnType<typeof createNodeHost>;

/** Files that run side by side ask one after another, and no line of progress stands in between. */
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
