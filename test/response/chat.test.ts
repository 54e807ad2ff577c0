import assert from 'node:assert/strict';
import type { ToPanel } from '../../src/protocol/messages.ts';
import { hidesNothing } from '../../src/response/record/hiding.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';
import { allRows } from '../../src/response/stream/eventRows.ts';
import { charsetOfBody, decodeBody, KeptBody, StreamText, type RunEvent, type StreamEvent } from '../../src/runner/index.ts';

const uri = { fsPath: '/a.req', fragment: '', toString: () => 'file:///a.req' };
const chunk = (content: string): string => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

describe('a response of a known model API', () => {
  let body: KeptBody;
  let record: RunRecord;
  let heard: ToPanel[];

  function begin(contentType: string, written?: string): void {
    body = new KeptBody();
    record = new RunRecord('1', uri, { key: 'a#0', title: 'a', index: 0, count: 1 }, null);
    record.joinedText.reading = { makeText: (path, kind) => new StreamText(path, undefined, kind), written };
    record.use(hidesNothing, { decode: decodeBody, charsetOf: charsetOfBody }, body, () => new KeptBody());
    heard = [];
    record.listen((message) => heard.push(message));
    const head = { status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: [['Content-Type', contentType]] };
    record.apply({ kind: 'head', at: 1, head } as unknown as RunEvent);
  }

  function event(index: number, data: string): void {
    const of: StreamEvent = { index, at: index, event: 'message', data, id: '', retry: null, complete: true };
    record.apply({ kind: 'event', at: index, event: of } as unknown as RunEvent);
  }

  function finish(): void {
    const timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 9 };
    record.apply({
      kind: 'finished',
      at: 9,
      outcome: 'complete',
      timings,
      sizes: { headers: 0, body: 0, bodyDecoded: 0 },
    } as unknown as RunEvent);
  }

  const chats = (): number => heard.filter(({ type }) => type === 'chat').length;

  afterEach(() => record.dispose());

  it('is reported once, before its first event', () => {
    begin('text/event-stream');
    event(0, chunk('a'));
    event(1, chunk('b'));
    assert.deepEqual(
      heard.filter(({ type }) => type === 'chat' || type === 'events').map(({ type }) => type),
      ['chat', 'events', 'events'],
    );
    assert.ok(record.replay().some(({ type }) => type === 'chat'));
  });

  it('has the text of each event', () => {
    begin('text/event-stream');
    event(0, chunk('a'));
    event(1, JSON.stringify({ choices: [{ index: 0, delta: { reasoning: 'hm' } }] }));
    event(2, '[DONE]');
    const texts = heard.flatMap((message) => (message.type === 'events' ? message.events.map(({ text }) => text) : []));
    assert.deepEqual(texts, ['a', '', '']);
    assert.deepEqual(
      allRows(record.stream, 0, 3).map((row) => (row.kind === 'event' ? row.event.text : null)),
      texts,
    );
  });

  it('is not reported for another stream, except with # @text', () => {
    begin('text/event-stream');
    for (let i = 0; i < 10; i++) event(i, '{"price": 1}');
    event(10, chunk('late'));
    assert.equal(chats(), 0);
    record.dispose();
    begin('text/event-stream', 'price');
    event(0, '{"price": 1}');
    assert.equal(chats(), 1);
  });

  it('has a text without streaming too, and another JSON has none', () => {
    for (const [message, count] of [
      [{ choices: [{ index: 0, message: { content: 'Hello' } }] }, 1],
      [{ id: 1, message: 'Hello' }, 0],
    ] as const) {
      begin('application/json');
      body.push(new TextEncoder().encode(JSON.stringify(message)));
      finish();
      assert.equal(chats(), count);
      assert.equal(record.joinedText.read.kind, count === 1 ? 'whole' : 'events');
      record.dispose();
    }
  });
});
