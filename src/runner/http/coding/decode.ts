import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { isReqError, ReqError } from '../../../base/reqError.ts';
import { decodablePart, isWrapped, type Coding } from './decodablePart.ts';
import { createZstdDecoder } from './zstd.ts';

/** Codings one response may stack; more is an attack. */
const maxCodings = 5;

/** Bytes of a body kept for the case that it is not what its coding says. */
const keptBytes = 64 * 1024;

/** Compressed bytes that may wait to be decoded; more would let a fast server fill the memory. */
const mostWaiting = 256 * 1024;

/** Decoded bytes that one step hands on at most: larger than zlib's 16 KB, for each step costs a turn of the thread pool. */
const stepSize = 64 * 1024;

/** What a decoder that falls behind does to the source of its bytes. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Takes the bytes of a body and tells them decoded, each as soon as it can be. */
export interface Decoder {
  /** Why what is told is not the body itself: a coding that is not known here. Undefined where it is. */
  readonly warning: string | undefined;
  push(bytes: Buffer): void;
  /**
   * No more bytes: waits until all that came is told.
   * @param whole false where the body was cut short, which its coding then need not say again
   * @throws {ReqError} `protocol` for data that its coding cannot have made
   */
  end(whole: boolean): Promise<void>;
  /** Stops without telling more. */
  destroy(): void;
}

/**
 * A decoder for `Content-Encoding` (RFC 9110 §8.4): gzip, deflate (with and without its zlib wrapper), br and zstd,
 * stacked. Decodes from the outermost until a coding that is not known; those bytes are told as they are.
 * @throws {ReqError} `protocol` for more than five codings
 */
export function createDecoder(
  contentEncoding: string,
  tell: (bytes: Uint8Array) => void,
  fail: (error: ReqError) => void,
  flow: Flow,
): Decoder {
  if (contentEncoding === '') return new Undecoded(tell);
  const { codings, unknown } = outermostFirst(contentEncoding);
  const warning = unknown === undefined ? undefined : warningOf(unknown);
  if (codings.length === 0) return new Undecoded(tell, warning);
  return new ZlibDecoder(codings, warning, { tell, fail, flow });
}

/** Tells the bytes of a body as they are. */
class Undecoded implements Decoder {
  readonly push: (bytes: Buffer) => void;
  readonly warning: string | undefined;

  constructor(tell: (bytes: Uint8Array) => void, warning?: string) {
    this.push = tell;
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
  return `The body's Content-Encoding is ${JSON.stringify(coding.slice(0, 100))}, which is not known here: its bytes are shown as they came.`;
}

/** `unknown` is the first coding that cannot be taken away; those beneath it stay too. */
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

/** By Node from 22.15 on; the oldest supported version cannot. */
function createZstd(): Transform {
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: (options: object) => Transform };
  const options = { writableHighWaterMark: mostWaiting };
  return createZstdDecompress === undefined ? createZstdDecoder(options) : createZstdDecompress({ ...options, chunkSize: stepSize });
}

/** `first` is the first byte. */
function stage(coding: Coding, first: number): Transform {
  // Flushed at each write, so that an event is told when it comes and not when a buffer is full.
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

/** What a decoder reports to. */
interface DecoderSink {
  readonly tell: (bytes: Uint8Array) => void;
  readonly fail: (error: ReqError) => void;
  readonly flow: Flow;
}

/** One coding after another. Each stage waits for the next one, and the source of the bytes for the first. */
class ZlibDecoder implements Decoder {
  readonly warning: string | undefined;
  readonly #codings: readonly Coding[];
  readonly #tell: (bytes: Uint8Array) => void;
  readonly #fail: (error: ReqError) => void;
  readonly #flow: Flow;
  readonly #stages: Transform[] = [];
  #ended: Promise<void> | undefined;
  #end: (() => void) | undefined;
  #error: ReqError | undefined;
  #cut = false;
  /** All that came, while it is not much. */
  #came: Buffer[] | undefined = [];
  #cameBytes = 0;
  #toldBytes = 0;

  constructor(codings: readonly Coding[], warning: string | undefined, { tell, fail, flow }: DecoderSink) {
    this.#codings = codings;
    this.warning = warning;
    this.#tell = tell;
    this.#fail = fail;
    this.#flow = flow;
  }

  push(bytes: Buffer): void {
    if (bytes.length === 0 || this.#error !== undefined) return;
    if (this.#came !== undefined && (this.#cameBytes += bytes.length) <= keptBytes) this.#came.push(bytes);
    else this.#came = undefined;
    // Only now: a response without a body has nothing to decode, whatever its head says.
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
        this.#toldBytes += decoded.length;
        this.#tell(decoded);
      });
      current.on('end', () => this.#end?.());
      return;
    }
    // What the next stage is may hang on its first byte.
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
    // The end of a body that was cut short says nothing new.
    if (!this.#cut && this.#error === undefined) {
      const endsEarly = 'code' in cause && cause.code === 'Z_BUF_ERROR';
      const what = endsEarly ? 'ends before its compressed data does' : 'is not what its Content-Encoding says';
      const came = endsEarly ? undefined : this.#came;
      // What the failing step had decoded is lost with it.
      const decoded = came === undefined ? undefined : decodablePart(this.#codings, Buffer.concat(came)).subarray(this.#toldBytes);
      const asItCame = this.#toldBytes === 0 && decoded?.length === 0 ? came : undefined;
      const hint = asItCame === undefined ? 'What could be decoded is shown.' : 'Its bytes are shown as they came.';
      this.#error = isReqError(cause) ? cause : new ReqError('protocol', `The body ${what} (${coding}).`, { hint, cause });
      for (const bytes of asItCame ?? [decoded ?? Buffer.alloc(0)]) if (bytes.length > 0) this.#tell(bytes);
      if (this.#stages[0]?.writableEnded !== true) this.#fail(this.#error);
    }
    this.#end?.();
  }
}
