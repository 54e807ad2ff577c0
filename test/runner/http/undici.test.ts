import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Agent } from 'undici';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { codings, plannedExchange, stepsOf, type PlannedExchange, type PlannedResponse } from '../../support/differential/exchanges.ts';
import {
  exchangeByReq,
  exchangeByUndici,
  fetchByUndici,
  undiciAgent,
  type Asked,
  type Exchanged,
} from '../../support/differential/undici.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { bytewise, end, head, request, type Step } from '../../support/faultServer/steps.ts';

type Client = (url: string, asked: Asked) => Promise<Partial<Exchanged>>;

interface Received {
  readonly line: string;
  /** 0 for the server, 1 for the other server. */
  readonly to: number;
  /** Only headers given to the client, without its own. */
  readonly headers: readonly string[];
  readonly body: string;
}

interface Played {
  /** The exchange, and the request after it. */
  readonly reported: readonly Partial<Exchanged>[];
  readonly requests: readonly Received[];
  /** The number of the connection of each request. */
  readonly connections: readonly number[];
}

const second: Asked = { method: 'GET', headers: [['X-Second', '1']], body: undefined };

/** Sends an exchange and another request with one client to a server of its own. */
async function played({ asked, responses }: PlannedExchange, client: Client): Promise<Played> {
  const requests: Received[] = [];
  const connections: number[] = [];
  let accepted = 0;
  const serving = (): Step[] => {
    let number: number | undefined;
    const answer = (bytes: Buffer): Step[] => {
      number ??= accepted++;
      const response = responses[requests.length];
      requests.push(brief(bytes, [server.url, other.url]));
      connections.push(number);
      return response === undefined ? [{ do: 'end' }] : stepsOf(response, bytes.toString('latin1', 0, 5) === 'HEAD ', other.url);
    };
    return [{ do: 'serve', answer }];
  };
  // Each connection counts for itself.
  const scripts = Array.from({ length: responses.length + 3 }, serving);
  const [server, other] = await Promise.all([startFaultServer(...scripts), startFaultServer(...Array.from(scripts, serving))]);
  try {
    const reported = [await client(`${server.url}/a/start?q`, asked), await client(`${server.url}/second`, second)];
    return { reported, requests, connections };
  } finally {
    closeIdleConnections();
    await Promise.all([server.close(), other.close()]);
  }
}

/** The parts of a request that must be equal for both clients. Their own headers differ by design. */
function brief(bytes: Buffer, origins: readonly string[]): Received {
  const text = bytes.toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n');
  const [line = '', ...headers] = text.slice(0, headEnd).split('\r\n');
  const body = /^transfer-encoding: *chunked$/im.test(text.slice(0, headEnd))
    ? dechunked(text.slice(headEnd + 4))
    : text.slice(headEnd + 4);
  const host = headers
    .find((header) => /^host:/i.test(header))
    ?.slice(5)
    .trim();
  const kept = headers.filter((header) => /^(?:x-|content-type)/i.test(header));
  return { line, to: origins.findIndex((origin) => origin.endsWith(`/${host}`)), headers: kept, body };
}

function dechunked(text: string): string {
  let body = '';
  for (let at = 0; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (!(size > 0)) return body;
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 4 + size;
  }
}

/** The results of both clients for one plan. */
async function both(plan: PlannedExchange): Promise<readonly [req: Played, undici: Played]> {
  const isCoded = isCodedPlan(plan);
  // fetch follows redirects itself, and leaves their bodies unread for a while.
  const agent = isCoded ? new Agent() : undiciAgent();
  const client: Client = (url, asked) => (isCoded ? fetchByUndici(agent, url, asked) : exchangeByUndici(agent, url, asked));
  try {
    return [await played(plan, exchangeByReq), await played(plan, client)];
  } finally {
    await agent.destroy();
  }
}

/** Number of exchanges; REQ_TEST_UNDICI=2000 sets it. */
const runs = Number(process.env['REQ_TEST_UNDICI'] ?? 120);

