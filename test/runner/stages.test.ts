import assert from 'node:assert/strict';
import { listRequests, loadCollection, noVariables, parse, sendDefaults } from '../../src/language/index.ts';
import { ProgramTokens } from '../../src/runner/auth/tokens/programTokens.ts';
import { Tokens } from '../../src/runner/auth/tokens/tokens.ts';
import { CookieJars } from '../../src/runner/cookies/cookieJars.ts';
import { ApiDocuments } from '../../src/runner/run/contract/apiDocuments.ts';
import { Trusts } from '../../src/runner/http/connect/trustedCertificates.ts';
import { memoryCookies, memoryExchanges, memoryTokens, ScriptVariables, type Host, type RunEvent } from '../../src/runner/index.ts';
import { beginRun, type ActiveRun } from '../../src/runner/run/activeRun.ts';
import { createMaskBox } from '../../src/runner/run/permissions/maskEvents.ts';
import { prepareStage } from '../../src/runner/run/stages/prepare.ts';
import { resolveStage } from '../../src/runner/run/stages/resolve.ts';

const unused = (): never => assert.fail('unused');

/** A run of the first request of a text, without a network and a sandbox. */
async function begun(text: string, more: Partial<Host> = {}): Promise<{ readonly run: ActiveRun; readonly events: readonly RunEvent[] }> {
  const tree = parse(text);
  const [request] = listRequests(tree);
  assert.ok(request);
  const host: Host = {
    readFile: unused,
    env: () => undefined,
    asks: true,
    secret: async () => undefined,
    ask: async () => undefined,
    mayRead: unused,
    maySendEnvironment: unused,
    maySendProtected: unused,
    signIn: { tokens: memoryTokens(), open: unused, mayRun: unused },
    cookies: memoryCookies(),
    now: () => 0,
    random: () => 0.5,
    uuid: () => '0',
    ...more,
  };
  const services = {
    host,
    sandbox: { warm: unused, run: unused, dispose: unused },
    matcher: { test: unused, dispose: unused },
    markup: { select: unused, dispose: unused },
    paths: { select: unused, dispose: unused },
    scriptLimits: { timeMs: 1, memory: 1 },
    exchangeSettings: { userAgent: 'Req/test', maxBodySize: 0 },
    tokens: new Tokens(host.signIn.tokens, () => 0),
    programs: new ProgramTokens(() => 0),
    cookies: new CookieJars(host.cookies),
    trusts: new Trusts(),
    apis: new ApiDocuments(),
  };
  const file = '/ws/a.req';
  const collection = await loadCollection({ readText: async () => undefined }, file, '/ws', '/ws');
  const variables = new ScriptVariables();
  const context = { tree, file, block: request.block, collection, environment: undefined, variables, answers: noVariables };
  const events: RunEvent[] = [];
  const emit = (e: RunEvent): void => void events.push(e);
  const input = { context, variables, exchanges: memoryExchanges(), defaults: sendDefaults, mode: 'send', emit } as const;
  return { run: beginRun(input, services, createMaskBox(), new AbortController().signal, unused), events };
}

describe('the stages of a run', () => {
  it('prepare a request without emitting or asking anything if it has no scripts and no @ref', async () => {
    const { run, events } = await begun('GET http://example.com/{{$secret.KEY}}\n', { secret: unused });
    assert.equal((await prepareStage(run)).kind, 'prepared');
    assert.deepEqual(events, []);
  });

  it('refuse a request with a syntax error before anything is asked', async () => {
    const { run } = await begun('GET http://example.com/{{?who}}\nno header\n', { ask: unused });
    await assert.rejects(prepareStage(run), { kind: 'parse' });
  });

  it('resolve again with a secret once the first pass has shown that it is needed', async () => {
    const asked: string[] = [];
    const secret: Host['secret'] = async (name) => {
      asked.push(name);
      return 'hunter2';
    };
    const { run, events } = await begun('GET http://example.com/{{$secret.KEY}}\n', { secret });
    const prepared = await prepareStage(run);
    assert.ok(prepared.kind === 'prepared');
    assert.deepEqual(asked, []);
    const resolved = await resolveStage(run, prepared.parts, prepared.source);
    assert.deepEqual(asked, ['KEY']);
    assert.equal(resolved.wireUrl, 'http://example.com/hunter2');
    assert.deepEqual(run.outgoing.secretNames, ['$secret.KEY']);
    assert.deepEqual(
      events.map((e) => (e.kind === 'substituted' ? e.substitutions.map((s) => s.text) : e.kind)),
      [['•••']],
    );
  });

  it('ask for permission to send, unless only the token of the request is new', async () => {
    const asked: string[] = [];
    const maySendEnvironment: Host['maySendEnvironment'] = async (names) => {
      asked.push(...names);
      return true;
    };
    const { run } = await begun('GET http://example.com/{{$env.TOWN}}\n', { env: () => 'Riga', maySendEnvironment });
    const prepared = await prepareStage(run);
    assert.ok(prepared.kind === 'prepared');
    await resolveStage(run, prepared.parts, prepared.source, true);
    assert.deepEqual(asked, []);
    await resolveStage(run, prepared.parts, prepared.source);
    assert.deepEqual(asked, ['TOWN']);
  });
});
