import assert from 'node:assert/strict';
import dns from 'node:dns';
import { getEventListeners } from 'node:events';
import type { Host, RunEvent } from '../../src/runner/index.ts';
import { startFaultServer, type FaultServer } from '../support/faultServer/faultServer.ts';
import { request, type Step } from '../support/faultServer/steps.ts';
import { startHttp2Server, type Http2Server } from '../support/http2Server.ts';
import { sendRun } from '../support/sendRun.ts';
import { until } from '../support/until.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n';
const streamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** When a run is cancelled. Nothing else would end it. */
type Moment =
  /** At the first event of that kind. */
  | { readonly at: RunEvent['kind'] }
  /** At a prompt or a call of the host that never resolves. */
  | { readonly at: 'asked' }
  /** When the server has received that many bytes on a connection. */
  | { readonly received: number; readonly connection?: number };

interface Phase {
  readonly what: string;
  /** `{{host}}` is the server, `{{hostname}}` the server without scheme. */
  readonly text: string;
  readonly moment: Moment;
  /** The server's steps for each connection. */
  readonly server?: readonly (readonly Step[])[];
  /** Numbers of connections that must be closed. */
  readonly closed?: readonly number[];
  /** Kinds of events that remain after cancelling. */
  readonly stays?: readonly RunEvent['kind'][];
}

