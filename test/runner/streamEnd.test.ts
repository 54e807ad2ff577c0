import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('text that is shown while it arrives', () => {
  let server: http.Server;
  let url: string;
  before(async () => {
    server = http.createServer((request, response) => {
      const type = request.url === '/json-seq' ? 'application/json-seq' : 'text/plain; charset=utf-8';
      response.writeHead(200, { 'Content-Type': type });
      const timer = setInterval(() => response.write(type === 'application/json-seq' ? '\x1E{"n":1}\n' : 'one line\n'), 10);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.closeAllConnections());
  after(() => server.close());

  for (const [path, subject] of [
    ['/text', 'response'],
    ['/json-seq', 'stream'],
  ] as const) {
    it(`ends with success at # @max-time, with what has arrived (${path})`, async () => {
      const { result, console, tests } = await sendRun({ 'a.req': `# @max-time 200ms\nGET ${url}${path}\n\n?? status == 200\n` });
      assert.equal(result.outcome, 'ended');
      assert.deepEqual(console, [`The ${subject} was ended after 200 ms (@max-time).`]);
      assert.equal(tests.length, 1);
    });
  }
});
