import path from 'node:path';
import { visibleText } from '../../base/text/visible.ts';
import { isReqError, toFailure } from '../../base/reqError.ts';
import { scopeOf, textPathOf, type CollectionRequests, type SendDefaults } from '../../language/index.ts';
import type * as RunnerModule from '../../runner/index.ts';
import type {
  ConnectionInfo,
  Exchanges,
  KeptBody,
  NetworkSettings,
  RunEvent,
  RunInput,
  RunLimits,
  Runner,
  SnapshotMode,
  StreamText,
  VariableStore,
} from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { BodyFile } from '../output/bodyFile.ts';
import { onBrokenPipe } from '../output/brokenPipe.ts';
import { cancelOnInterrupt, endingAtOnce } from '../cancel.ts';
import { blocksOf, chooseRequests, type ChosenRequest } from '../input/chooseRequests.ts';
import { combineExitCodes, type ExitCode } from '../output/exitCode.ts';
import { openCookieFile, type CookieFile } from '../world/cookieFile.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { createOutput, type Output } from '../output/output.ts';
import { checkWritable } from '../world/cliFiles.ts';
import { formOf, type Form } from '../input/formInTerminal.ts';
import { largeBody } from '../print/largeBody.ts';
import { insecureWarning } from '../print/printConnection.ts';
import { choosePrinter } from '../print/choosePrinter.ts';
import type { Printer } from '../print/printer.ts';
import { collectionOf, readOne } from '../input/readOne.ts';
import { scriptsAhead, workerFile } from '../scriptsAhead.ts';
import { defaultsOf, snapshotModeOf } from '../world/sendDefaults.ts';
import { keptLimit, SendRecord } from '../output/sendRecord.ts';
import { contextOf, unknownEnvironment, type Known } from '../world/cliSurroundings.ts';
import { warnAroundAll } from '../world/warnAround.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { uploadProgress } from '../print/uploadProgress.ts';
import { followedBy } from '../output/slowReader.ts';
import { outputBehind, Turns } from '../output/turns.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';
import { delayWasmTiering } from '../wasmTiering.ts';
import { version } from '../../../package.json';

const mebibyte = 1024 * 1024;

/** Bytes of a body kept in memory until its request ends; larger bodies are kept in a file. */
const bodyInMemory = 8 * mebibyte;

interface Session {
  readonly environment: string | undefined;
  readonly defaults: SendDefaults;
  readonly network: NetworkSettings;
  readonly snapshots: SnapshotMode;
  readonly limits: Partial<RunLimits>;
  readonly runner: Runner;
  readonly variables: VariableStore;
  readonly exchanges: Exchanges;
  readonly requests: (known: Known) => Promise<CollectionRequests>;
  /** Requests sent so far, because `@ref` sends each only once. */
  readonly ran: NonNullable<RunInput['ran']>;
  /** Sends so far, for seeded random values. */
  readonly sends: NonNullable<RunInput['sends']>;
  /** Collects the text of a stream's events. */
  readonly textOf: (path: string | undefined) => StreamText;
  readonly bodyOf: () => KeptBody;
  readonly printer: Printer;
  readonly form: Form;
  /** Output that is printed while the connection is read. */
  readonly turns: Turns;
  readonly output: Output;
}

/**
 * `req send`. Later errors are printed.
 * @throws {ReqError} of kind `usage`, before anything is sent
 */
export async function send(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const settings = await readSettings(options, operands);
  const { requests, form } = settings;
  delayWasmTiering();
  const scripts = scriptsAhead(Array.from(blocksOf(requests), ([{ tree, collection }, blocks]) => ({ tree, collection, blocks })));
  const runner = await import('../../runner/index.ts');
  const sender = runner.createRunner({
    host: createNodeHost({ ...settings.given, tokens: runner.memoryTokens(), cookies: runner.memoryCookies() }),
    workerFile,
    scripts,
    userAgent: `Req/${version}`,
  });
  const cookieFile = await openCookies(settings, sender);
  const spool = (): KeptBody => new runner.KeptBody();
  const following = { out: followedBy(process.stdout, spool), err: followedBy(process.stderr, spool) };
  const turns = new Turns();
  const session = openSession(settings, runner, sender, { turns, output: outputBehind(following, turns, settings.output) });
  const cancellation = cancelOnInterrupt();
  let unsaved: unknown;
  const saveCookies = async (isLast: boolean): Promise<void> => {
    if (!form.dry && cookieFile !== undefined) unsaved = await failureOf(cookieFile.save(isLast));
  };
  let codes: readonly ExitCode[];
  try {
    codes = await sendAll(session, requests, cancellation.signal, saveCookies);
  } finally {
    session.printer.end();
    cancellation.dispose();
    await following.out.flushed();
    await following.err.flushed();
    await sender.dispose();
  }
  if (codes.length === 0) await saveCookies(true);
  if (unsaved !== undefined) throw unsaved;
  return combineExitCodes(codes);
}

