import assert from 'node:assert/strict';
import { sendRun } from '../support/sendRun.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('a stream that its request ends', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.close());

  for (const [directive, said] of [
    ['# @max-time 100ms', 'The stream was ended after 100 ms (@max-time).'],
    ['# @max-events 1', 'The stream was ended after 1 event (@max-events).'],
    ['# @max-events 2', 'The stream was ended after 2 events (@max-events).'],
  ] as const) {
    it(`by ${directive} ends well, and says by which limit`, async () => {
      const { result, console } = await sendRun({ 'a.req': `${directive}\nGET ${server.url}/sse?count=1000000&interval=10\n` });
      assert.equal(result.outcome, 'ended');
      assert.deepEqual(console, [said]);
    });
  }
});
