import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunEvent } from '../../src/runner/index.ts';
import { sendRun, type SendOptions, type SendRun } from '../support/sendRun.ts';

type Answer = (response: http.ServerResponse) => void;

const status =
  (code: number, body = '', headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) => {
    response.writeHead(code, headers);
    response.end(body);
  };
const broken: Answer = (response) => void response.socket?.destroy();

describe('@retry', () => {
  let server: http.Server;
  let url: string;
  /** The response for each expected request; the last one is repeated. */
  let answers: readonly Answer[];
  let asked: string[];
  before(async () => {
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const answer = answers[Math.min(asked.length, answers.length - 1)];
        asked.push(body);
        answer?.(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function run(given: readonly Answer[], directive = '# @retry 3 1ms', more = '', options: SendOptions = {}): Promise<SendRun> {
    answers = given;
    asked = [];
    return sendRun({ 'a.req': `${directive}\nPOST ${url}\n\nhello\n${more}` }, options);
  }
  const tries = ({ events }: SendRun): Extract<RunEvent, { kind: 'retrying' }>[] => events.filter((e) => e.kind === 'retrying');
  const heads = ({ events }: SendRun): number[] => events.flatMap((e) => (e.kind === 'head' ? [e.head.status] : []));

  it('sends again after a 503 or no response, and reports only the last response', async () => {
    const sent = await run([status(503, 'no'), broken, status(200, 'yes')], '# @retry 3 1ms', '\n?? status == 200\n?? body == yes\n');
    assert.equal(sent.result.outcome, 'complete', sent.result.failure?.message);
    assert.deepEqual(heads(sent), [200]);
    assert.deepEqual(asked, ['hello', 'hello', 'hello']);
    assert.deepEqual(
      tries(sent).map(({ status: code, attempt, left, delayMs }) => [code, attempt, left, delayMs]),
      [
        [503, 1, 3, 1],
        [null, 2, 2, 1],
      ],
    );
    assert.deepEqual(sent.tests, ['+ status == 200', '+ body == yes']);
  });

  it('stops after the number of retries, with the last response unchanged', async () => {
    const sent = await run([status(500, 'broken')], '# @retry 2 1ms');
    assert.equal(asked.length, 3);
    assert.deepEqual(heads(sent), [500]);
    assert.equal(sent.result.outcome, 'complete');
    const failing = await run([broken], '# @retry 1 1ms');
    assert.equal(asked.length, 2);
    assert.equal(failing.result.failure?.kind, 'network');
  });

  it('does not repeat for a response that would not change', async () => {
    const sent = await run([status(404)]);
    assert.equal(asked.length, 1);
    assert.deepEqual(heads(sent), [404]);
  });

  it('never sends again after the response has begun to arrive', async () => {
    const sent = await run([
      (response) => {
        response.writeHead(200, { 'Content-Length': '10' });
        response.write('half', () => response.socket?.destroy());
      },
    ]);
    assert.equal(asked.length, 1);
    assert.equal(sent.result.outcome, 'failed');
  });

  it('waits for the time that the server requests', async () => {
    const cancelling = new AbortController();
    const sent = await run([status(429, '', { 'Retry-After': '3600' })], '# @retry 3 1ms', '', {
      signal: cancelling.signal,
      onEvent: (e) => void (e.kind === 'retrying' && cancelling.abort()),
    });
    assert.equal(tries(sent)[0]?.delayMs, 60_000);
    assert.equal(sent.result.outcome, 'cancelled', 'and a cancel ends the waiting');
    assert.equal(asked.length, 1);
  });

  for (const seconds of ['9999999999', '9'.repeat(400)])
    it(`waits 60 s at most, with a report, if the server requests a number of seconds with ${seconds.length} digits`, async () => {
      const cancelling = new AbortController();
      const sent = await run([status(429, '', { 'Retry-After': seconds })], '# @retry 3 1ms', '', {
        signal: cancelling.signal,
        onEvent: (e) => void (e.kind === 'retrying' && cancelling.abort()),
      });
      assert.equal(tries(sent)[0]?.delayMs, 60_000);
      assert.match(tries(sent)[0]?.reason ?? '', /asks for a longer wait than the limit of 60 s\.$/);
    });
});
