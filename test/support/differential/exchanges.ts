/** Generated exchanges: redirects, informational responses, a last response, and a second request over what connection there is. */
import zlib from 'node:zlib';
import * as fc from 'fast-check';
import type { Asked } from './undici.ts';
import type { Step } from '../faultServer/steps.ts';

export interface PlannedExchange {
  readonly asked: Asked;
  /** The server's responses, in order. `OTHER` in them is the origin of another server. */
  readonly responses: readonly PlannedResponse[];
}

export interface PlannedResponse {
  readonly informationals: readonly string[];
  readonly status: number;
  readonly headers: readonly string[];
  readonly framing: 'length' | 'chunked' | 'close';
  readonly coding: Coding;
  readonly body: string;
  readonly trailers: readonly string[];
  readonly connection: string | undefined;
}

export const codings = [
  'identity',
  'gzip',
  'deflate',
  'br',
  'gzip, br',
  ...('zstdCompressSync' in zlib ? (['zstd'] as const) : []),
] as const;
export type Coding = (typeof codings)[number];

const encoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  ...('zstdCompressSync' in zlib ? { zstd: zlib.zstdCompressSync as (body: Buffer) => Buffer } : {}),
};

/** The server's steps for one request. */
export function stepsOf(response: PlannedResponse, isHead: boolean, other: string): Step[] {
  const { status, framing, coding, connection } = response;
  const isBodiless = isHead || status === 204 || status === 304;
  const body = coding.split(', ').reduce<Buffer>((bytes, each) => encoders[each]?.(bytes) ?? bytes, Buffer.from(response.body));
  const lines = [
    `HTTP/1.1 ${status} Said so`,
    ...response.headers.map((line) => line.replace('OTHER', other)),
    ...(coding === 'identity' ? [] : [`Content-Encoding: ${coding}`]),
    ...(connection === undefined ? [] : [`Connection: ${connection}`]),
    ...(isBodiless || framing === 'close' ? [] : [framing === 'length' ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked']),
  ];
  const head = [...response.informationals, ...lines.map((line) => `${line}\r\n`), '\r\n'].join('');
  const sent = isBodiless ? Buffer.alloc(0) : framing === 'chunked' ? chunked(body, response.trailers) : body;
  const closes = connection === 'close' || (framing === 'close' && !isBodiless);
  return [Buffer.from(head, 'latin1'), sent, ...(closes ? ([{ do: 'end' }] as const) : [])];
}

function chunked(body: Buffer, trailers: readonly string[]): Buffer {
  const half = body.length >> 1;
  const pieces = [body.subarray(0, half), body.subarray(half)].filter((piece) => piece.length > 0);
  return Buffer.concat([
    ...pieces.map((piece) => Buffer.concat([Buffer.from(`${piece.length.toString(16)};x=y\r\n`), piece, Buffer.from('\r\n')])),
    Buffer.from(`0\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`),
  ]);
}

const informationals = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly string[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.constantFrom('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n'),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  },
);
const plainHeaders: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom('X-A: 1', 'x-a: 2', 'Set-Cookie: a=b', 'X-Empty:', 'ETag: "x"', 'X-C: caf\xc3\xa9'),
  {
    maxLength: 4,
  },
);
const framing = fc.constantFrom('length' as const, 'length' as const, 'chunked' as const, 'close' as const);
const body = fc.constantFrom('', 'ok', '{"a":1}', 'x'.repeat(70_000), '\0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n');
const connection = fc.constantFrom(undefined, undefined, undefined, 'close', 'keep-alive');

const redirect: fc.Arbitrary<PlannedResponse> = fc.record({
  informationals,
  status: fc.constantFrom(301, 302, 303, 307, 308),
  headers: fc
    .tuple(plainHeaders, fc.constantFrom('/b?x=1', 'c', '../d', './e/f?g', '?q=1', '/a%20b?', 'OTHER/g?', '/i?#part'))
    .map(([headers, to]) => headers.concat(`Location: ${to}`)),
  framing,
  coding: fc.constant('identity' as const),
  body,
  trailers: fc.constant([]),
  connection,
});

const last: fc.Arbitrary<PlannedResponse> = fc.record({
  informationals,
  status: fc.constantFrom(200, 200, 201, 204, 206, 304, 404, 500, 299),
  headers: plainHeaders,
  framing,
  coding: fc.oneof({ weight: 2, arbitrary: fc.constant('identity' as const) }, { weight: 1, arbitrary: fc.constantFrom(...codings) }),
  body,
  trailers: fc.array(fc.constantFrom('X-T: 1', 'x-t: 2', 'Digest:'), { maxLength: 2 }),
  connection,
});

const asked: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    fc.constantFrom(undefined, 'a body', 'y'.repeat(100_000)),
  )
  .map(([method, text]) => ({
    method,
    headers: [
      ['X-Kept', '1'],
      ['x-kept', '2'],
      ['User-Agent', 'differential'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ...(text === undefined || method === 'GET' || method === 'HEAD' ? [] : ([['Content-Type', 'text/plain']] as const)),
    ],
    body: method === 'GET' || method === 'HEAD' ? undefined : text,
  }));

export const plannedExchange: fc.Arbitrary<PlannedExchange> = fc
  .tuple(asked, fc.array(redirect, { maxLength: 3 }), last, last)
  .map(([request, redirects, end, second]) => ({ asked: request, responses: [...redirects.map(numbered), end, second] }));

/** Numbers the locations, because Req stops a redirect loop. */
const numbered = (response: PlannedResponse, number: number): PlannedResponse => ({
  ...response,
  headers: response.headers.map((line) =>
    line.startsWith('Location: ') ? line.replace(/(#|$)/, `${line.includes('?') ? '&' : '?'}hop=${number}$1`) : line,
  ),
});
