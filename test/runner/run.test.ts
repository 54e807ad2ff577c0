import assert from 'node:assert/strict';
import { listRequests, loadCollection, noVariables, parse, sendDefaults } from '../../src/language/index.ts';
import {
  createRunner,
  memoryCookies,
  memoryExchanges,
  memoryTokens,
  ScriptVariables,
  type Host,
  type RunEvent,
  type RunResult,
} from '../../src/runner/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A host with the given files whose user never answers. */
function hostOf(files: Readonly<Record<string, string>>, more: Partial<Host> = {}): Host {
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  return {
    readFile: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
    env: (name) => (name === 'HOME_TOWN' ? 'Riga' : undefined),
    asks: true,
    secret: async () => undefined,
    ask: async () => undefined,
    mayRead: never,
    maySendEnvironment: never,
    maySendProtected: never,
    signIn: { tokens: memoryTokens(), open: never, mayRun: never },
    cookies: memoryCookies(),
    now: () => 0,
    random: () => 0.5,
    uuid: () => '0',
    ...more,
  };
}

async function run(
  text: string,
  host: Host,
  stop?: AbortController,
): Promise<{ readonly result: RunResult; readonly events: readonly RunEvent[] }> {
  const tree = parse(text);
  const [request] = listRequests(tree);
  assert.ok(request);
  const file = '/ws/a.req';
  const collection = await loadCollection({ readText: async () => undefined }, file, '/ws', '/ws');
  const variables = new ScriptVariables();
  const runner = createRunner({ host, workerFile: '/nowhere/scriptWorker.cjs', userAgent: 'Req/test' });
  const events: RunEvent[] = [];
  try {
    const context = { tree, file, block: request.block, collection, environment: undefined, variables, answers: noVariables };
    const { done } = runner.run(
      { context, variables, exchanges: memoryExchanges(), defaults: sendDefaults, mode: 'send', emit: (e) => events.push(e) },
      (stop ?? new AbortController()).signal,
    );
    return { result: await done, events };
  } finally {
    await runner.dispose();
  }
}

describe('a run', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  for (const [what, text] of [
    ['a file may be read', 'POST http://127.0.0.1:1/\n\n< ../outside.txt\n'],
    ['values of the environment may go out', 'GET http://127.0.0.1:1/{{$env.HOME_TOWN}}\n'],
  ] as const) {
    it(`that waits to be told whether ${what} is cancelled without an answer`, async () => {
      const stop = new AbortController();
      const asked = (): Promise<never> => {
        setImmediate(() => stop.abort());
        return new Promise(() => undefined);
      };
      const { result, events } = await run(text, hostOf({}, { mayRead: asked, maySendEnvironment: asked }), stop);
      assert.equal(result.outcome, 'cancelled');
      assert.deepEqual(
        events.map((e) => e.kind),
        ['started', 'asking', 'finished'],
      );
    });
  }

  it('begins with started and ends with finished, once each, for every outcome', async () => {
    for (const text of [
      `GET ${server.url}/json?size=3\n`,
      'GET http://127.0.0.1:1/\n',
      'GET {{nothing}}\n',
      'GET \n',
      `GET ${server.url}/json\nX-A: {{$secret.NONE}}\n`,
    ]) {
      const { result, events } = await run(text, hostOf({}));
      const kinds = events.map((e) => e.kind);
      assert.equal(kinds[0], 'started', text);
      assert.equal(kinds.at(-1), 'finished', text);
      assert.equal(kinds.filter((k) => k === 'started' || k === 'finished').length, 2, text);
      assert.equal(result.failure === undefined, result.outcome === 'complete', text);
    }
  });

  it('that fails to be resolved is reported with all problems and the kind of the first', async () => {
    const { result } = await run('POST http://127.0.0.1:1/{{a}}\nX-A: {{b}}\n', hostOf({}));
    assert.equal(result.failure?.kind, 'undefined-variable');
    assert.match(result.failure.message, /^Nothing was sent: 2 placeholders have no value\.\nline 1: .*\nline 2: /);
    assert.equal((await run('GRAPHQL http://127.0.0.1:1/\n\n{ a }\n\n{"x": }\n', hostOf({}))).result.failure?.kind, 'body');
  });
});