const isCodedPlan = ({ responses }: PlannedExchange): boolean => responses.some(({ coding }) => coding !== 'identity');

/** The parts of a plan's requests to compare, without intended differences. */
function comparable(plan: PlannedExchange, requests: readonly Received[]): readonly unknown[] {
  return requests.map(({ line, to, headers, body }, i) => ({
    line,
    to,
    body,
    // fetch joins those of one name.
    headers: isCodedPlan(plan) ? [] : becameGet(plan, i) ? headers.filter((header) => !/^content-type:/i.test(header)) : headers,
  }));
}

/** Whether a 301 or 302 changed POST to GET before this request. */
const becameGet = ({ asked, responses }: PlannedExchange, before: number): boolean =>
  asked.method === 'POST' && responses.slice(0, before).some(({ status }) => status === 301 || status === 302);

/** Whether the response is a redirect whose body Req does not read. */
const isUnread = (response: PlannedResponse | undefined): boolean =>
  response?.headers.some((line) => line.startsWith('Location:')) === true && response.body.length > 10_000;

function compare(plan: PlannedExchange, [req, undici]: readonly [Played, Played]): void {
  assert.deepEqual(comparable(plan, req.requests), comparable(plan, undici.requests));
  for (const [i, ours] of req.reported.entries()) {
    const theirs = undici.reported[i] ?? {};
    for (const part of Object.keys(theirs) as (keyof Exchanged)[]) assert.deepEqual(ours[part], theirs[part], `${part} of ${i}`);
  }
  for (let i = 1; i < req.connections.length; i++) {
    const before = plan.responses[i - 1];
    const isKept = (by: Played): boolean => by.requests[i]?.to === by.requests[i - 1]?.to && by.connections[i] === by.connections[i - 1];
    if (isKept(undici) && !isCodedPlan(plan) && !isUnread(before))
      assert.ok(isKept(req), `only undici keeps the connection after ${i - 1}`);
    if (before?.connection === 'close') assert.ok(!isKept(req), `a connection that closes after ${i - 1} is used again`);
  }
}

const answered = (parts: Partial<PlannedResponse>): PlannedResponse => ({
  informationals: [],
  status: 200,
  headers: [],
  framing: 'length',
  coding: 'identity',
  body: 'ok',
  trailers: [],
  connection: undefined,
  ...parts,
});
const asking = (method: string, body?: string): Asked => ({ method, headers: [['Content-Type', 'text/plain']], body });

/** Intended differences between Req and undici. */
const meantDifferences: readonly {
  readonly name: string;
  readonly why: string;
  readonly plan: PlannedExchange;
  /** The values that differ. */
  readonly differs: (played: Played) => unknown;
  readonly req: unknown;
  readonly undici: unknown;
}[] = [
  {
    name: 'a POST that a 301 or 302 makes a GET loses its Content-Type',
    why: 'Fetch standard, HTTP-redirect fetch: with the body its headers go; undici drops them after a 303 alone',
    plan: { asked: asking('POST', 'body'), responses: [answered({ status: 302, headers: ['Location: /b'] }), answered({}), answered({})] },
    differs: ({ requests }) => requests[1]?.headers,
    req: [],
    undici: ['Content-Type: text/plain'],
  },
  {
    name: 'a redirect may lead to the same place by another method',
    why: 'forms answer a POST so (RFC 9110 §15.4.4); only the same request again is a loop, and undici takes the place alone for one',
    plan: {
      asked: asking('POST', 'body'),
      responses: [answered({ status: 303, headers: ['Location: /a/start?q'] }), answered({}), answered({})],
    },
    differs: ({ reported }) => reported[0]?.isWhole,
    req: true,
    undici: false,
  },
  {
    name: 'a redirect with a large body costs a connection',
    why: 'a new connection is cheaper than a body that is thrown away',
    plan: {
      asked: asking('GET'),
      responses: [answered({ status: 302, headers: ['Location: /b'], body: 'x'.repeat(70_000) }), answered({}), answered({})],
    },
    differs: ({ connections }) => connections[0] === connections[1],
    req: false,
    undici: true,
  },
  {
    name: 'a connection is kept after a body that goes with DELETE',
    why: 'RFC 9112 §9.3: its length was said, so nothing is in doubt',
    plan: { asked: asking('DELETE', 'body'), responses: [answered({}), answered({})] },
    differs: ({ connections }) => connections[0] === connections[1],
    req: true,
    undici: false,
  },
];

