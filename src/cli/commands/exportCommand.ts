import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { version } from '../../../package.json';
import { createFinder } from '../../base/masks/mask.ts';
import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import type { OfferedTarget, RequestToExport, WrittenRequest } from '../../convert/import/index.ts';
import { inRunOrder, type AuthAsWritten, type CollectionRequests } from '../../language/index.ts';
import type * as RunnerModule from '../../runner/index.ts';
import type { Runner } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt } from '../cancel.ts';
import { blocksOf, chooseRequests, requestsOf, type ChosenRequest } from '../input/chooseRequests.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { boundHeapGrowth } from '../heapGrowth.ts';
import { kindOf } from '../../files/folders.ts';
import { findFiles, holdsRequests, isFolder, readBytes, replaceGiven, warnOfLeftOut } from '../world/cliFiles.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { createOutput, type Output, type Sink } from '../output/output.ts';
import { shownPath } from '../world/shownPath.ts';
import { printFailure } from '../print/printFailure.ts';
import { readOne } from '../input/readOne.ts';
import { defaultsOf } from '../world/sendDefaults.ts';
import { contextOf, unknownEnvironment, type Known } from '../world/cliSurroundings.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { warnAroundAll } from '../world/warnAround.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';

/** Loaded by this command only. */
const load = () => import('../../convert/import/index.ts');

async function readPart(file: string): Promise<Uint8Array> {
  const bytes = await readBytes(file);
  if (bytes === undefined) throw new ReqError('usage', `There is no file ${shownPath(file)}.`);
  return bytes;
}

const hintForUndefined = 'The request is not exported. --undefined keep exports it with the placeholder.';

/**
 * `req export`: resolves requests like `send --dry-run` and writes them for another client or language.
 * @throws {ReqError} of kind `usage`
 */
export async function exportFrom(options: Options, [to, ...operands]: readonly string[]): Promise<ExitCode> {
  const output = createOutput(options);
  boundHeapGrowth();
  const { exportTargetOf } = await load();
  const target = exportTargetOf(to);
  const requests = await requestsToExport(options, target, operands, output.err);
  const collections = [...new Set(requests.map((r) => r.known.collection))];
  const environment = options.text('env');
  if (environment !== undefined && !collections.some((c) => c.environments.includes(environment)))
    throw unknownEnvironment(environment, collections);
  const file = options.text('output');
  if (file !== undefined && !options.has('force') && (await kindOf(file).catch(() => undefined)) !== undefined)
    throw new ReqError('usage', `${shownPath(path.resolve(file))} already exists. Nothing was written.`, {
      hint: '--force replaces it.',
    });
  warnAroundAll(blocksOf(requests), output.err);

  const names = new Map<string, string>();
  const { found, codes, cancelled } = await resolveRequests({ options, target, requests, environment, names, err: output.err });
  if (cancelled) return exitCodes.cancelled;
  if (found.length > 0) await writeExport(options, target, found, names, output);
  return combineExitCodes(codes);
}

const usage = 'req export TO FILE';

interface PlacedRequest extends ChosenRequest {
  /** The folders and the file below the exported folder; empty for a single file. */
  readonly folders: readonly string[];
}

/** The requests of a file, or of all files of a folder in their run order. */
async function requestsToExport(
  options: Options,
  target: OfferedTarget,
  operands: readonly string[],
  err: Sink,
): Promise<readonly PlacedRequest[]> {
  const [given] = operands;
  const enabled = (requests: readonly ChosenRequest[]) => requests.filter(({ request }) => !request.disabled);
  const isCollection = operands.length === 1 && given !== undefined && (await isGivenFolder(given));
  if (isCollection && !target.holdsMany) {
    const ofFolders = (await load()).exportTargets.filter(({ holdsMany }) => holdsMany).map(({ id }) => id);
    throw new ReqError('usage', `${given} is a folder, and ${target.id} exports one file at a time.`, {
      hint: `Name a file, or export the folder as one of ${ofFolders.join(', ')}.`,
    });
  }
  if (!isCollection) {
    const from = await readOne(operands, usage);
    const all = requestsOf(from);
    const isChosen = from.name !== undefined || options.has('name') || options.has('line') || all.length === 0;
    return (isChosen ? chooseRequests(from, options) : enabled(all)).map(({ known, request }) => ({ known, request, folders: [] }));
  }
  if (options.has('name') || options.has('line'))
    throw new ReqError('usage', `${given} is a folder: -n and -l choose a request of a file.`, { hint: 'Name the file instead.' });
  const root = path.resolve(given);
  const found = (await findFiles([given], warnOfLeftOut(err))).filter(({ file }) => holdsRequests(file));
  const texts = (await Promise.all(found.map(async ({ file }) => (await readOne([file], usage)).texts))).flat();
  const requests = inRunOrder(texts).flatMap((one) => {
    const folders = path
      .relative(root, one.file)
      .replace(/\.\w+$/, '')
      .split(path.sep);
    return enabled(requestsOf({ file: one.file, texts: [one], name: undefined })).map(({ known, request }) => ({
      known,
      request,
      folders,
    }));
  });
  if (requests.length === 0) throw new ReqError('usage', `${shownPath(root)} contains no request.`);
  return requests;
}

const isGivenFolder = async (given: string): Promise<boolean> => {
  const kind = await kindOf(path.resolve(given)).catch(() => undefined);
  return kind === 'folder' && (await isFolder(path.resolve(given)));
};

interface ToResolve {
  readonly options: Options;
  readonly target: OfferedTarget;
  readonly requests: readonly PlacedRequest[];
  readonly environment: string | undefined;
  /** Receives the names of the secrets in the requests, by value. */
  readonly names: Map<string, string>;
  readonly err: Sink;
}

