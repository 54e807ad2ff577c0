import { ReqError } from '../../../base/reqError.ts';

/** Window size limit: RFC 9659 §3. */
const largestWindow = 8 * 1024 * 1024;
const largestBlock = 128 * 1024;

const magic = 0xfd2fb528;

/** The part being read. `skip` is the content of a block, a checksum or a skippable frame. */
type Part = 'magic' | 'descriptor' | 'header' | 'block' | 'skip' | 'skippable';

/**
 * Scans zstd frames (RFC 8878 §3.1) before the decoder receives them. The decoder allocates any amount of memory that a frame requests, and
 * does not report where a frame ends.
 */
export class ZstdFrames {
  #part: Part = 'magic';
  #wanted = 4;
  readonly #got: number[] = [];
  /** The part after skipped bytes. */
  #next: Part = 'magic';
  #descriptor = 0;
  #window = 0;

  /** Whether the data so far ends with a complete frame. */
  get isWhole(): boolean {
    return this.#part === 'magic' && this.#got.length === 0;
  }

  /** @throws {ReqError} `limit` if a frame needs too much memory, `protocol` if it needs a dictionary; a plain Error for other data */
  scan(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#part === 'skip') {
        const skipped = Math.min(this.#wanted, bytes.length - at);
        at += skipped;
        this.#wanted -= skipped;
        if (this.#wanted === 0) this.#expect(this.#next);
        continue;
      }
      this.#got.push(bytes[at++] as number);
      if (this.#got.length === this.#wanted) this.#read(this.#got.splice(0));
    }
  }

  #read(got: readonly number[]): void {
    switch (this.#part) {
      case 'magic': {
        const number = little(got);
        if (number === magic) return this.#expect('descriptor');
        if (number >>> 4 === 0x184d2a5) return this.#expect('skippable');
        throw notZstd();
      }
      case 'skippable':
        return this.#skip(little(got), 'magic');
      case 'descriptor': {
        const descriptor = got[0] as number;
        // A reserved bit.
        if ((descriptor & 8) !== 0) throw notZstd();
        this.#descriptor = descriptor;
        const { windowLength, dictionaryLength, sizeLength } = lengthsOf(descriptor);
        this.#part = 'header';
        this.#wanted = windowLength + dictionaryLength + sizeLength;
        return;
      }
      case 'header':
        this.#readHeader(got);
        return this.#expect('block');
      case 'block': {
        const header = little(got);
        const [type, size] = [(header >> 1) & 3, header >> 3];
        if (type === 3 || size > Math.min(largestBlock, Math.max(this.#window, 1024))) throw notZstd();
        const isLast = (header & 1) === 1;
        const checksum = isLast && (this.#descriptor & 4) !== 0 ? 4 : 0;
        // An RLE block stores a single byte.
        return this.#skip((type === 1 ? 1 : size) + checksum, isLast ? 'magic' : 'block');
      }
      case 'skip':
    }
  }

  #readHeader(got: readonly number[]): void {
    const { windowLength, dictionaryLength, sizeLength } = lengthsOf(this.#descriptor);
    if (little(got.slice(windowLength, windowLength + dictionaryLength)) !== 0)
      throw new ReqError('protocol', 'The body is compressed by zstd with a dictionary, which Req does not have.');
    if (windowLength === 0) this.#window = little(got.slice(-sizeLength)) + (sizeLength === 2 ? 256 : 0);
    else {
      const descriptor = got[0] as number;
      const base = 2 ** (10 + (descriptor >> 3));
      this.#window = base + (base / 8) * (descriptor & 7);
    }
    if (this.#window > largestWindow)
      throw new ReqError('limit', `The body is compressed by zstd with a window of ${this.#window} bytes; 8 MB are allowed (RFC 9659).`);
  }

  #skip(length: number, next: Part): void {
    this.#next = next;
    this.#part = 'skip';
    this.#wanted = length;
    if (length === 0) this.#expect(next);
  }

  #expect(part: Part): void {
    this.#part = part;
    this.#wanted = part === 'descriptor' ? 1 : part === 'block' ? 3 : 4;
  }
}

function lengthsOf(descriptor: number): { readonly windowLength: number; readonly dictionaryLength: number; readonly sizeLength: number } {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = descriptor >> 6;
  return {
    windowLength: isSingleSegment ? 0 : 1,
    dictionaryLength: [0, 1, 2, 4][descriptor & 3] as number,
    sizeLength: size === 0 ? (isSingleSegment ? 1 : 0) : 2 ** size,
  };
}

/** Little-endian number. */
const little = (bytes: readonly number[]): number => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);

const notZstd = (): Error => new Error('not a zstd frame');
