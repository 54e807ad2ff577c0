import assert from 'node:assert/strict';
import { startSampleServer, type SampleServer } from '../../../sample/server.mjs';

describe('the streams of the sample server', () => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await startSampleServer();
  });
  afterEach(() => server.close());

  const call = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);

  it('sends events with ids, types, a retry, comments and data of several lines', async () => {
    const text = await (await call('/events?count=10&rate=0')).text();
    assert.match(text, /^: welcome to the stream\nretry: 3000\nid: 1\ndata: /);
    assert.match(text, /\n\nid: 2\nevent: weather\ndata: \{"place":"Reykjavík"/);
    assert.match(text, /\n\nid: 3\nevent: note\ndata: Event 3 has\ndata: three lines\ndata: of text\.\n\n/);
    assert.match(text, /\n\n: still here\nid: 10\n/);
    assert.equal(text.split('\n\n').length, 11);
  });

  it('continues after the last received event', async () => {
    const text = await (await call('/events?count=1&rate=0', { headers: { 'Last-Event-ID': '41' } })).text();
    assert.match(text, /\nid: 42\n/);
  });

  it('sends its head and first event at once, and ends when the reader disconnects', async () => {
    const gone = new AbortController();
    const response = await call('/events', { signal: gone.signal });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    assert.match(Buffer.from(first?.value ?? []).toString(), /id: 1\n/);
    gone.abort();
    await assert.rejects(async () => reader?.read());
  });

  it('sends a JSON value a line', async () => {
    const response = await call('/ndjson?count=3&rate=0');
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { square: number }).square),
      [1, 4, 9],
    );
  });
});