type SendSettings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Reads and validates the command line and the file.
 * @throws {ReqError} of kind `usage`
 */
async function readSettings(options: Options, operands: readonly string[]) {
  const output = createOutput(options);
  const file = await readOne(operands, 'req send FILE');
  const requests = chooseRequests(file, options);
  const collection = collectionOf(file);
  const environment = options.text('env');
  if (environment !== undefined && !collection.environments.includes(environment)) throw unknownEnvironment(environment, [collection]);
  const defaults = defaultsOf(options);
  const snapshots = snapshotModeOf(options);
  const network = networkOf(options);
  const form = formOf(options);
  const given = await givenToHost(options);
  const values = await givenVariables(options);
  const cookieJar = options.text('cookie-jar');
  for (const name of [form.saveTo, form.dry ? undefined : cookieJar]) if (name !== undefined) await checkWritable(path.resolve(name));
  warnAroundAll(blocksOf(requests), output.err);
  if (requests.length === 0) output.err.write('Nothing was sent: every request is marked @disabled. Choose one with -n or -l.\n');
  const limits = { scriptTimeMs: options.duration('script-time'), bodySize: (options.count('max-body-size') ?? 0) * mebibyte };
  return { output, collection, requests, environment, defaults, snapshots, network, form, given, values, cookieJar, limits };
}

async function openCookies({ cookieJar, form, collection, environment }: SendSettings, sender: Runner): Promise<CookieFile | undefined> {
  const jar = sender.cookies(collection.root, environment);
  const file = cookieJar === undefined ? undefined : await openCookieFile(path.resolve(cookieJar), jar);
  if (!form.dry && file !== undefined) onBrokenPipe(() => file.save());
  return file;
}

function openSession(
  settings: SendSettings,
  runner: typeof RunnerModule,
  sender: Runner,
  { turns, output }: Pick<Session, 'turns' | 'output'>,
): Session {
  const { requests, environment, defaults, network, snapshots, form, limits } = settings;
  const { charsetOfBody, decodeBody, defaultScriptLimits, KeptBody, memoryExchanges, ScriptVariables, StreamText } = runner;
  const printer = choosePrinter(form, output, { decode: decodeBody, charsetOf: charsetOfBody, StreamText }, requests.length > 1);
  const variables = new ScriptVariables(settings.values);
  const asked = new Map<Known, Promise<CollectionRequests>>();
  return {
    environment,
    defaults,
    network,
    snapshots,
    limits: {
      script: { ...defaultScriptLimits, timeMs: limits.scriptTimeMs ?? defaultScriptLimits.timeMs },
      bodySize: limits.bodySize,
    },
    runner: sender,
    variables,
    exchanges: memoryExchanges(),
    // Read once, because `ran` contains blocks of these trees.
    requests(known) {
      const found = asked.get(known) ?? createWorkspace({ files: [], variables, environment }).requests({ ...known, environment });
      asked.set(known, found);
      return found;
    },
    ran: new Map(),
    sends: new Map(),
    textOf: (textPath) => new StreamText(textPath, printer.keeping.streamText),
    bodyOf: () => new KeptBody(keptLimit, bodyInMemory),
    printer,
    form,
    turns,
    output,
  };
}

