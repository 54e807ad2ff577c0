import path from 'node:path';
import { version } from '../../../package.json';
import { ReqError, toFailure } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { writeWithin } from '../../files/replace.ts';
import { introspectionRequest, introspectionText, schemaTarget } from '../../language/onDemand.ts';
import type { Runner } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { cancelOnInterrupt } from '../cancel.ts';
import { blocksOf, chooseRequests, type ChosenRequest } from '../input/chooseRequests.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { receivingTime } from '../input/receivingTime.ts';
import { collectionOf, readOne } from '../input/readOne.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { printFailure } from '../print/printFailure.ts';
import { workerFile } from '../scriptsAhead.ts';
import { readBytes, replaceGiven } from '../world/cliFiles.ts';
import { contextOf, unknownEnvironment } from '../world/cliSurroundings.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';
import { networkOf } from '../world/networkOf.ts';
import { createNodeHost, givenToHost } from '../world/nodeHost.ts';
import { defaultsOf } from '../world/sendDefaults.ts';
import { shownPath } from '../world/shownPath.ts';
import { warnAroundAll } from '../world/warnAround.ts';

/**
 * `req graphql`: sends an introspection as the request and writes the schema.
 * @throws {ReqError} of kind `usage`
 */
export async function fetchSchema(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  const file = await readOne(operands, 'req graphql FILE');
  const [chosen, ...others] = chooseRequests(file, options, 'FILE#NAME, -n or -l');
  if (chosen === undefined || others.length > 0) throw new ReqError('usage', 'One request is needed: choose it with -n or -l.');
  const collection = collectionOf(file);
  const environment = options.text('env');
  if (environment !== undefined && !collection.environments.includes(environment)) throw unknownEnvironment(environment, [collection]);
  warnAroundAll(blocksOf([chosen]), err);
  const fetched = await send(options, chosen, environment, err);
  if (typeof fetched === 'number') return fetched;
  const { writtenSchema } = await import('../../graphql/index.ts');
  const found = writtenSchema(introspectionText(fetched.response), fetched.mask);
  if ('problem' in found)
    throw new ReqError('usage', `The response (status ${fetched.response.status}) is not a schema: ${found.problem}.`, {
      hint: 'Servers can refuse introspection. req send shows what this one answers to the request.',
    });
  const { target } = fetched;
  const output = options.text('output');
  const to = output === undefined ? target.file : path.resolve(output);
  if (await isOther(to, found.sdl, options.has('force')))
    throw new ReqError('usage', `${shownPath(to)} exists with another text. Nothing was written.`, { hint: '--force replaces it.' });
  if (output !== undefined) await replaceGiven(to, found.sdl);
  else
    await writeWithin(to, collection.root, found.sdl).catch((e: unknown) => {
      throw new ReqError('usage', `${shownPath(to)} cannot be written: ${e instanceof Error ? e.message : String(e)}.`, { cause: e });
    });
  out.write(`${shownPath(to)}\n`);
  if (output === undefined && target.toName !== undefined)
    err.write(`Write this line above the request, so that its query is checked: # @graphql ${target.toName}\n`);
  return exitCodes.ok;
}

/** Whether a file with a different text exists and must not be replaced. */
async function isOther(file: string, text: string, force: boolean): Promise<boolean> {
  if (force) return false;
  const bytes = await readBytes(file);
  if (bytes === undefined) return false;
  const decoded = decodeUtf8(bytes);
  return !decoded.ok || decoded.text !== text;
}

interface Fetched {
  readonly response: NonNullable<Awaited<ReturnType<Runner['run']>['done']>['response']>;
  readonly target: ReturnType<typeof schemaTarget>;
  /** Masks the secrets that the request used. */
  readonly mask: (text: string) => string;
}

/** The response to an introspection; the exit code if there is none. */
async function send(
  options: Options,
  { known, request }: ChosenRequest,
  environment: string | undefined,
  err: Sink,
): Promise<Fetched | ExitCode> {
  const { introspectionQuery } = await import('../../graphql/index.ts');
  const runner = await import('../../runner/index.ts');
  const variables = new runner.ScriptVariables(await givenVariables(options));
  const context = contextOf(known, request.block, environment, variables);
  const sent = introspectionRequest(context, introspectionQuery());
  const given = await givenToHost(options);
  const sender = runner.createRunner({
    host: createNodeHost({ ...given, tokens: runner.memoryTokens(), cookies: runner.memoryCookies() }),
    workerFile,
    userAgent: `Req/${version}`,
  });
  const cancellation = cancelOnInterrupt();
  const time = receivingTime(cancellation.signal, options);
  try {
    const timeMs = options.duration('script-time') ?? runner.defaultScriptLimits.timeMs;
    const run = sender.run(
      {
        context: { ...context, tree: sent.tree, block: sent.block },
        variables,
        exchanges: runner.memoryExchanges(),
        defaults: defaultsOf(options),
        network: networkOf(options),
        mode: 'send',
        snapshots: 'compare',
        limits: { script: { ...runner.defaultScriptLimits, timeMs } },
        requests: () => createWorkspace({ files: [], variables, environment }).requests({ ...known, tree: sent.tree, environment }),
        wanted: true,
        emit: () => {},
      },
      time.signal,
    );
    const { failure, response } = await run.done;
    if (response !== undefined && failure === undefined) return { response, target: schemaTarget(context), mask: run.mask };
    const late = time.tooLate();
    if (late !== undefined) printFailure(toFailure(late), err);
    else if (failure !== undefined) printFailure(failure, err);
    return failure === undefined || late !== undefined ? exitCodes.network : exitCodeOf(failure.kind);
  } finally {
    cancellation.dispose();
    await sender.dispose();
  }
}
