import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { HostPiece } from '../../../src/language/semantics/request/url/hostPiece.ts';
import { HostPieces } from '../../../src/language/semantics/request/url/hostPieces.ts';
import { inspect } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';
import '../../support/seed.ts';

/** The target on the wire with values, or the messages if it cannot be sent. */
async function wire(target: string, variables: Readonly<Record<string, unknown>>): Promise<string> {
  const r = await inspect(`GET ${target}`, { variables });
  return r.resolve().ok ? r.sent().wireUrl : r.problems().join('\n');
}

const quoted = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

describe('a placeholder in the URL of a proxy', () => {
  const problems = async (proxy: string, v: string): Promise<string> =>
    (await inspect(`# @proxy ${proxy}\nGET http://h.example/`, { variables: { v } })).problems().join();

  for (const [proxy, value, message] of [
    ['http://{{v}}.proxy.example/', 'evil.example:80#', /would end the host at ":"/],
    ['http://{{v}}.proxy.example/', 'evil.example#', /would end the host at "#"/],
    ['{{v}}.proxy.example:3128', 'evil.example/', /would end the host at "\/"/],
    ['http://proxy.{{v}}:3128', '@evil.example', /would end the host at "@"/],
    ['http://proxy.example:{{v}}', '80@evil.example', /is not a port/],
    ['http://{{v}}@proxy.example', 'evil.example/', /would end the user information at "\/"/],
    ['http://me:{{v}}@proxy.example', '80#', /would end the user information at "#"/],
    ['{{v}}://proxy.example', 'http://evil.example/#', /would end the scheme at ":"/],
  ] as const)
    it(`cannot end it: ${proxy} with ${value}`, async () => {
      assert.match(await problems(proxy, value), message);
    });

  for (const [proxy, value] of [
    ['{{v}}', 'http://me:pw@proxy.example:3128/'],
    ['{{v}}', 'none'],
    ['{{v}}:3128', 'http://proxy.example'],
    ['socks5h://{{v}}:1080', '[::1]'],
    ['http://me:{{v}}@proxy.example', 'p@ss%23'],
    ['http://{{v}}', 'proxy.example:3128'],
  ] as const)
    it(`can be the rest: ${proxy} with ${value}`, async () => {
      assert.equal(await problems(proxy, value), '');
    });
});

describe('a placeholder in a URL that a definition writes', () => {
  for (const [base, value, message] of [
    ['http://{{v}}.h.example', 'evil.example#', /base \(.*\): \{\{v\}\}: its value "evil.example#" would end the host at "#"/],
    ['{{s}}://{{v}}.h.example/v1', 'evil.example/', /would end the host at "\/"/],
    ['https://h.example:{{v}}', '80@evil.example', /is not a port/],
    ['https://me:{{v}}@h.example', 'evil.example/', /would end the user information at "\/"/],
  ] as const)
    it(`cannot end its host: ${base} with ${value}`, async () => {
      const r = await inspect(`@base = ${base}\n@other = {{base}}/x\nGET {{other}}`, { variables: { v: value, s: 'http' } });
      assert.match(r.problems().join(), message);
    });

  for (const [base, value, url] of [
    ['http://{{v}}', 'h.example/v1', 'http://h.example/v1/x'],
    ['https://api.{{v}}:8080/v1', 'h.example', 'https://api.h.example:8080/v1/x'],
    ['https://h.example/{{v}}', 'a/b?c#', 'https://h.example/a/b?c'],
    ['https://h.example/{{v}}:{{v}}@', 'a', 'https://h.example/a:a@/x'],
    ['https://me:{{v}}@h.example', 'p@ss', 'https://h.example/x'],
  ] as const)
    it(`can be a usual value: ${base} with ${value}`, async () => {
      const r = await inspect(`@base = ${base}\nGET {{base}}/x`, { variables: { v: value } });
      assert.equal(r.problems().join(), '');
      assert.equal(r.sent().wireUrl, url);
    });
});

