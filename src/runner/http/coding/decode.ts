import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { isReqError, ReqError } from '../../../base/reqError.ts';
import { decodablePart, isWrapped, type Coding } from './decodablePart.ts';
import { createZstdDecoder } from './zstd.ts';

/** Content codings allowed in one response; more are an attack. */
const maxCodings = 5;

/** Compressed bytes kept so that corrupt data can be shown or partly decoded. */
const keptBytes = 64 * 1024;

/** Compressed bytes queued for the decoder; bounded so that a fast server cannot fill the memory. */
const mostWaiting = 256 * 1024;

/** Output buffer in bytes. Larger than zlib's default of 16 KB, because each buffer costs a round trip to the thread pool. */
const stepSize = 64 * 1024;

/** Back-pressure: a decoder whose queue is full pauses the source. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Decodes a body incrementally and emits bytes as soon as they are decoded. */
export interface Decoder {
  /** Set if an unknown coding leaves the emitted bytes encoded. */
  readonly warning: string | undefined;
  push(bytes: Buffer): void;
  /**
   * Ends the input and resolves when all decoded bytes have been emitted.
   * @param whole false if the body was cut short; then incomplete compressed data is not an error
   * @throws {ReqError} `protocol` for corrupt data
   */
  end(whole: boolean): Promise<void>;
  /** Stops without emitting more. */
  destroy(): void;
}

/**
 * A decoder for `Content-Encoding` (RFC 9110 §8.4): gzip, deflate (with or without zlib wrapper), br and zstd, in any combination.
 * Decoding stops at the first unknown coding, outermost first; those bytes are emitted unchanged.
 * @throws {ReqError} `protocol` for more than five codings
 */
export function createDecoder(
  contentEncoding: string,
  emit: (bytes: Uint8Array) => void,
  fail: (error: ReqError) => void,
  flow: Flow,
): Decoder {
  if (contentEncoding === '') return new Undecoded(emit);
  const { codings, unknown } = outermostFirst(contentEncoding);
  const warning = unknown === undefined ? undefined : warningOf(unknown);
  if (codings.length === 0) return new Undecoded(emit, warning);
  return new ZlibDecoder(codings, warning, { emit, fail, flow });
}

/** Emits the bytes unchanged. */
class Undecoded implements Decoder {
  readonly push: (bytes: Buffer) => void;
  readonly warning: string | undefined;

  constructor(emit: (bytes: Uint8Array) => void, warning?: string) {
    this.push = emit;
    this.warning = warning;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): void {
    // Nothing is held.
  }
}

function warningOf(coding: string): string {
  return `The body's Content-Encoding is ${JSON.stringify(coding.slice(0, 100))}, which Req does not support: its bytes are shown undecoded.`;
}

/** `unknown` is the first coding that cannot be decoded; the ones inside it are not decoded either. */
function outermostFirst(contentEncoding: string): { readonly codings: readonly Coding[]; readonly unknown: string | undefined } {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-(gzip|deflate)$/, '$1'))
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed();
  if (names.length > maxCodings) {
    throw new ReqError('protocol', `The response claims ${names.length} content codings; Req decodes at most ${maxCodings}.`);
  }
  const unknown = names.findIndex((name) => !isKnown(name));
  return { codings: (unknown < 0 ? names : names.slice(0, unknown)).filter((name) => isKnown(name)), unknown: names[unknown] };
}

function isKnown(name: string): name is Coding {
  return name === 'gzip' || name === 'deflate' || name === 'br' || name === 'zstd';
}

/** Node.js decodes zstd from 22.15 on; older supported versions need our own decoder. */
function createZstd(): Transform {
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: (options: object) => Transform };
  const options = { writableHighWaterMark: mostWaiting };
  return createZstdDecompress === undefined ? createZstdDecoder(options) : createZstdDecompress({ ...options, chunkSize: stepSize });
}

