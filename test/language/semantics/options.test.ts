import assert from 'node:assert/strict';
import { parseDuration, scriptsAround, sendDefaults } from '../../../src/language/index.ts';
import { plainConnection } from '../../../src/language/semantics/request/resolvedRequest.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const options = async (directives: string, around: Around = {}) => (await inspect(`${directives}GET http://h`, around)).sent().options;

describe('the options of a send', () => {
  it('are the defaults if the file has none', async () => {
    const { undefinedVariables: _, ...defaults } = sendDefaults;
    assert.deepEqual(await options(''), {
      ...defaults,
      keepAuthOnRedirect: false,
      connection: plainConnection,
      textPath: undefined,
      reconnect: undefined,
      retry: undefined,
    });
  });

  for (const [directive, changed] of [
    ['# @timeout 5s', { timeoutMs: 5000 }],
    ['# @timeout 1500ms', { timeoutMs: 1500 }],
    ['# @timeout = 2m', { timeoutMs: 120_000 }],
    ['# @timeout 3', { timeoutMs: 3000 }],
    ['# @connect-timeout 2s', { connectTimeoutMs: 2000 }],
    ['# @idle-timeout 0.5s', { idleTimeoutMs: 500 }],
    ['# @no-redirect', { followRedirects: false }],
    ['# @max-redirects 3', { maxRedirects: 3 }],
    ['# @keep-auth-on-redirect', { keepAuthOnRedirect: true }],
    ['# @insecure', { insecure: true }],
    ['# @proxy http://127.0.0.1:3128', { connection: { ...plainConnection, proxy: 'http://127.0.0.1:3128' } }],
    ['# @max-events 10', { maxEvents: 10 }],
    ['# @max-time 30s', { maxTimeMs: 30_000 }],
    ['# @reconnect', { reconnect: 5 }],
    ['# @reconnect 20', { reconnect: 20 }],
    ['# @reconnect 0', {}],
    ['# @text choices[0].delta.content', { textPath: 'choices[0].delta.content' }],
    ['// @timeout 1s\n# @timeout 2s', { timeoutMs: 2000 }],
    ['# @timeout soon', {}],
    ['# @max-redirects -1', {}],
    ['# @unheard-of 5', {}],
  ] as const) {
    it(`follow ${JSON.stringify(directive)}`, async () =>
      assert.deepEqual(await options(`${directive}\n`), { ...(await options('')), ...changed }));
  }

  it('come from the request, then the file, then its folder, then the collection', async () => {
    const files = {
      'collection.req': '# @timeout 1s\n# @idle-timeout 1s\n# @max-redirects 1\n# @max-events 1\n',
      'folder.req': '# @idle-timeout 2s\n# @max-redirects 2\n# @max-events 2\n',
    };
    const found = await options('# @max-redirects 3\n# @max-events 3\n###\n# @max-events 4\n', { files });
    assert.deepEqual([found.timeoutMs, found.idleTimeoutMs, found.maxRedirects, found.maxEvents], [1000, 2000, 3, 4]);
  });

  it('name who has set a limit where no directive has', async () => {
    const defaults = { ...sendDefaults, limitNames: { timeout: '--timeout', 'max-redirects': '--max-redirects' } };
    assert.deepEqual((await options('# @max-redirects 3\n', { defaults })).limitNames, { timeout: '--timeout' });
    assert.deepEqual((await options('# @max-redirects many\n', { defaults })).limitNames, defaults.limitNames);
    assert.equal((await options('# @max-redirects 3\n# @timeout 5s\n', { defaults })).limitNames, undefined);
  });

  it('accept an invalid certificate only if the request itself allows it', async () => {
    assert.equal((await options('# @insecure\n###\n', { files: { 'collection.req': '# @insecure\n' } })).insecure, false);
  });

  it('can be among the headers as well', async () =>
    assert.equal((await inspect('GET http://h\nA: b\n# @timeout 7s')).sent().options.timeoutMs, 7000));
});

describe('a duration', () => {
  for (const [text, ms] of [
    ['5s', 5000],
    ['300ms', 300],
    ['2m', 120_000],
    ['1.5s', 1500],
    ['10', 10_000],
    [' 1 s ', 1000],
    ['0', 0],
    ['', undefined],
    ['5h', undefined],
    ['-1s', undefined],
    ['1e3', undefined],
  ] as const)
    it(`${JSON.stringify(text)} is ${ms ?? 'none'}`, () => assert.equal(parseDuration(text), ms));
});

describe('the scripts around a request', () => {
  const files = {
    'collection.req': '< {% collection before %}\n> {% collection after %}\n',
    'sub/folder.req': '< {% inner before %}\n> {% inner after %}\n',
    'folder.req': '< {% outer before %}\n< ./second.js\n> {% outer after %}\n',
  };
  const order = async (phase: 'pre-request' | 'response'): Promise<readonly string[]> => {
    const r = await inspect('< {% file before %}\n> {% file after %}\n###\n< {% own before %}\nGET http://h\n\n> {% own after %}\n', {
      at: 'sub/a.req',
      files,
    });
    return scriptsAround(r.contextOf(r.tree.blocks[1]!), phase).map((s) => `${s.node.source.text.trim()} ${s.file.slice(4)}`);
  };

  it('run from the outside in before it is sent', async () => {
    assert.deepEqual(await order('pre-request'), [
      'collection before collection.req',
      'outer before folder.req',
      './second.js folder.req',
      'inner before sub/folder.req',
      'file before sub/a.req',
      'own before sub/a.req',
    ]);
  });

  it('run from the inside out after it', async () => {
    assert.deepEqual(await order('response'), [
      'own after sub/a.req',
      'file after sub/a.req',
      'inner after sub/folder.req',
      'outer after folder.req',
      'collection after collection.req',
    ]);
  });
});
