import { version } from '../../../package.json';
import { ReqError, toFailure, type Failure } from '../../base/reqError.ts';
import { folderOf, textWithin } from '../../language/index.ts';
import {
  changeLines,
  documentLimits,
  documentRequest,
  fetchedDocument,
  largestDocument,
  urlDocuments,
  type NamedApi,
} from '../../language/onDemand.ts';
import type { RunResult } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt, endingAtOnce } from '../cancel.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { createOutput, type Output, type Sink } from '../output/output.ts';
import { printFailure } from '../print/printFailure.ts';
import { workerFile } from '../scriptsAhead.ts';
import { fileSource, findFiles, readText, warnOfLeftOut, writeInside } from '../world/cliFiles.ts';
import { know, unknownEnvironment, type Known } from '../world/cliSurroundings.ts';
import { receivingTime } from '../input/receivingTime.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { readApi } from '../../apiDocuments/readApi.ts';
import { defaultsOf } from '../world/sendDefaults.ts';
import { shownPath } from '../world/shownPath.ts';
import { updateRequests } from './openapiUpdate.ts';

/** A document, and one of the files whose requests use it. */
interface Wanted {
  readonly named: NamedApi;
  readonly known: Known;
}

/**
 * `req openapi`: fetches the documents that `# @openapi` names with a URL, and keeps them in the collection. With `--update`, compares the
 * requests with them.
 * @throws {ReqError} of kind `usage`
 */
export async function fetchDocuments(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const output = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req openapi . fetches the documents of this folder.' });
  if (options.has('write') && !options.has('update')) throw new ReqError('usage', '--write belongs to --update.');
  if (options.has('update')) return updateRequests(options, operands, output);
  const wanted = await documentsOf(operands, options.text('env'), output.err);
  if (wanted.length === 0)
    throw new ReqError('usage', 'No OpenAPI document is named by a URL.', {
      hint: 'Write # @openapi https://… into collection.req, folder.req or the first block of a file.',
    });
  const runner = await import('../../runner/index.ts');
  const variables = new runner.ScriptVariables(await givenVariables(options));
  const given = await givenToHost(options);
  const host = createNodeHost({ ...given, tokens: runner.memoryTokens(), cookies: runner.memoryCookies() });
  const sender = runner.createRunner({ host, workerFile, userAgent: `Req/${version}` });
  const cancellation = cancelOnInterrupt();
  const codes: ExitCode[] = [];
  try {
    for (const one of wanted) {
      const { script, timeouts } = limitsOf(options, runner.defaultScriptLimits);
      const receive: Receive = async (reference) => {
        const { context } = documentRequest(contextAround(one.known, options, variables), one.named, reference);
        const time = receivingTime(cancellation.signal, options);
        const run = sender.run(
          {
            context,
            variables,
            exchanges: runner.memoryExchanges(),
            defaults: { ...defaultsOf(options), ...timeouts },
            network: networkOf(options),
            mode: 'send',
            snapshots: 'compare',
            limits: { script, bodySize: largestDocument },
            wanted: true,
            emit: () => {},
          },
          time.signal,
        );
        return received(await run.done, run.mask, reference ?? one.named.written, time.tooLate);
      };
      codes.push(await fetchOne(one, receive, options.has('force'), output));
      if (cancellation.signal.aborted || codes.at(-1) === exitCodes.cancelled) break;
    }
  } finally {
    cancellation.dispose();
    await sender.dispose();
  }
  return combineExitCodes(codes);
}

async function documentsOf(operands: readonly string[], environment: string | undefined, err: Sink): Promise<readonly Wanted[]> {
  const found = new Map<string, Wanted>();
  const collections = new Set<Known['collection']>();
  for (const file of await findFiles(operands, warnOfLeftOut(err)))
    for (const { text } of requestTextsWithin(file.file, await readText(file.file))) {
      const known = await know(file, text);
      collections.add(known.collection);
      for (const named of urlDocuments(known.tree, known.file, known.collection))
        if (!found.has(named.path)) found.set(named.path, { named, known });
    }
  if (environment !== undefined && ![...collections].some((c) => c.environments.includes(environment)))
    throw unknownEnvironment(environment, [...collections]);
  return [...found.values()];
}

