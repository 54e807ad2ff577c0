import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { startHttp2Server } from '../../support/http2Server.ts';
import { request } from '../../support/faultServer/steps.ts';

const ok = (text: string): string => `HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

describe('an idle connection', () => {
  let raw: FaultServer | undefined;
  afterEach(async () => {
    mock.timers.reset();
    closeIdleConnections();
    await raw?.close();
    raw = undefined;
  });

  for (const method of ['GET', 'POST'])
    it(`whose time is over at the moment when a ${method} is sent is not used, even before its socket is closed`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      raw = await startFaultServer([request, ok('first'), request, ok('wrong')], [request, ok('own')]);
      assert.equal((await send(resolved(raw.url))).text, 'first');
      mock.timers.tick(4000);
      const next = await send(resolved(raw.url, { method }));
      assert.deepEqual([next.error, next.text, next.reported.connections[0]?.reused], [undefined, 'own', false]);
    });

  it('is not used after the machine has slept for longer than its time, while timers stood still', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    raw = await startFaultServer([request, ok('first'), request, ok('second'), request, ok('wrong')], [request, ok('own')]);
    const texts: unknown[] = [];
    for (const time of [1_000_000, 1_003_000, 1_010_000]) {
      mock.timers.setTime(time);
      const { text, reported } = await send(resolved(raw.url));
      texts.push([text, reported.connections[0]?.reused]);
    }
    assert.deepEqual(texts, [
      ['first', false],
      ['second', true],
      ['own', false],
    ]);
  });

  it('of HTTP/2 is not used after the machine has slept for longer than its time, while timers stood still', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    const server = await startHttp2Server((stream) => {
      stream.respond({ ':status': 204 });
      stream.end();
    });
    try {
      const reused: unknown[] = [];
      for (const time of [1_000_000, 1_029_000, 1_060_000]) {
        mock.timers.setTime(time);
        reused.push((await send(resolved(server.url, { httpVersion: '2' }))).reported.connections[0]?.reused);
      }
      assert.deepEqual(reused, [false, true, false]);
    } finally {
      await server.close();
    }
  });
});
