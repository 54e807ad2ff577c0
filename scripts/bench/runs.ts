// Req's own parts for the exchange benchmark, with hosts that provide nothing.
import { sendDefaults, listRequests } from '../../src/language/index.ts';
import { Connection } from '../../src/runner/http/http1/http1Connection.ts';
import { composeHead } from '../../src/runner/http/http1/requestHead.ts';
import { targetOf } from '../../src/runner/http/exchange/checkRequest.ts';
import { directRoute } from '../../src/runner/http/exchange/route.ts';
import { closeIdleConnections, exchange } from '../../src/runner/http/exchange/exchange.ts';
import { createRunner, memoryExchanges, ScriptVariables } from '../../src/runner/index.ts';
import { createSandbox } from '../../src/runner/script/sandbox.ts';
import { createStreamParser } from '../../src/runner/stream/parseEvents.ts';
import { resolved, settings } from '../../test/support/exchange.ts';
import { memoryWorkspace, root } from '../../test/support/memoryWorkspace.ts';
import { emptyScriptHost, scriptJob } from '../../test/support/scriptRun.ts';
import { memoryHost } from '../../test/support/sendRun.ts';

const nobody = new AbortController().signal;
const ignore = (): void => undefined;

/** Sends a GET several times, one after the other. */
export async function exchanges(url: string, many: number): Promise<void> {
  const request = resolved(url);
  const listener = {
    sending: ignore,
    connected: ignore,
    uploading: ignore,
    informational: ignore,
    redirect: ignore,
    warn: ignore,
    cookieRefused: ignore,
    challenged: ignore,
    head: ignore,
    trailers: ignore,
    chunk: ignore,
  };
  for (let i = 0; i < many; i++) {
    const { error } = await exchange(request, settings, listener, nobody);
    if (error !== undefined) throw error;
  }
  closeIdleConnections();
}

/** The same with the connection alone: the head is given and no event is emitted. */
export async function connectionExchanges(url: string, many: number): Promise<void> {
  const request = resolved(url);
  const target = targetOf(url);
  const connection = new Connection(await directRoute(request, target), '', ignore);
  const { text, headers } = composeHead(request, 0, settings.userAgent);
  const { method } = request;
  const message = { head: Buffer.from(text), method, path: target.path, headers, body: null, bodySize: 0, keepAlive: true };
  const told = { begun: ignore, sent: ignore, informational: ignore, head: ignore, data: ignore, trailers: ignore };
  for (let i = 0; i < many; i++) {
    const error = await new Promise((ended) => connection.send(message, { ...told, ended }));
    if (error !== undefined) throw new Error('The connection failed.', { cause: error });
  }
  connection.destroy(new Error('It is over.'));
}

/** Number of events that the parser finds in a chunk pushed several times. */
export function parseStream(chunk: Uint8Array, many: number): number {
  let count = 0;
  const parser = createStreamParser('sse', { event: () => void count++, comment: ignore });
  for (let i = 0; i < many; i++) parser.push(chunk);
  parser.end();
  return count;
}

/** Number of events that a run emits through the runner of editor and command. */
export async function stream(text: string): Promise<number> {
  const files = new Map([[`${root}/a.req`, text]]);
  const variables = new ScriptVariables();
  const { workspace } = memoryWorkspace(files, { variables, environment: undefined });
  const view = await workspace.know({ file: `${root}/a.req`, version: 1, getText: () => text });
  const [request] = listRequests(view.tree);
  if (request === undefined) throw new Error('There is no request.');
  // No script runs, so no worker is started.
  const runner = createRunner({ host: memoryHost(files, {}), workerFile: '', userAgent: 'Req/bench' });
  let count = 0;
  const run = runner.run(
    {
      context: view.contextOf(request.block),
      variables,
      exchanges: memoryExchanges(),
      defaults: sendDefaults,
      mode: 'send',
      emit: (e) => {
        if (e.kind === 'event') count++;
      },
    },
    nobody,
  );
  await run.done;
  await runner.dispose();
  return count;
}

/** Milliseconds of the first script of a sandbox, including the start of its worker. */
export async function firstScript(workerFile: string, body: string, source: string): Promise<number> {
  const start = performance.now();
  const { run, end } = scripts(workerFile, body, source);
  await run();
  const taken = performance.now() - start;
  await end();
  return taken;
}

/** A script that reads a response, and the end of its sandbox. */
export function scripts(workerFile: string, body: string, source: string) {
  const sandbox = createSandbox({ workerFile });
  const job = scriptJob(source, {
    phase: 'response',
    response: { status: 200, statusText: 'OK', headers: [], text: body, size: body.length, duration: 1, events: [] },
  });
  const run = async (): Promise<void> => {
    const { failure } = await sandbox.run(job, emptyScriptHost, nobody);
    if (failure !== undefined) throw new Error(failure.message);
  };
  return { run, end: () => sandbox.dispose() };
}