interface ResolvedRequests {
  readonly found: readonly RequestToExport[];
  readonly codes: readonly ExitCode[];
  readonly cancelled: boolean;
}

/** Resolves requests as for sending and prints the errors. */
async function resolveRequests({ options, target, requests, environment, names, err }: ToResolve): Promise<ResolvedRequests> {
  const { factsOf } = await load();
  const given = await givenToHost(options);
  const runner = await import('../../runner/index.ts');
  const standsIn = target.keepsUndefined && !options.has('with-secrets');
  const sender = createSender(runner, given, names, standsIn);
  const variables = new runner.ScriptVariables(await givenVariables(options));
  const exchanges = runner.memoryExchanges();
  const timeMs = options.duration('script-time') ?? runner.defaultScriptLimits.timeMs;
  const written = defaultsOf(options);
  const defaults = target.keepsUndefined && !options.has('undefined') ? { ...written, undefinedVariables: 'keep' as const } : written;
  const around = { variables, exchanges, defaults, network: networkOf(options), ran: new Map() };
  const asked = new Map<Known, Promise<CollectionRequests>>();
  const cancellation = cancelOnInterrupt();
  const codes: ExitCode[] = [];
  const found: RequestToExport[] = [];
  try {
    for (const request of requests) {
      if (cancellation.signal.aborted) break;
      await resolve(request);
    }
  } finally {
    cancellation.dispose();
    await sender.dispose();
  }
  return { found, codes, cancelled: cancellation.signal.aborted };

  function requestsAround(known: Known): Promise<CollectionRequests> {
    const inCollection = asked.get(known) ?? createWorkspace({ files: [], variables, environment }).requests({ ...known, environment });
    asked.set(known, inCollection);
    return inCollection;
  }

  async function resolve({ known, request, folders }: PlacedRequest): Promise<void> {
    let resolved: RequestToExport['resolved'] | undefined;
    let sent: RequestToExport['sent'] | undefined;
    let auth: AuthAsWritten | undefined;
    let values: WrittenRequest['values'] = [];
    let saved: RequestToExport['saved'] = [];
    const context = contextOf(known, request.block, environment, variables);
    const run = sender.run(
      {
        ...around,
        context,
        mode: 'dry',
        limits: { script: { ...runner.defaultScriptLimits, timeMs } },
        requests: () => requestsAround(known),
        onResolved: (r) => (resolved = r),
        ...(target.hasResponses ? { onSaved: (responses) => (saved = responses) } : {}),
        onDescribed: (described, ofRequest) => {
          sent = described;
          auth = ofRequest;
        },
        emit: (e) => {
          if (e.kind === 'substituted') values = e.substitutions;
        },
      },
      cancellation.signal,
    );
    const { failure } = await run.done;
    if (failure !== undefined) {
      const isUndefined = failure.kind === 'undefined-variable' && failure.hint === undefined;
      printFailure(isUndefined ? { ...failure, hint: hintForUndefined } : failure, err);
      codes.push(exitCodeOf(failure.kind));
    } else if (resolved !== undefined && sent !== undefined)
      found.push({ resolved, sent, folders, saved, ...factsOf(known.tree, request, values, auth) });
  }
}

/**
 * A runner that records the name of each secret it reads.
 * @param standsIn whether a secret without a value gets one, because the target contains only its name
 */
function createSender(
  { createRunner, memoryTokens, memoryCookies }: typeof RunnerModule,
  given: Awaited<ReturnType<typeof givenToHost>>,
  names: Map<string, string>,
  standsIn: boolean,
): Runner {
  const host = createNodeHost({ ...given, tokens: memoryTokens(), cookies: memoryCookies() });
  // Random, so that no other text contains them.
  const standIns = new Map<string, string>();
  const standInFor = (name: string): string => {
    const text = standIns.get(name) ?? `secret-${randomUUID()}`;
    standIns.set(name, text);
    return text;
  };
  return createRunner({
    host: {
      ...host,
      async secret(name, root) {
        const text = (await host.secret(name, root)) ?? (standsIn ? standInFor(name) : undefined);
        if (text !== undefined) names.set(text, name);
        return text;
      },
    },
    workerFile: path.join(__dirname, 'scriptWorker.cjs'),
    userAgent: `Req/${version}`,
  });
}

/** Writes the exported text to `--output` or standard output, and its notes to standard error. */
async function writeExport(
  options: Options,
  target: OfferedTarget,
  found: readonly RequestToExport[],
  names: ReadonlyMap<string, string>,
  { out, err }: Output,
): Promise<void> {
  const { exportRequests } = await load();
  const { parts, notes, variables } = exportRequests(target.id, found, {
    plain: options.has('with-secrets'),
    names,
    finderOf: createFinder,
  });
  const bytes = Buffer.concat(await Promise.all(parts.map(async (p) => (p.kind === 'text' ? Buffer.from(p.text) : readPart(p.path)))));
  const file = options.text('output');
  if (file === undefined && out.isTty) out.write(bytes.toString());
  else if (file === undefined) out.raw(bytes);
  else await replaceGiven(path.resolve(file), bytes);
  for (const note of notes) err.write(`${err.style('yellow', 'warning')}: ${visibleText(note)}\n`);
  if (variables.length === 0) return;
  const list = variables.join(', ');
  err.write(
    target.omitsSecrets
      ? `Secrets are left out: ${list}. --with-secrets writes them.\n`
      : target.asWritten
        ? `Secrets are variables without a value: ${list}. --with-secrets writes them.\n`
        : `Secrets are read from the environment: ${list}. --with-secrets writes them.\n`,
  );
}