describe('whole exchanges by Req and by undici', () => {
  it('are the same but for the differences that are meant', async function () {
    this.timeout(Math.max(300_000, runs * 1000));
    await fc.assert(
      fc.asyncProperty(plannedExchange, async (plan) => compare(plan, await both(plan))),
      { numRuns: runs },
    );
  });

  for (const coding of codings) {
    it(`have the same body where it is coded as ${coding}`, async () => {
      const plan = {
        asked: asking('GET'),
        responses: [answered({ coding, framing: 'chunked', body: 'x'.repeat(70_000) }), answered({ coding })],
      };
      compare(plan, await both(plan));
    });
  }

  for (const [title, text] of [
    ['small', 'a body'],
    ['large', 'y'.repeat(300_000)],
  ] as const) {
    it(`send the same ${title} body in chunks`, async () => {
      const plan = {
        asked: { ...asking('POST', text), isChunked: true },
        responses: [answered({ trailers: ['X-T: 1'], framing: 'chunked' }), answered({})],
      };
      const [req, undici] = await both(plan);
      compare(plan, [req, undici]);
      assert.equal(req.requests[0]?.body, text);
    });
  }

  for (const { name, plan, differs, req, undici } of meantDifferences) {
    it(`differ: ${name}`, async () => assert.deepEqual((await both(plan)).map(differs), [req, undici]));
  }
});

const ok = 'HTTP/1.1 200 OK\r\nX-A: 1\r\n';

/** Faults of a server instead of a whole exchange. */
const faults: Readonly<Record<string, readonly Step[]>> = {
  'an early response while the body is still on its way': [
    head,
    { do: 'stopReading' },
    'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno',
  ],
  'a body that is shorter than its length': [request, `${ok}Content-Length: 9\r\n\r\nshort`, end],
  'chunks without a last one': [request, `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`, end],
  'a wrong size of a chunk': [request, `${ok}Transfer-Encoding: chunked\r\n\r\nx\r\nok\r\n0\r\n\r\n`],
  'lengths that differ': [request, `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`],
  'an end in the head': [request, ok, end],
  'no response': [request, end],
  'another protocol': [request, 'SSH-2.0-OpenSSH_9.6\r\n'],
  'a byte at a time': [
    request,
    bytewise(`HTTP/1.1 103 Early\r\nLink: a\r\n\r\n${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n`),
  ],
};

/** Intended differences for these faults. */
const untold: Readonly<Record<string, readonly (keyof Exchanged)[]>> = {
  // Req shows the head of a response whose framing it refuses.
  'lengths that differ': ['headers', 'status', 'statusText'],
  // undici tells the last piece of a reason that comes in pieces.
  'a byte at a time': ['statusText'],
};

describe('a server with faults', () => {
  for (const [title, steps] of Object.entries(faults)) {
    it(`gives Req and undici the same result when it sends ${title}`, async () => {
      const asked: Asked = { method: 'POST', headers: [], body: 'x'.repeat(steps[0] === head ? 20_000_000 : 10) };
      const agent = undiciAgent();
      const reported: unknown[] = [];
      for (const client of [exchangeByReq, (url: string) => exchangeByUndici(agent, url, asked)]) {
        const server = await startFaultServer(steps);
        const part: Partial<Record<keyof Exchanged, unknown>> = await client(server.url, asked);
        for (const name of untold[title] ?? []) delete part[name];
        reported.push(part);
        closeIdleConnections();
        await server.close();
      }
      await agent.destroy();
      assert.deepEqual(reported[0], reported[1]);
    });
  }
});
