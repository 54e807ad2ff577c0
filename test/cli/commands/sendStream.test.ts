import assert from 'node:assert/strict';
import { makeFolder, runReq, startReq, type Folder } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';
import { startStreamServer, type StreamServer } from '../../support/streamServer.ts';
import { until } from '../../support/until.ts';
import { startServer, type TestServer } from '../../support/server.ts';

interface Line {
  readonly at?: number;
  readonly event?: string;
  readonly data?: string;
  readonly summary?: Record<string, unknown>;
}

describe('req send of a stream', () => {
  let folder: Folder;
  let server: TestServer;
  before(async () => {
    server = await startServer();
    folder = makeFolder({
      'live.req': `GET ${server.url}/sse?count=1000000&interval=5\n`,
      'three.req': `# @text n\nGET ${server.url}/sse?count=3\n\n?? events.length == 3\n`,
      'die.req': `GET ${server.url}/sse/die?count=2\n`,
      'again.req': `# @reconnect\n# @max-events 4\nGET ${server.url}/sse?count=3&retry=1\n`,
      'records.req': `GET ${server.url}/json-seq\n\n?? events.length == 2\n`,
      'lines.req': `GET ${server.url}/ndjson?count=2\n`,
    });
  });
  after(async () => {
    folder.remove();
    await server.close();
  });
  const req = (...args: string[]): ReturnType<typeof runReq> => runReq(['send', ...args], { cwd: folder.path });
  const linesOf = (stdout: string): Line[] =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  it('prints each event on its line as it arrives, and ends with 130 at an interrupt', async () => {
    const { process, untilOut, ended } = await startReq(['send', 'live.req'], { cwd: folder.path });
    await untilOut('{"n":2}');
    process.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 130);
    assert.match(stdout, /^ +\d[\d.]* m?s {2}message {2}\{"n":0\}\n/);
    assert.match(stderr, /^HTTP\/1\.1 200 OK\n[^]*Cancelled\.\n$/);
  });

  it('ends well at --max-events and at --max-time', async () => {
    const counted = await req('live.req', '--max-events', '4');
    assert.deepEqual([counted.code, counted.stdout.match(/"n":/g)?.length], [0, 4]);
    const timed = await req('live.req', '--max-time', '100ms');
    assert.equal(timed.code, 0);
    assert.match(timed.stdout, /"n":0/);
  });

  it('prints each record of a JSON text sequence, and marks a record that is cut short', async () => {
    const { code, stdout } = await req('records.req');
    assert.equal(code, 0);
    assert.deepEqual(
      stdout.split('\n').map((line) => line.replace(/^ *[\d.]+ m?s {2}/, '')),
      ['message  {"n":0}', 'message  {"n":  (incomplete)', 'message  {"n":2}', ''],
    );
  });

  it('prints a JSON line for each event at once, then the summary, for --jsonl', async () => {
    const { process, untilOut, ended } = await startReq(['send', 'live.req', '--jsonl'], { cwd: folder.path });
    const early = await untilOut('{\\"n\\":1}');
    assert.equal(early.includes('summary'), false);
    process.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.equal(code, 130);
    const lines = linesOf(stdout);
    assert.deepEqual(Object.keys(lines[0] ?? {}), ['at', 'event', 'data', 'id', 'retry', 'complete']);
    const summary = lines.at(-1)?.summary ?? {};
    assert.match(JSON.stringify(summary['error']), /^\{"kind":"cancelled"/);
    assert.equal('events' in summary, false);
  });

  it('shows the seam between two connections of @reconnect in every form', async () => {
    const seam = { reason: 'The server ended the stream.', delay: 1, lastEventId: '2' };
    const human = await req('again.req');
    assert.deepEqual([human.code, human.stdout.match(/"n":/g)?.length], [0, 4]);
    assert.match(human.stderr, /^\* The server ended the stream\. Connecting again in 1 ms, after event 2\.$/m);
    const withoutTime = ({ at, ...rest }: Record<string, unknown>): Record<string, unknown> => {
      assert.equal(typeof at, 'number');
      return rest;
    };
    const { reconnects } = JSON.parse((await req('again.req', '--json')).stdout) as { reconnects: Record<string, unknown>[] };
    assert.deepEqual(reconnects.map(withoutTime), [seam]);
    const lines = linesOf((await req('again.req', '--jsonl')).stdout) as readonly { reconnect?: Record<string, unknown> }[];
    assert.deepEqual(
      lines.map(({ reconnect }) => reconnect && withoutTime(reconnect)),
      [undefined, undefined, undefined, seam, undefined, undefined],
    );
  });

  it('has all events, the text at @text and the tests in --json', async () => {
    const { code, stdout } = await req('three.req', '--json');
    assert.equal(code, 0);
    const result = JSON.parse(stdout) as { events: Line[]; text: string | null; tests: { passed: boolean }[] };
    assert.deepEqual(
      result.events.map((e) => e.data),
      ['{"n":0}', '{"n":1}', '{"n":2}'],
    );
    assert.equal(typeof result.text, 'string');
    assert.deepEqual(
      result.tests.map((t) => t.passed),
      [true],
    );
  });

  it('reads a JSON value a line as events', async () => {
    assert.match((await req('lines.req')).stdout, /message {2}\{"n":0\}\n.*message {2}\{"n":1\}\n$/);
  });

  it('shows the received part, including an unfinished event, when the connection breaks, and exits with 4', async () => {
    const { code, stdout } = await req('die.req');
    assert.equal(code, 4);
    assert.match(stdout, /\{"n":0\}\n/);
  });

  it('passes bytes through untouched for --body-only', async () => {
    assert.match((await req('three.req', '--body-only')).stdout, /^id: 0\ndata: \{"n":0\}\n\n/);
  });

  describe('with --text', () => {
    let chat: StreamServer;
    before(async () => {
      chat = await startStreamServer();
      folder.write('chat.req', `POST ${chat.url}/chat\n`);
    });
    after(() => chat.close());
    const delta = (content: string): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

    it('prints the joined text as it arrives, and nothing else on standard output', async () => {
      const { untilOut, ended } = await startReq(['send', 'chat.req', '--text'], { cwd: folder.path });
      const feed = await until('the server has the request', () => chat.feeds.at(-1));
      feed.write(delta('Hello '));
      await untilOut('Hello ');
      feed.write(delta('world'));
      await untilOut('Hello world');
      feed.write('data: [DONE]\n\n');
      feed.end();
      const { code, stdout, stderr } = await ended;
      assert.deepEqual([code, stdout, stderr], [0, 'Hello world', '']);
    });

    it('prints the data of an unknown stream, and errors on standard error', async () => {
      const { code, stdout, stderr } = await req('die.req', '--text');
      assert.equal(code, 4);
      assert.match(stdout, /^\{"n":0\}/);
      assert.match(stderr, /error:/);
    });

    it('prints the text at @text', async () => {
      assert.deepEqual((await req('three.req', '--text')).stdout, '012');
    });

    it('prints the text of a response without streaming, and another body on standard error', async () => {
      const whole = JSON.stringify({ choices: [{ index: 0, message: { content: 'Hello' } }] });
      const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`;
      const recorder = await startRecorder(() => answer);
      folder.write('whole.req', `GET ${recorder.url}\n`);
      folder.write('other.req', `GET ${server.url}/echo\n`);
      assert.equal((await req('whole.req', '--text')).stdout, 'Hello');
      await recorder.close();
      const other = await req('other.req', '--text');
      assert.equal(other.stdout, '');
      assert.match(other.stderr, /"method": "GET"/);
    });
  });
});