describe('a placeholder in a host that definitions write without a scheme', () => {
  for (const [definitions, target, value, message] of [
    [
      '@host = {{v}}.h.example',
      'http://{{host}}/',
      'evil.example#',
      /^\{\{host\}\}: host \(.*:1\): \{\{v\}\}: its value "evil.example#" would end the host at "#"/,
    ],
    ['@host = {{v}}.h.example', '{{host}}/x', 'evil.example/', /would end the host at "\/"/],
    ['@host = {{v}}.h.example', 'http://{{host}}:81/', 'me@evil.example', /would end the host at "@"/],
    ['@host = {{v}}.h.example', 'http://me@{{host}}/', 'evil.example?', /would end the host at "\?"/],
    ['@host = {{v}}.h.example', 'http://{{host | lower}}/', 'evil.example#', /would end the host at "#"/],
    ['@host = {{v}}.h.example', 'http://{{host | default "x"}}/', 'evil.example#', /would end the host at "#"/],
    ['@host = {{v | trim}}.h.example', 'http://{{host}}/', 'evil.example#', /would end the host at "#"/],
    ['@a = {{v}}.h\n@host = {{a}}.example', 'http://{{host}}/', 'evil.example#', /would end the host at "#"/],
    ['@a = {{v}}\n@b = {{a}}\n@host = {{b}}', 'http://{{host}}.h.example/', 'evil.example#', /would end the host at "#"/],
    ['@a = {{v}}.h.example\n@b = {{a}}\n@host = {{b}}', 'http://{{host}}/', 'evil.example#', /would end the host at "#"/],
    ['@host = {{v}}.h.example\n@base = http://{{host}}', '{{base}}/', 'evil.example#', /would end the host at "#"/],
    ['@host = {{v}}.h.example\n@base = {{host}}/v1', 'http://{{base}}/x', 'evil.example#', /would end the host at "#"/],
    ['@base = //{{v}}.h.example', '{{base}}/', 'evil.example#', /would end the host at "#"/],
    ['@end = .{{w}}.example', 'http://{{v}}{{end}}/', 'evil.example#', /would end the host at "#"/],
    ['@end = .{{v}}', 'http://api{{end}}/', '@evil.example', /would end the host at "@"/],
    ['@port = 8{{v}}', 'http://h.example:{{port}}/', '0@evil.example', /is not a port/],
    ['@cfg = {"host": "{{v}}.h.example"}', 'http://{{cfg.host}}/', 'evil.example#', /would end the host at "#"/],
  ] as const)
    it(`cannot end it: ${definitions.replaceAll('\n', ' ')}, ${target} with ${value}`, async () => {
      const r = await inspect(`${definitions}\nGET ${target}`, { variables: { v: value, w: 'w' } });
      assert.match(r.problems().join(), message);
      assert.equal(r.resolve().ok, false);
    });

  for (const environment of [{ host: '{{v}}.h.example' }, { all: { host: '{{v}}.h.example' } }])
    it(`cannot end it: ${JSON.stringify(environment)} of an environment`, async () => {
      const around = { variables: { v: 'evil.example#' }, environments: { dev: environment }, environment: 'dev' };
      const target = 'all' in environment ? '{{all.host}}' : '{{host}}';
      assert.match((await inspect(`GET http://${target}/`, around)).problems().join(), /would end the host at "#"/);
    });

  it('cannot end the host of a proxy', async () => {
    const r = await inspect('@host = {{v}}.proxy.example\n# @proxy http://{{host}}:3128\nGET http://h.example/', {
      variables: { v: 'evil.example#' },
    });
    assert.match(r.problems().join(), /would end the host at "#"/);
  });

  it('can be followed by any value only if another value has ended it', async () => {
    const sent = (v: string): ReturnType<typeof inspect> =>
      inspect('@base = {{v}}{{w}}\nGET {{base}}/', { variables: { v, w: '@evil.example' } });
    const inPath = await sent('http://h.example/a');
    assert.equal(inPath.problems().join(), '');
    assert.equal(inPath.sent().wireUrl, 'http://h.example/a@evil.example/');
    assert.match((await sent('http://h.example')).problems().join(), /would end the user information at "@"/);
  });

  it('is composed of no pieces behind its literal end', () => {
    const host = new HostPieces();
    const inserted = (value: string): HostPiece => ({ kind: 'inserted', text: '{{v}}', value, owner: undefined });
    const text = (of: string): HostPiece => ({ kind: 'text', text: of });
    host.add([text('http://'), inserted('a'), text('.h.example')]);
    assert.equal(host.isClosed, false);
    host.add([text('/b'), inserted('c')]);
    host.add([text('d')]);
    assert.equal(host.isClosed, true);
    assert.deepEqual(
      host.all.map((p) => (p.kind === 'inserted' ? p.value : p.text)),
      ['http://', 'a', '.h.example', '/b'],
    );
  });

  it('is refused where definitions double each other', async () => {
    const doubled = Array.from({ length: 60 }, (_, i) => `@a${i + 1} = {{a${i}}}{{a${i}}}`).join('\n');
    const r = await inspect(`@a0 = {{v}}{{v}}\n${doubled}\nGET http://h.example{{a60}}/`, { variables: { v: '' } });
    assert.equal(r.problems().join(), '');
    const some = await inspect('@a0 = {{v}}\n@a1 = {{a0}}{{a0}}\nGET http://{{a1}}.h.example/', { variables: { v: 'evil#' } });
    assert.match(some.problems().join(), /would end the host at "#"/);
  });

  for (const [definitions, target, value, url] of [
    ['@host = {{v}}.h.example', 'http://{{host}}/', 'api', 'http://api.h.example/'],
    ['@host = {{v}}', 'http://{{host}}/x', 'h.example/v1', 'http://h.example/v1/x'],
    ['@host = {{v}}', '{{host}}/x', 'https://h.example:81/v1', 'https://h.example:81/v1/x'],
    ['@base = {{v}}/v1', '{{base}}/x', 'https://h.example:81', 'https://h.example:81/v1/x'],
    ['@base = {{v}}/v1:{{w}}@', '{{base}}/x', 'https://h.example', 'https://h.example/v1:w@/x'],
    ['@path = /{{v}}', 'http://{{w}}{{path}}', 'a/b@c', 'http://w/a/b@c'],
    ['@who = me:{{v}}', 'http://{{who}}@h.example/', 'p@ss/#', 'http://h.example/'],
    ['@host = {{w}}:{{v}}', 'http://{{host}}/', '81', 'http://w:81/'],
    ['@cfg = {"host": "{{v}}.h.example"}', 'http://{{cfg.host}}/', 'api', 'http://api.h.example/'],
  ] as const)
    it(`can be a usual value: ${definitions}, ${target} with ${value}`, async () => {
      const r = await inspect(`${definitions}\nGET ${target}`, { variables: { v: value, w: 'w' } });
      assert.equal(r.problems().join(), '');
      assert.equal(r.sent().wireUrl, url);
    });
});