/** Sends the requests one by one until a script or a signal stops the run. Saves cookies before each response is printed. */
async function sendAll(
  session: Session,
  requests: readonly ChosenRequest[],
  signal: AbortSignal,
  saveCookies: (isLast: boolean) => Promise<void>,
): Promise<readonly ExitCode[]> {
  const codes: ExitCode[] = [];
  for (const [i, request] of requests.entries()) {
    const { record, stopped, mask, isCut } = await sendOne(session, request, signal);
    const left = requests.length - i - 1;
    const isLast = left === 0 || stopped !== undefined || signal.aborted;
    await saveCookies(isLast);
    // Printing a large body blocks this thread, so a signal ends the command meanwhile.
    await endingAtOnce(async () => {
      // A signal that arrived after the run, before the line above, would let all of it be printed.
      const isLate = signal.aborted && record.failure?.kind !== 'cancelled';
      if (isLate && (isCut || record.sizes.bodyDecoded > largeBody)) process.kill(process.pid, 'SIGINT');
      await session.printer.finish(record, mask);
      await session.turns.idle();
    });
    record.release();
    codes.push(record.exitCode);
    if (!isLast && !signal.aborted) continue;
    if (stopped !== undefined && left > 0 && !signal.aborted)
      session.output.err.write(`A script stopped the run: ${left} request${left === 1 ? ' was' : 's were'} not sent.\n`);
    break;
  }
  return codes;
}

const failureOf = (work: Promise<void>): Promise<unknown> => work.catch((e: unknown) => e);

interface Sent {
  readonly record: SendRecord;
  /** Why a script stopped the run, if one did. */
  readonly stopped: string | undefined;
  readonly mask: (text: string) => string;
  /** Whether Ctrl+C shortened an event that was being printed. */
  readonly isCut: boolean;
}

async function sendOne(session: Session, { known, request }: ChosenRequest, interrupted: AbortSignal): Promise<Sent> {
  const { environment, defaults, network, snapshots, limits, runner, variables, exchanges, requests, printer, form, turns, output } =
    session;
  const context = contextOf(known, request.block, environment, variables);
  const maySetSecret = scopeOf(context).secretNames.size > 0;
  const textPath = textPathOf(context);
  const streamText = session.textOf(textPath);
  const record = new SendRecord({ request, file: known.file, maySetSecret, streamText, textPath, body: session.bodyOf() }, printer.keeping);
  const saving = form.saveTo === undefined ? undefined : await BodyFile.at(form.saveTo);
  const stop = new AbortController();
  const progress = uploadProgress(output.err);
  let mask = (text: string): string => text;
  let host = '';
  let writeFailure: unknown;
  let stopped: string | undefined;
  printer.begin(record);
  try {
    const { done, ...run } = runner.run(
      {
        context,
        variables,
        exchanges,
        requests: () => requests(known),
        defaults,
        network,
        snapshots,
        mode: form.dry ? 'dry' : 'send',
        standIns: form.dry,
        limits,
        emit,
        ran: session.ran,
        sends: session.sends,
      },
      AbortSignal.any([interrupted, stop.signal]),
    );
    ({ mask } = run);
    record.secrets = () => run.secrets();
    ({ stopped } = await done);
    if (writeFailure !== undefined) throw writeFailure;
    saving?.close();
  } catch (e) {
    if (!isReqError(e)) throw e;
    record.failure = toFailure(e);
    record.savedTo = undefined;
  } finally {
    saving?.close();
  }
  await turns.idle(interrupted);
  const isCut = interrupted.aborted && turns.drop();
  if (isCut) {
    output.out.raw('\n');
    output.err.write(`${output.err.style('yellow', 'warning:')} The event that was being printed is shortened.\n`);
  }
  return { record, stopped, mask, isCut };

  function emit(e: RunEvent): void {
    record.apply(e);
    progress(e);
    if (e.kind === 'sending') host = hostOf(e.request.wireUrl);
    if (e.kind === 'connected') warnOfInsecure(e.info);
    printer.event(e, record, mask);
    if (form.bodyOnly && e.kind === 'chunk') output.out.raw(e.bytes);
    if (saving !== undefined && writeFailure === undefined) save(saving, e);
  }

  function warnOfInsecure(info: ConnectionInfo): void {
    const warning = insecureWarning(host, info);
    if (warning !== undefined) output.err.write(`${output.err.style('yellow', visibleText(mask(warning)))}\n`);
  }

  function save(file: BodyFile, e: RunEvent): void {
    try {
      if (e.kind === 'head') {
        file.open();
        record.savedTo = file.path;
      }
      if (e.kind === 'chunk') file.write(e.bytes);
    } catch (error) {
      // Not thrown here, because that would fail the connection. The run is aborted instead.
      writeFailure = error;
      stop.abort();
    }
  }
}

/** The host of a URL in which a secret may be masked. */
const hostOf = (url: string): string => (/^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)/i.exec(url)?.[1] ?? '').replace(/^.*@/, '');
