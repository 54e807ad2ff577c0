import zlib from 'node:zlib';
import { request, type Step } from './steps.ts';

/** A step in a table: its one key names the action. See test/corpus/README.md. */
export type WrittenStep = Readonly<Record<string, unknown>>;

export class UnknownStep extends Error {
  override readonly name = 'UnknownStep';
}

/** Steps before the first read. If one of them is the first step, the connection does not wait for a request. */
const beforeTheRequest = new Set(['now', 'request', 'expectHeader', 'noread', 'readSlow']);

/** A connection of a table. It waits for one request first, unless its first step is one of `beforeTheRequest`. */
export function readConnection(written: readonly WrittenStep[]): readonly Step[] {
  const steps = written.flatMap(readStep);
  const first = Object.keys(written[0] ?? {})[0] ?? '';
  return beforeTheRequest.has(first) ? steps : [request, ...steps];
}

/** @throws {UnknownStep} */
function readStep(written: WrittenStep): readonly Step[] {
  const [does = ''] = Object.keys(written);
  const value = written[does];
  const reader = Object.hasOwn(readers, does) ? readers[does] : undefined;
  if (reader === undefined) throw new UnknownStep(`no step is called ${does}; there are ${Object.keys(readers).join(', ')}`);
  return reader(value, written);
}

type Reader = (value: unknown, written: WrittenStep) => readonly Step[];

const readers: Readonly<Record<string, Reader>> = {
  s: (text) => [String(text)],
  b: (base64) => [Buffer.from(String(base64), 'base64')],
  rep: (text, { n }) => (Array.isArray(text) ? [repeat(text[0], text[1])] : [repeat(text, n)]),
  bytewise: (bytes) => [{ do: 'bytewise', bytes: bytesOf(bytes) }],
  /** One chunk of a chunked body. */
  chunk(bytes) {
    const content = bytesOf(bytes);
    return [Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])];
  },
  /** A text with one or several content codings, in order of application. `cut` removes that many bytes at the end. */
  encoded: (bytes, { as, cut }) => {
    const all = codings(as).reduce(encode, bytesOf(bytes));
    return [all.subarray(0, all.length - Number(cut ?? 0))];
  },
  bomb: (bytes, { as }) => [bomb(Number(bytes), codings(as ?? 'gzip'))],
  /** Texts in one gzip stream, each flushed and sent separately. */
  gzipFlush: (texts) => [{ do: 'pieces', pieces: flushed((Array.isArray(texts) ? texts : [texts]).map(String)) }],
  pieces: (texts) => [{ do: 'pieces', pieces: (texts as readonly unknown[]).map(bytesOf) }],
  wait: (ms) => [{ do: 'wait', ms: Number(ms) }],
  request: () => [request],
  expectHeader: (header) => [{ do: 'expectHeader', header: String(header) }],
  noread: () => [{ do: 'stopReading' }],
  readSlow: (bytes) => [{ do: 'readSlowly', bytes: Number(bytes) }],
  hold: () => [{ do: 'hold' }],
  end: () => [{ do: 'end' }],
  rst: () => [{ do: 'reset' }],
  now: () => [],
};

const repeat = (bytes: unknown, times: unknown): Step => ({ do: 'repeat', bytes: bytesOf(bytes), times: Number(times) });

/** A text as UTF-8, or `{"b": base64}`. */
function bytesOf(written: unknown): Buffer {
  if (typeof written === 'object' && written !== null && 'b' in written) return Buffer.from(String(written.b), 'base64');
  return Buffer.from(String(written));
}

const codings = (as: unknown): readonly string[] => (Array.isArray(as) ? as.map(String) : [String(as)]);

function encode(bytes: Buffer, coding: string): Buffer {
  switch (coding) {
    case 'gzip':
      return zlib.gzipSync(bytes);
    case 'deflate':
      return zlib.deflateSync(bytes);
    case 'raw-deflate':
      return zlib.deflateRawSync(bytes);
    case 'br':
      return zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } });
    default:
      throw new UnknownStep(`no coding is called ${coding}`);
  }
}

const bombs = new Map<string, Buffer>();

/** Compressed zeros, cached because compressing is slow. */
function bomb(bytes: number, as: readonly string[]): Buffer {
  const key = `${bytes} ${as.join()}`;
  const made = bombs.get(key) ?? as.reduce(encode, Buffer.alloc(bytes));
  bombs.set(key, made);
  return made;
}

/** One gzip stream: a block per text that can be decoded on arrival, then an empty last one, CRC and length. */
function flushed(texts: readonly string[]): readonly Buffer[] {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const blocks = texts.map((text) => zlib.deflateRawSync(text, { finishFlush: zlib.constants.Z_SYNC_FLUSH }));
  const trailer = zlib.gzipSync(texts.join('')).subarray(-8);
  return [head, ...blocks, Buffer.concat([zlib.deflateRawSync(''), trailer])];
}
