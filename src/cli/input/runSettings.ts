import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { isSecretEnv, type Collection } from '../../language/index.ts';
import type { CollectionFile, CollectionState, RunLimits } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import type { Sink } from '../output/output.ts';
import { wantedReports } from '../output/reports.ts';
import { checkWritable, warnOfLeftOut } from '../world/cliFiles.ts';
import { unknownEnvironment } from '../world/cliSurroundings.ts';
import type { CollectionStates } from '../world/collectionStates.ts';
import { networkOf } from '../world/networkOf.ts';
import { givenToHost } from '../world/nodeHost.ts';
import { readRunFiles } from '../world/runFiles.ts';
import { defaultsOf, snapshotModeOf } from '../world/sendDefaults.ts';
import { givenVariables } from './givenVariables.ts';
import { delayOf, selectionOf } from './runSelection.ts';

const mebibyte = 1024 * 1024;
/** Default of `--max-time` for streams. */
const streamTimeMs = 30_000;

export type RunSettings = Awaited<ReturnType<typeof readRunSettings>>;

/**
 * Reads and validates the command line and the files.
 * @throws {ReqError} of kind `usage`
 */
export async function readRunSettings(options: Options, operands: readonly string[], err: Sink) {
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

/** The part of a collection run's input that depends on the command line. */
export function collectionInput(settings: RunSettings, states: CollectionStates, scriptLimits: RunLimits['script']) {
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

/** Secrets of the command line and the process environment. */
export function secretsOfRun({ given }: RunSettings): ReadonlySet<string> {
  const ofProcess = Object.entries(process.env).flatMap(([name, value = '']) => (isSecretEnv(name) ? [value] : []));
  return new Set([...given.secrets.values(), ...ofProcess]);
}