type Received = { readonly text: string } | { readonly failure: Failure | undefined; readonly problem: string };

/** Fetches the document, or a file that it references, by its URL as written. */
type Receive = (reference?: string) => Promise<Received>;

function received(
  { failure, response }: RunResult,
  mask: (text: string) => string,
  written: string,
  tooLate: () => ReqError | undefined,
): Received {
  if (failure !== undefined || response === undefined) {
    const late = tooLate();
    const why = late === undefined ? failure : toFailure(late);
    return { failure: why, problem: `${written} was not fetched: ${why?.message ?? 'there is no response'}` };
  }
  const { status, text } = response;
  const wrong =
    status < 200 || status > 299 ? `returned status ${status}` : mask(text) === text ? undefined : 'contains the value of a secret';
  return wrong === undefined ? { text } : { failure: undefined, problem: `${written} ${wrong}` };
}

type Around = Parameters<typeof documentRequest>[0];

const contextAround = (known: Known, options: Options, variables: Around['variables']): Around => {
  const environment = options.text('env');
  const isKnown = environment !== undefined && known.collection.environments.includes(environment);
  return { ...known, environment: isKnown ? environment : undefined, variables, answers: { find: () => undefined, names: () => [] } };
};

function limitsOf<S extends { readonly timeMs: number }>(options: Options, script: S) {
  return {
    script: { ...script, timeMs: options.duration('script-time') ?? script.timeMs },
    timeouts: {
      timeoutMs: options.duration('timeout') ?? documentLimits.timeoutMs,
      idleTimeoutMs: documentLimits.idleTimeoutMs,
    },
  };
}

async function fetchOne({ named, known }: Wanted, receive: Receive, force: boolean, { out, err }: Output): Promise<ExitCode> {
  const { written, path, by } = named;
  const { root } = known.collection;
  const refuse = (why: string, hint = ''): ExitCode => {
    err.write(`${err.style('red', 'error')}: ${why}\n${hint === '' ? '' : `${hint}\n`}`);
    return exitCodes.usage;
  };
  const main = await receive();
  if ('failure' in main && main.failure !== undefined) {
    printFailure(main.failure, err);
    return exitCodeOf(main.failure.kind);
  }
  if ('problem' in main) return refuse(`${main.problem}. Nothing was written.`);
  const place = { root, folder: folderOf(by) };
  const read = (file: string) => textWithin(fileSource, file, shownPath(file), place);
  const kept = await read(path);
  const before = 'text' in kept ? kept.text : undefined;
  // Nothing is written yet, and large documents block this thread.
  const parts = { text: main.text, before, read, fetch: receive };
  const fetched = await endingAtOnce(() => fetchedDocument(named, parts, readApi));
  if (fetched.kind === 'problem') return refuse(`${fetched.message}. Nothing was written.`);
  const { index, changes, files } = fetched;
  for (const problem of index.problems.slice(0, 5)) err.write(`${problem}\n`);
  if (fetched.kind === 'same') {
    err.write(`${shownPath(path)} has not changed.\n`);
    return exitCodes.ok;
  }
  if (fetched.kind === 'changed') {
    const lines = changes === undefined ? [] : changeLines(changes, 50);
    err.write(`${written} has changed${lines.length === 0 ? '' : ':'}\n${lines.map((line) => `  ${line}\n`).join('')}`);
    const [first = path] = files.keys();
    if (!force) return refuse(`${shownPath(first)} exists with another text. Nothing was written.`, '--force replaces it.');
  }
  for (const [file, text] of files) {
    await writeInside(file, root, text);
    out.write(`${shownPath(file)}\n`);
  }
  return exitCodes.ok;
}