const phases: readonly Phase[] = [
  { what: 'a person is asked', text: 'GET {{host}}/{{?who}}\n', moment: { at: 'asked' } },
  { what: 'the storage of secrets is asked', text: 'GET {{host}}/{{$secret.KEY}}\n', moment: { at: 'asked' } },
  {
    what: 'a script before the request never rests',
    text: '< {% console.log("on"); for (;;); %}\nGET {{host}}/\n',
    moment: { at: 'console' },
  },
  {
    what: 'a script before the request waits',
    text: '< {% console.log("on"); await tool.sleep(5e4); %}\nGET {{host}}/\n',
    moment: { at: 'console' },
  },
  {
    what: 'a script before the request waits for another request',
    text: '### A\n# @name first\nGET {{host}}/first\n\n### B\n< {% await tool.send("first"); %}\nGET {{host}}/\n',
    moment: { received: 1 },
    server: [[request]],
    closed: [0],
  },
  {
    what: 'another request is sent first',
    text: '### A\n# @name first\nGET {{host}}/first\n\n### B\n# @ref first\nGET {{host}}/\n',
    moment: { received: 1 },
    server: [[request]],
    closed: [0],
  },
  { what: 'the host is looked up', text: 'GET http://slow.example/\n', moment: { at: 'asked' } },
  {
    what: 'a proxy opens its tunnel',
    text: '# @proxy {{host}}\nGET https://there.example/\n',
    moment: { received: 1 },
    server: [[request]],
    closed: [0],
  },
  { what: 'TLS is set up', text: 'GET https://{{hostname}}/\n', moment: { received: 1 }, server: [[]], closed: [0] },
  {
    what: 'the request goes out',
    text: `POST {{host}}/\n\n${'x'.repeat(16 * 1024 * 1024)}\n`,
    moment: { received: 1 },
    server: [[{ do: 'readSlowly', bytes: 65_536 }]],
    closed: [0],
    stays: ['sending', 'connected'],
  },
  { what: 'the answer is awaited', text: 'GET {{host}}/\n', moment: { received: 1 }, server: [[request]], closed: [0] },
  {
    what: 'the answer is awaited after an informational one',
    text: 'GET {{host}}/\n',
    moment: { at: 'informational' },
    server: [[request, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n']],
    closed: [0],
    stays: ['informational'],
  },
  {
    what: 'the answer after a redirect is awaited',
    text: 'GET {{host}}/\n',
    moment: { received: 1, connection: 1 },
    server: [
      [request, 'HTTP/1.1 302 Found\r\nLocation: /there\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', { do: 'end' }],
      [request],
    ],
    closed: [0, 1],
    stays: ['redirect'],
  },
  {
    what: 'the body comes',
    text: 'GET {{host}}/\n',
    moment: { at: 'chunk' },
    server: [[request, `${head}part`]],
    closed: [0],
    stays: ['head', 'chunk'],
  },
  {
    what: 'a stream goes on',
    text: 'GET {{host}}/\n',
    moment: { at: 'event' },
    server: [[request, `${streamHead}data: 1\n\n`]],
    closed: [0],
    stays: ['head', 'chunk', 'event'],
  },
  {
    what: 'a script listens to a stream',
    text: '< {% tool.onEvent(() => console.log("heard")); %}\nGET {{host}}/\n',
    moment: { at: 'console' },
    server: [[request, `${streamHead}data: 1\n\n`]],
    closed: [0],
    stays: ['head', 'event'],
  },
  {
    what: 'a stream is to be connected again',
    text: '# @reconnect\nGET {{host}}/\n',
    moment: { at: 'reconnecting' },
    server: [[request, `${streamHead}retry: 100000000\ndata: 1\n\n`, { do: 'end' }]],
    closed: [0],
    stays: ['head', 'event', 'reconnecting'],
  },
  {
    what: 'a script of the response never rests',
    text: 'GET {{host}}/\n\n> {% console.log(response.status); for (;;); %}\n',
    moment: { at: 'console' },
    server: [[request, whole]],
    stays: ['head', 'chunk'],
  },
];

/** Cancels a run at a moment, as soon as the event at that moment was handled. */
async function cancelled(text: string, moment: Moment, received: () => number): Promise<readonly RunEvent[]> {
  const stop = new AbortController();
  const cancel = (): void => void setImmediate(() => stop.abort());
  const never = <T>(): Promise<T> => {
    cancel();
    return new Promise<T>(() => undefined);
  };
  const host: Partial<Host> = 'at' in moment && moment.at === 'asked' ? { asks: true, ask: never, secret: never } : {};
  const { lookup } = dns;
  // A name server that never answers.
  dns.lookup = ((name: string, ...rest: never[]) =>
    name.endsWith('.example') ? void never() : (lookup as (...args: unknown[]) => void)(name, ...rest)) as unknown as typeof dns.lookup;
  if ('received' in moment) void until('the server has got the request', () => received() >= moment.received).then(cancel);
  try {
    const { result, events } = await sendRun(
      { 'a.req': text },
      { signal: stop.signal, host, onEvent: (e) => void ('at' in moment && e.kind === moment.at && cancel()) },
    );
    assert.equal(result.outcome, 'cancelled', result.failure?.message);
    assert.deepEqual(result.failure, { kind: 'cancelled', message: 'Cancelled.' });
    return events;
  } finally {
    dns.lookup = lookup;
  }
}

describe('cancelling a run', () => {
  let server: FaultServer | undefined;
  let http2: Http2Server | undefined;
  afterEach(async () => {
    await Promise.all([server?.close(), http2?.close()]);
    server = http2 = undefined;
  });

  for (const { what, text, moment, server: steps = [[]], closed = [], stays = [] } of phases) {
    it(`ends it while ${what}`, async () => {
      const played = (server = await startFaultServer(...steps));
      const at = 'connection' in moment ? (moment.connection ?? 0) : 0;
      const named = text.replaceAll('{{hostname}}', `127.0.0.1:${played.port}`).replaceAll('{{host}}', played.url);
      const events = await cancelled(named, moment, () => played.received[at]?.length ?? 0);
      assert.equal(events.filter((e) => e.kind === 'finished').length, 1);
      assert.equal(events.at(-1)?.kind, 'finished');
      for (const kind of stays)
        assert.ok(
          events.some((e) => e.kind === kind),
          kind,
        );
      for (const connection of closed) await played.closed(connection);
    });
  }

  for (const [size, shown, warned] of [
    [1000, 1, 0],
    [3 * 1024 * 1024, 0, 1],
  ] as const) {
    it(`ends it while an event of ${size} bytes is unfinished, and ${shown === 1 ? 'shows it' : 'says that it was left out'}`, async () => {
      server = await startFaultServer([request, `${streamHead}data: ${'x'.repeat(size)}`]);
      const stop = new AbortController();
      let received = 0;
      const onEvent = (e: RunEvent): void => {
        if (e.kind === 'chunk' && (received += e.bytes.length) > size) setImmediate(() => stop.abort());
      };
      const { result, events } = await sendRun({ 'a.req': `GET ${server.url}/\n` }, { signal: stop.signal, onEvent });
      assert.equal(result.outcome, 'cancelled');
      assert.equal(events.filter((e) => e.kind === 'event').length, shown);
      const said = events.filter((e) => e.kind === 'console' && e.text === 'An unfinished event of more than 1 MiB was left out.');
      assert.equal(said.length, warned);
    });
  }

  for (const [what, moment, stays] of [
    ['the answer is awaited', { at: 'connected' }, []],
    ['the body comes', { at: 'chunk' }, ['head', 'chunk']],
  ] as const) {
    it(`ends its stream of HTTP/2 alone, while ${what}`, async () => {
      http2 = await startHttp2Server((stream) => {
        if (what === 'the answer is awaited') return;
        stream.respond({ ':status': 200 });
        stream.write('part');
      });
      const { url, codes } = http2;
      const events = await cancelled(`GET ${url}/ HTTP/2\n`, moment, () => 0);
      for (const kind of stays)
        assert.ok(
          events.some((e) => e.kind === kind),
          kind,
        );
      await until('the server sees the stream reset', () => what === 'the answer is awaited' || codes.length > 0);
    });
  }
});

describe('many runs with one signal', () => {
  it('add one listener to it, and leave none', async () => {
    const servers = await Promise.all(Array.from({ length: 15 }, () => startFaultServer([request, whole])));
    const { signal } = new AbortController();
    let most = 0;
    try {
      const onEvent = (): void => void (most = Math.max(most, getEventListeners(signal, 'abort').length));
      await Promise.all(servers.map(({ url }) => sendRun({ 'a.req': `GET ${url}\n` }, { signal, onEvent })));
      assert.deepEqual([most, getEventListeners(signal, 'abort').length], [1, 0]);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
