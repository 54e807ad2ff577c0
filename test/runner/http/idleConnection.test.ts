import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
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
});
