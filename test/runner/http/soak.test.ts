import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createRunner, type Runner } from '../../../src/runner/index.ts';
import { memoryHost } from '../../support/sendRun.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { heldNow, leaked, sendMany } from '../../support/soak.ts';
import { until } from '../../support/until.ts';

describe('a thousand sends, one after the other, leave nothing open', () => {
  let server: TestServer;
  const start = (): Runner => createRunner({ host: memoryHost(new Map(), {}), workerFile: '', userAgent: 'Req/test' });

  before(async () => {
    server = await startServer();
    // What is opened once, and stays, is open by then.
    const runner = start();
    await sendMany(runner, `GET ${server.url}/json\n`, 1);
    await runner.dispose();
    await server.untilOpen(0);
  });
  after(() => server.close());

  for (const [title, request, many, connections] of [
    ['over one connection', 'GET {{host}}/json', 1000, 1],
    ['each over its own connection', 'GET {{host}}/json\nConnection: close', 200, 200],
    ['with redirects and compressed bodies', 'GET {{host}}/redirect/302?to=/encoded/gzip', 200, 1],
  ] as const) {
    it(title, async () => {
      const runner = start();
      // mocha's own timer runs only from the first turn on.
      await turn();
      const before = heldNow();
      const accepted = server.accepted;
      const listeners = await sendMany(runner, `@host = ${server.url}\n${request}\n`, many);
      assert.equal(listeners, 0);
      assert.equal(server.accepted - accepted, connections);
      await runner.dispose();
      await server.untilOpen(0);
      await until('all that was held is given back', () => leaked(before).length === 0);
    });
  }
});