function stage(coding: Coding, first: number): Transform {
  // Flush after each write, so that an event is emitted when it arrives, not when a buffer is full.
  const common = { chunkSize: stepSize, writableHighWaterMark: mostWaiting };
  const options = { ...common, flush: zlib.constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip(options);
    case 'deflate':
      return isWrapped(first) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
    case 'br':
      return zlib.createBrotliDecompress({ ...common, flush: zlib.constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstd();
  }
}

interface DecoderSink {
  readonly emit: (bytes: Uint8Array) => void;
  readonly fail: (error: ReqError) => void;
  readonly flow: Flow;
}

/** A chain of decoders with back-pressure from the last stage to the source. */
class ZlibDecoder implements Decoder {
  readonly warning: string | undefined;
  readonly #codings: readonly Coding[];
  readonly #emit: (bytes: Uint8Array) => void;
  readonly #fail: (error: ReqError) => void;
  readonly #flow: Flow;
  readonly #stages: Transform[] = [];
  #ended: Promise<void> | undefined;
  #end: (() => void) | undefined;
  #error: ReqError | undefined;
  #cut = false;
  /** All compressed bytes, up to `keptBytes`; undefined if there were more. */
  #received: Buffer[] | undefined = [];
  #receivedBytes = 0;
  #reportedBytes = 0;

  constructor(codings: readonly Coding[], warning: string | undefined, { emit, fail, flow }: DecoderSink) {
    this.#codings = codings;
    this.warning = warning;
    this.#emit = emit;
    this.#fail = fail;
    this.#flow = flow;
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0 || this.#error !== undefined) return;
    if (this.#received !== undefined && (this.#receivedBytes += bytes.length) <= keptBytes) this.#received.push(bytes);
    else this.#received = undefined;
    // Created with the first bytes: a response without a body has nothing to decode, whatever its headers say.
    if (this.#stages.length === 0) this.#build(0, bytes[0] as number);
    if (this.#stages[0]?.write(bytes) === false) this.#flow.pause();
  }

  async end(whole: boolean): Promise<void> {
    this.#cut = !whole;
    this.#stages[0]?.end();
    await this.#ended;
    if (this.#error !== undefined) throw this.#error;
  }

  destroy(): void {
    for (const s of this.#stages) s.destroy();
    this.#end?.();
  }

  #build(index: number, first: number): void {
    const coding = this.#codings[index] as Coding;
    const current = stage(coding, first);
    this.#stages.push(current);
    if (index === 0) current.on('drain', () => this.#flow.resume());
    this.#ended ??= new Promise((resolve) => (this.#end = resolve));
    current.on('error', (e) => this.#broken(coding, e));
    if (index + 1 === this.#codings.length) {
      current.on('data', (decoded: Buffer) => {
        this.#reportedBytes += decoded.length;
        this.#emit(decoded);
      });
      current.on('end', () => this.#end?.());
      return;
    }
    // The type of the next stage can depend on its first byte.
    current.once('data', (bytes: Buffer) => {
      this.#build(index + 1, bytes[0] as number);
      const next = this.#stages[index + 1] as Transform;
      next.write(bytes);
      current.pipe(next);
    });
    current.once('end', () => {
      if (this.#stages.length === index + 1) this.#end?.();
    });
  }

  #broken(coding: Coding, cause: Error): void {
    // A body that was cut short ends early; that is reported elsewhere.
    if (!this.#cut && this.#error === undefined) {
      const endsEarly = 'code' in cause && cause.code === 'Z_BUF_ERROR';
      const what = endsEarly ? 'ends before its compressed data does' : 'does not match its Content-Encoding';
      const received = endsEarly ? undefined : this.#received;
      // The failing stage loses what it has decoded, so decode the prefix again.
      const decoded =
        received === undefined ? undefined : decodablePart(this.#codings, Buffer.concat(received)).subarray(this.#reportedBytes);
      const undecoded = this.#reportedBytes === 0 && decoded?.length === 0 ? received : undefined;
      const hint = undecoded === undefined ? 'What could be decoded is shown.' : 'Its bytes are shown undecoded.';
      this.#error = isReqError(cause) ? cause : new ReqError('protocol', `The body ${what} (${coding}).`, { hint, cause });
      for (const bytes of undecoded ?? [decoded ?? Buffer.alloc(0)]) if (bytes.length > 0) this.#emit(bytes);
      if (this.#stages[0]?.writableEnded !== true) this.#fail(this.#error);
    }
    this.#end?.();
  }
}