describe('a Host header for a path', () => {
  it('cannot be ended by a placeholder in it', async () => {
    const r = await inspect('@host = {{v}}.h.example\nGET /x\nHost: {{host}}', { variables: { v: 'evil.example/' } });
    assert.equal(r.resolve().ok, false);
    const direct = await inspect('GET /x\nHost: {{v}}.h.example', { variables: { v: 'evil.example/' } });
    assert.equal(direct.resolve().ok, false);
    const fine = await inspect('GET /x\nHost: {{v}}.h.example:81', { variables: { v: 'api' } });
    assert.equal(fine.sent().wireUrl, 'https://api.h.example:81/x');
  });
});

describe('a placeholder in the host of a URL', () => {
  for (const [target, value, end] of [
    ['http://{{v}}.h.example/', 'evil.example#', '#'],
    ['http://{{v}}.h.example/', 'evil.example/', '/'],
    ['http://{{v}}.h.example/', 'evil.example?', '?'],
    ['http://{{v}}.h.example/', 'evil.example\\', '\\'],
    ['http://{{v}}.h.example/', 'me@evil.example', '@'],
    ['http://{{v}}.h.example/', 'evil.example:80', ':'],
    ['{{v}}.h.example/', 'evil.example/', '/'],
    ['{{v}}.h.example/', 'https://evil.example/', '/'],
    ['{{v}}:8080/x', 'http://evil.example/', '/'],
    ['{{v}}-api.h.example/', 'https://evil.example/', '/'],
    ['{{v}}api.h.example/', 'https://evil.example/', '/'],
    ['http://api.{{v}}/x', '@evil.example', '@'],
    ['http://api.{{v}}/x', 'h.example/v1', '/'],
    ['http://api.{{v}}/x', ':80@evil.example', ':'],
    ['http://{{v}}.h.example', 'evil.example#', '#'],
    ['http://{{v}}.h.example?x', 'evil.example#', '#'],
    ['http://me:pw@{{v}}.h.example/', 'evil.example#', '#'],
    ['http://a.{{v}}.{{w}}/', 'evil.example#', '#'],
    ['http://{{v}}{{w}}.example/', 'evil.example#', '#'],
  ] as const)
    it(`cannot end it: ${target} with ${value}`, async () => {
      const problem = await wire(target, { v: value, w: 'w' });
      assert.match(
        problem,
        new RegExp(`^\\{\\{v\\}\\}: its value ${quoted(JSON.stringify(value))} would end the host at ${quoted(JSON.stringify(end))}`),
      );
    });

  for (const [target, value, message] of [
    ['http://me@{{v}}/x', 'x@evil.example', /would end the user information at "@"/],
    ['https://h.example{{v}}', '@evil.example/', /would end the host at "@"/],
    ['{{w}}{{v}}', '@evil.example/', /would end the user information at "@"/],
    ['http://h:{{v}}/', '80@evil.example', /is not a port/],
    ['http://h:{{v}}/', '80/x', /is not a port/],
    ['http://h:8{{v}}/', 'a', /is not a port/],
    ['{{v}}://h.example/', 'http://evil.example/#', /would end the scheme at ":"/],
    ['http{{v}}://h.example/', '://evil.example/', /would end the scheme at ":"/],
  ] as const)
    it(`is an error: ${target} with ${value}`, async () => {
      assert.match(await wire(target, { v: value, w: 'https://h' }), message);
    });

  it('cannot end the user information with @no-encode', async () => {
    const r = await inspect('# @no-encode\nGET http://{{v}}@h.example/', { variables: { v: 'evil.example/' } });
    assert.match(r.problems().join(), /would end the user information at "\/"/);
  });

  for (const [target, value, expected] of [
    ['http://{{v}}/x', 'example.com:8080', 'http://example.com:8080/x'],
    ['http://{{v}}/x', 'example.com/v1', 'http://example.com/v1/x'],
    ['http://{{v}}', 'example.com/v1?a=b', 'http://example.com/v1?a=b'],
    ['http://{{v}}/x', '[::1]:80', 'http://[::1]:80/x'],
    ['{{v}}/x', 'https://example.com:8080/v1', 'https://example.com:8080/v1/x'],
    ['{{v}}/x', 'localhost:3000', 'http://localhost:3000/x'],
    ['{{v}}users', 'https://example.com/v1/', 'https://example.com/v1/users'],
    ['{{v}}v1.0/me', 'https://example.com/', 'https://example.com/v1.0/me'],
    ['{{v}}{{path}}', 'https://example.com', 'https://example.com/a?b=c'],
    ['{{v}}{{path}}', 'https://example.com/v1', 'https://example.com/v1/a%3Fb=c'],
    ['https://{{v}}{{path}}', 'example.com', 'https://example.com/a?b=c'],
    ['{{v}}?x=1', 'https://example.com', 'https://example.com/?x=1'],
    ['{{v}}://example.com/', 'https', 'https://example.com/'],
    ['http{{v}}://example.com/', 's', 'https://example.com/'],
    ['{{v}}{{host}}/x', 'https://', 'https://h.example/x'],
    ['{{v}}.example.com/', 'https://api', 'https://api.example.com/'],
    ['{{v}}:8080/x', 'http://example.com', 'http://example.com:8080/x'],
    ['{{v}}:{{port}}/x', 'http://[::1]', 'http://[::1]:81/x'],
    ['http://{{v}}:{{port}}/x', 'example.com', 'http://example.com:81/x'],
    ['http://api.{{v}}/x', 'example.com:8080', 'http://api.example.com:8080/x'],
    ['http://me:pw@{{v}}/x', 'example.com:8080', 'http://example.com:8080/x'],
    ['http://{{v}}@h.example/', 'evil.example/', 'http://h.example/'],
    ['{{v}}@h.example/', 'evil.example/', 'https://h.example/'],
    ['unix:{{v}}:/x', '/var/run/a.sock', 'http+unix://%2Fvar%2Frun%2Fa.sock/x'],
  ] as const)
    it(`can be a usual value: ${target} with ${value}`, async () => {
      assert.equal(await wire(target, { v: value, path: '/a?b=c', host: 'h.example', port: 81 }), expected);
    });

  it('hides a secret in the message', async () => {
    const around = { privateEnvironments: { dev: { v: 'canary.example#' } }, environment: 'dev' };
    const [found] = (await inspect('GET http://{{v}}.h.example/', around)).diagnostics();
    assert.match(found?.message ?? '', /•••/);
    assert.doesNotMatch(found?.message ?? '', /canary/);
  });

  it('never leads to another host, whatever its value', async () => {
    const odd = fc.constantFrom(
      '#',
      '/',
      '?',
      '\\',
      '@',
      ':',
      '[',
      ']',
      '%',
      '%23',
      '%2F',
      '%40',
      '\t',
      '\n',
      ' ',
      '.',
      '／',
      '＃',
      '。',
      '℀',
      'a',
      '80',
      'evil.example',
      'http://',
    );
    const value = fc.array(odd, { maxLength: 6 }).map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'http://{{v}}.h.example/',
          '{{v}}.h.example/x',
          'http://me:{{v}}@h.example/',
          'http://a{{v}}b.h.example?x',
          'http://{{v}}{{v}}.h.example:81/',
          'http://h.example:{{v}}/',
          '{{v}}://h.example/',
        ),
        value,
        async (target, v) => {
          const r = await inspect(`GET ${target}`, { variables: { v } });
          if (!r.resolve().ok) return;
          const { hostname } = new URL(r.sent().wireUrl);
          assert.ok(hostname === 'h.example' || hostname.endsWith('.h.example'), `${target} with ${JSON.stringify(v)}: ${hostname}`);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
