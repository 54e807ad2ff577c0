import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunEvent } from '../../src/runner/index.ts';
import { sendRun, type SendOptions, type SendRun } from '../support/sendRun.ts';

type Answer = (response: http.ServerResponse) => void;

const stream =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(text);
  };
/** A stream with these events that ends with a reset. */
const dying =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(text, () => response.socket?.destroy());
  };
const status =
  (code: number, headers: http.OutgoingHttpHeaders = {}, body = ''): Answer =>
  (response) => {
    response.writeHead(code, headers);
    response.end(body);
  };

describe('@reconnect', () => {
  let server: http.Server;
  let url: string;
  /** The response for each expected connection; the last one is repeated. */
  let answers: readonly Answer[];
  let asked: { readonly id: string | undefined; readonly method: string | undefined }[];
  before(async () => {
    server = http.createServer((request, response) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push({ id: request.headersDistinct['last-event-id']?.join('|'), method: request.method });
      answer?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function run(given: readonly Answer[], directives = '# @reconnect', more = '', options: SendOptions = {}): Promise<SendRun> {
    answers = given;
    asked = [];
    return sendRun({ 'a.req': `${directives}\nGET ${url}\n${more}` }, options);
  }
  const ids = (): readonly (string | undefined)[] => asked.map(({ id }) => id);
  const seams = ({ events }: SendRun): Extract<RunEvent, { kind: 'reconnecting' }>[] => events.filter((e) => e.kind === 'reconnecting');
  const data = ({ events }: SendRun): string[] => events.flatMap((e) => (e.kind === 'event' ? [`${e.event.index} ${e.event.data}`] : []));
  const kinds = ({ events }: SendRun): string =>
    events.flatMap((e) => (['head', 'event', 'reconnecting', 'reconnected', 'finished'].includes(e.kind) ? [e.kind] : [])).join(' ');

  it('continues after the last complete event, after the delay of the server, until a 204', async () => {
    const sent = await run([
      stream('retry: 1\n\nid: 7\ndata: a\n\ndata: b\n\nid: 8\nretry: 2\ndata: cut'),
      stream('data: c\n\nid: é9\n\n'),
      stream('id\ndata: d\n\n'),
      stream('data: e\n\n'),
      status(204),
    ]);
    assert.equal(sent.result.outcome, 'complete', sent.result.failure?.message);
    assert.deepEqual(ids(), [undefined, '7', Buffer.from('é9').toString('latin1'), undefined, undefined]);
    assert.deepEqual(data(sent), ['0 a', '1 b', '2 cut', '3 c', '4 d', '5 e']);
    assert.deepEqual(
      sent.events.flatMap((e) => (e.kind === 'event' && !e.event.complete ? [e.event.data] : [])),
      ['cut'],
    );
    assert.deepEqual(
      seams(sent).map(({ delayMs, lastEventId, reason }) => [delayMs, lastEventId, reason]),
      // The retry line of the unfinished block stood there whole.
      ['7', 'é9', '', ''].map((id) => [2, id, 'The server ended the stream.']),
    );
    assert.equal(
      kinds(sent),
      'head event event event reconnecting reconnected event reconnecting reconnected event reconnecting reconnected event reconnecting finished',
    );
  });

  it('continues after a broken connection, and reports why', async () => {
    const sent = await run([dying('retry: 1\nid: 1\ndata: a\n\n'), stream('data: b\n\n'), status(204)]);
    assert.equal(sent.result.outcome, 'complete', sent.result.failure?.message);
    assert.deepEqual(data(sent), ['0 a', '1 b']);
    assert.notEqual(seams(sent)[0]?.reason, 'The server ended the stream.');
  });

  it('is off unless the file switches it on', async () => {
    const sent = await run([stream('retry: 1\ndata: a\n\n')], '# @name a');
    assert.deepEqual([sent.result.outcome, asked.length, seams(sent).length], ['complete', 1, 0]);
  });

  it('is not done after a first answer that is no event stream', async () => {
    for (const answer of [
      status(500, { 'Content-Type': 'text/event-stream' }, 'data: a\n\n'),
      status(200, { 'Content-Type': 'application/json' }, '{}'),
      status(200, { 'Content-Type': 'application/x-ndjson' }, '1\n'),
    ]) {
      const { result } = await run([answer]);
      assert.deepEqual([result.outcome, asked.length], ['complete', 1]);
    }
  });

  it('ends with a message at any other answer, whose body is no part of the stream', async () => {
    const sent = await run([stream('retry: 1\ndata: a\n\n'), status(503, { 'Content-Type': 'text/event-stream' }, 'data: sorry\n\n')]);
    assert.equal(sent.result.failure?.kind, 'protocol');
    assert.match(sent.result.failure.message, /answered with 503 Service Unavailable, which is not an event stream\.$/);
    assert.deepEqual(data(sent), ['0 a']);
    const other = await run([stream('retry: 1\ndata: a\n\n'), status(200, { 'Content-Type': 'text/html' }, 'hi')]);
    assert.match(other.result.failure?.message ?? '', /answered with text\/html, which is not an event stream\.$/);
    assert.equal(Buffer.concat(other.events.flatMap((e) => (e.kind === 'chunk' ? [e.bytes] : []))).toString(), 'retry: 1\ndata: a\n\n');
  });

  it('stops after a number of consecutive attempts without an event, with longer waits', async () => {
    const sent = await run([stream('retry: 1\ndata: a\n\n'), stream(''), stream('data: b\n\n'), stream('')], '# @reconnect 2');
    assert.equal(sent.result.outcome, 'failed');
    assert.match(sent.result.failure?.message ?? '', /reconnecting 2 times brought no event\. The connections ended without an event\.$/);
    assert.deepEqual(data(sent), ['0 a', '1 b']);
    assert.deepEqual(
      seams(sent).map((s) => s.delayMs),
      [1, 100, 1, 100],
    );
  });

  it('sends the author’s own id with the first connection alone', async () => {
    await run([stream('retry: 1\nid: 2\ndata: a\n\n'), status(204)], '# @reconnect', 'Last-Event-ID: mine\n');
    assert.deepEqual(ids(), ['mine', '2']);
  });

  it('counts the events of all connections for @max-events, and assertions see them all', async () => {
    const sent = await run(
      [stream('retry: 1\ndata: a\n\ndata: b\n\n')],
      '# @reconnect\n# @max-events 5',
      '\n?? events.length == 5\n?? text == ababa\n',
    );
    assert.equal(sent.result.outcome, 'ended', sent.result.failure?.message);
    assert.deepEqual(data(sent), ['0 a', '1 b', '2 a', '3 b', '4 a']);
    assert.deepEqual(sent.tests, ['+ events.length == 5', '+ text == ababa']);
  });

  it('ends at once when it is cancelled while it waits', async () => {
    const cancelling = new AbortController();
    const sent = await run([stream('retry: 100000\ndata: a\n\n')], '# @reconnect', '', {
      signal: cancelling.signal,
      onEvent: (e) => void (e.kind === 'reconnecting' && cancelling.abort()),
    });
    assert.deepEqual([sent.result.outcome, asked.length, data(sent)], ['cancelled', 1, ['0 a']]);
  });

  it('ends well at @max-time while it waits', async () => {
    const sent = await run([stream('retry: 100000\ndata: a\n\n')], '# @reconnect\n# @max-time 50ms');
    assert.deepEqual([sent.result.outcome, sent.result.failure, data(sent)], ['ended', undefined, ['0 a']]);
  });

  it('waits no shorter for a time that no timer can wait', async () => {
    const cancelling = new AbortController();
    const sent = await run([stream('retry: 99999999999999999999\ndata: a\n\n')], '# @reconnect', '', {
      signal: cancelling.signal,
      onEvent: (e) => void (e.kind === 'reconnecting' && cancelling.abort()),
    });
    assert.deepEqual(
      seams(sent).map((s) => s.delayMs),
      [2 ** 31 - 1],
    );
  });
});
