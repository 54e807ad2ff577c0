import assert from 'node:assert/strict';
import type { Header } from '../../../src/language/index.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const length = (value: string): Header => ['Content-Length', value];
const coding = (value: string): Header => ['Transfer-Encoding', value];
const post = (url: string, headers: readonly Header[], body: string, unsafe = false) =>
  resolved(url, { method: 'POST', headers, body, options: unsafe ? { unsafeFraming: true } : {} });

describe('headers that delimit a body', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(async () => {
    closeIdleConnections();
    await server.close();
  });

  for (const [what, headers, body, message] of [
    [
      'a length that is too small',
      [length('3')],
      '0123456789',
      /^Content-Length is 3, but the body has 10 bytes: the server reads the rest as another/,
    ],
    ['a length that is too large', [length('11')], '0123456789', /takes the next request for it/],
    ['a length in characters', [length('1')], 'ä', /the body has 2 bytes/],
    ['a length without a body', [length('5')], '', /the body has 0 bytes/],
    ['a length that is taken out', [length('')], '0123456789', /^Without Content-Length/],
    ['two lengths', [length('10'), length('10')], '0123456789', /is present 2 times/],
    ['two lengths that differ in case', [length('10'), ['content-length', '3']], '0123456789', /is present 2 times/],
    ['a list of lengths', [length('10, 10')], '0123456789', /not one decimal number/],
    ['a length with a sign', [length('+10')], '0123456789', /not one decimal number/],
    ['a hexadecimal length', [length('0xa')], '0123456789', /not one decimal number/],
    ['a length with a zero before it', [length('010')], '0123456789', /not one decimal number/],
    ['a length with a vertical tab', [length('10\v')], '0123456789', /not one decimal number/],
    ['a length beside chunks', [length('10'), coding('chunked')], '0123456789', /Content-Length and Transfer-Encoding are both present/],
    ['chunks beside a length', [coding('chunked'), length('10')], '0123456789', /Content-Length and Transfer-Encoding are both present/],
    ['an unknown coding', [coding('xchunked')], '0123456789', /^Transfer-Encoding does not name/],
    ['chunks inside another coding', [coding('chunked, gzip')], '0123456789', /^Transfer-Encoding/],
    ['chunks twice', [coding('chunked'), coding('chunked')], '0123456789', /^Transfer-Encoding/],
    ['chunks with a vertical tab', [coding('\vchunked')], '0123456789', /^Transfer-Encoding/],
    ['chunks with a parameter', [coding('chunked;q=1')], '0123456789', /^Transfer-Encoding/],
    ['identity', [coding('identity')], '0123456789', /^Transfer-Encoding/],
    ['a coding without chunks', [coding('gzip')], '0123456789', /^Transfer-Encoding/],
  ] as readonly (readonly [string, readonly Header[], string, RegExp])[])
    it(`are not sent with ${what}`, async () => {
      const begun = server.requests.length;
      const { error } = await sendFailing(post(`${server.url}/echo`, headers, body));
      assert.deepEqual([error.kind, server.requests.length - begun], ['header', 0]);
      assert.match(error.message, message);
      assert.match(error.hint ?? '', /# @unsafe-framing/);
    });

  for (const [what, headers, body] of [
    ['the right length', [length('10')], '0123456789'],
    ['the right length with white space', [length(' \t10 ')], '0123456789'],
    ['no length and no body', [length('')], ''],
    ['chunks instead of a length', [length(''), coding('chunked')], '0123456789'],
    ['a zero without a body', [length('0')], ''],
    ['chunks', [coding('Chunked')], '0123456789'],
  ] as readonly (readonly [string, readonly Header[], string])[])
    it(`are sent with ${what}`, async () => {
      const { error, text } = await send(post(`${server.url}/echo`, headers, body));
      assert.equal(error, undefined);
      assert.equal((JSON.parse(text) as { readonly body: string }).body, body);
    });

  it('are checked for HTTP/2 too, which has no Transfer-Encoding', async () => {
    const { error } = await sendFailing({ ...post(`${server.url}/echo`, [length('3')], '0123456789'), httpVersion: '2' });
    assert.equal(error.kind, 'header');
  });

  it('are sent as written with @unsafe-framing, on a connection of its own that is closed', async () => {
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const raw: FaultServer = await startFaultServer([request, ok, request, ok], [request, ok], [request, ok]);
    try {
      await send(resolved(raw.url));
      const sent = await send(post(raw.url, [length('3'), length('3')], 'GET /smuggled HTTP/1.1', true));
      assert.equal(sent.error, undefined);
      assert.equal(sent.reported.connections[0]?.reused, false);
      const after = await send(resolved(`${raw.url}/after`));
      assert.equal(after.error, undefined);
      const [first = '', second = ''] = raw.received.map(String);
      assert.match(second, /\r\nContent-Length: 3\r\nContent-Length: 3\r\n[^]*\r\n\r\nGET \/smuggled HTTP\/1\.1$/);
      // The connection from before was kept, and serves the next one.
      assert.match(first, /^GET \/ HTTP[^]*GET \/after HTTP/);
    } finally {
      closeIdleConnections();
      await raw.close();
    }
  });
});
