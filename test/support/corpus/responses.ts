import crypto from 'node:crypto';
import { decodeBody } from '../../../src/runner/http/coding/bodyCharset.ts';
import type { RunEvent } from '../../../src/runner/ports/events.ts';
import type { Runner } from '../../../src/runner/index.ts';
import { startFaultServer, startFaultTlsServer } from '../faultServer/faultServer.ts';
import { readConnection, UnknownStep, type WrittenStep } from '../faultServer/readSteps.ts';
import { sendRun, type SendRun } from '../sendRun.ts';
import { differences, isRecord } from './differences.ts';
import { passedOr, type Case, type Verdict } from './table.ts';

/** A server's misbehaviour, and what the user sees of it. */
export interface ResponseCase extends Case {
  readonly connections: readonly (readonly WrittenStep[])[];
  /** The request in the syntax of a `.req` file, `{{host}}` for the server; a GET if absent. */
  readonly request?: string | WrittenRequest;
  /** The server speaks TLS. */
  readonly tls?: boolean;
  /** Maximum bytes of a decoded body. */
  readonly maxBodySize?: number;
  readonly expect: unknown;
}

interface WrittenRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Fields of the result, by which an expectation is recognized. */
const fields =
  'status statusText version headers headerCount informational informationalCount trailers redirects text start size sha256 wire stream events eventCount comments console outcome error connections'.split(
    ' ',
  );

/** Longer texts are compared by their beginning. */
const longText = 200;

/** The result of a send in the form of the tables. The server's address is replaced by `HOST`. */
async function seenOf(c: ResponseCase, runner?: Runner): Promise<Readonly<Record<string, unknown>>> {
  const start = c.tls === true ? startFaultTlsServer : startFaultServer;
  const server = await start(...c.connections.map(readConnection));
  try {
    const run = await sendRun(
      { 'a.req': `@host = ${server.url}\n\n###\n${requestText(c.request)}` },
      {
        ...(c.maxBodySize === undefined ? {} : { limits: { bodySize: c.maxBodySize } }),
        ...(runner === undefined ? {} : { runner }),
      },
    );
    const seen = { ...whatCame(run), connections: server.received.length };
    return JSON.parse(JSON.stringify(seen).replaceAll(new URL(server.url).host, 'HOST')) as Readonly<Record<string, unknown>>;
  } finally {
    await server.close();
  }
}

export async function playResponse(c: ResponseCase, runner?: Runner): Promise<Verdict> {
  const { expect } = c;
  if (!isRecord(expect)) return { kind: 'unknown', why: 'what it expects is no object' };
  const strange = Object.keys(expect).filter((key) => !fields.includes(key));
  if (strange.length > 0) return { kind: 'unknown', why: `it expects ${strange.join(', ')}` };
  try {
    return passedOr(differences(expect, await seenOf(c, runner)));
  } catch (e) {
    if (e instanceof UnknownStep) return { kind: 'unknown', why: e.message };
    throw e;
  }
}

function requestText(request: ResponseCase['request']): string {
  if (typeof request === 'string') return request;
  const { method = 'GET', path = '/', headers = [], body } = request ?? {};
  const pairs = Array.isArray(headers) ? (headers as readonly (readonly [string, string])[]) : Object.entries(headers);
  const lines = [`${method} {{host}}${path}`, ...pairs.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\n')}\n${body === undefined ? '' : `\n${body}\n`}`;
}

function whatCame({ events, result, console }: SendRun): Readonly<Record<string, unknown>> {
  const of = <K extends RunEvent['kind']>(kind: K): readonly Extract<RunEvent, { kind: K }>[] =>
    events.filter((e): e is Extract<RunEvent, { kind: K }> => e.kind === kind);
  const head = of('head').at(-1);
  const bytes = Buffer.concat(of('chunk').map((e) => e.bytes));
  const contentType = head?.head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const text = decodeBody(bytes, contentType);
  const finished = of('finished')[0];
  const { failure } = result;
  return {
    status: head?.head.status ?? null,
    statusText: head?.head.statusText,
    version: head?.head.httpVersion,
    headers: head?.head.headers,
    headerCount: head?.head.headers.length,
    informational: of('informational').map((e) => e.head.status),
    informationalCount: of('informational').length,
    trailers: of('trailers').flatMap((e) => e.headers),
    redirects: of('redirect').map((e) => `${e.status} ${e.method} ${e.location}`),
    ...(text.length > longText ? { start: text.slice(0, longText), sha256: crypto.hash('sha256', bytes) } : { text }),
    size: bytes.length,
    wire: finished?.sizes.body,
    stream: head?.stream ?? null,
    events: of('event').map(({ event: { event, data, id, retry, complete } }) => ({ event, data, id, retry, complete })),
    eventCount: of('event').length,
    comments: of('comment').map((e) => e.text),
    console,
    outcome: result.outcome,
    error: failure === undefined ? null : { kind: failure.kind, message: failure.message, hint: failure.hint ?? null },
  };
}
