import assert from 'node:assert/strict';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request, type Step } from '../../support/faultServer/steps.ts';

const ok = (text: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const forged = ok('forged');

describe('bytes that no request asked for', () => {
  let raw: FaultServer | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await raw?.close();
    raw = undefined;
  });

  for (const [title, method, head] of [
    ['after a response to HEAD', 'HEAD', `HTTP/1.1 200 OK\r\nContent-Length: ${forged.length}\r\n\r\n`],
    ['after a response to HEAD without a length', 'HEAD', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['after a 304 with a length', 'GET', `HTTP/1.1 304 Not Modified\r\nContent-Length: ${forged.length}\r\n\r\n`],
    ['after a 204 with chunks', 'GET', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ] as const)
    it(`${title} are not read as the next response, however late they are`, async () => {
      // The second request goes out before they come: only another connection keeps it from them.
      raw = await startFaultServer([request, head, request, forged], [request, ok('own')]);
      assert.equal((await send(resolved(raw.url, { method }))).error, undefined);
      const next = await send(resolved(raw.url));
      assert.deepEqual([next.error, next.text, next.reported.connections[0]?.reused], [undefined, 'own', false]);
    });

  for (const [title, answer] of [
    ['after a Content-Length', `${ok('ok')}${forged}`],
    ['after the last chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n${forged}`],
    ['after a 204', `HTTP/1.1 204 No Content\r\n\r\n${forged}`],
    ['after a 304', `HTTP/1.1 304 Not Modified\r\n\r\n${forged}`],
  ] as const)
    it(`${title} make the connection unusable`, async () => {
      raw = await startFaultServer([request, answer, request, ok('wrong')], [request, ok('own')]);
      assert.equal((await send(resolved(raw.url))).error, undefined);
      const next = await send(resolved(raw.url));
      assert.deepEqual([next.error, next.text, next.reported.connections[0]?.reused], [undefined, 'own', false]);
    });

  for (const method of ['GET', 'POST'])
    it(`on an idle connection are read before a ${method} is sent, which uses another one`, async () => {
      let sendMore: (() => void) | undefined;
      const until: Step = { do: 'until', promise: new Promise<void>((resolve) => (sendMore = resolve)) };
      raw = await startFaultServer([request, ok('first'), until, forged, request, ok('wrong')], [request, ok('own')]);
      assert.equal((await send(resolved(raw.url))).text, 'first');
      sendMore?.();
      // The fault server has written by the next turn of this same process, and the bytes lie in the client's socket.
      await new Promise((resolve) => setImmediate(resolve));
      const next = await send(resolved(raw.url, { method }));
      assert.deepEqual([next.error, next.text, next.reported.connections[0]?.reused], [undefined, 'own', false]);
    });

  it('are not looked for at the cost of a kept connection', async () => {
    raw = await startFaultServer([request, ok('first'), request, ok('second')]);
    await send(resolved(raw.url));
    const next = await send(resolved(raw.url));
    assert.deepEqual([next.text, next.reported.connections[0]?.reused], ['second', true]);
  });
});
