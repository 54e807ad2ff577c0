import { Bytes } from '../../../base/bytes.ts';
import { codeOf } from './errorCode.ts';
import { SpoolFile } from '../../../files/spool.ts';

/** Default number of bytes kept in memory; larger bodies are moved to a file. */
const memoryLimit = 1024 * 1024;
const batchSize = 256 * 1024;

/** A body that can be read while it is still being received. */
export interface BodyReader {
  readonly size: number;
  /** Received bytes, including those that are not stored. */
  readonly received: number;
  /** Why bytes were not stored, other than the size limit; a text for users. */
  readonly failure: string | undefined;
  /** The stored bytes from `start` up to, not including, `end`. Must not be modified. */
  read(start: number, end: number): Uint8Array;
}

/**
 * Stores a body of any size: in memory while it is small, else in a file. Writes are synchronous, so memory stays flat without pausing
 * the socket. If the disk is full, further bytes are only counted.
 */
export class KeptBody implements BodyReader {
  received = 0;
  failure: string | undefined;
  readonly #limit: number;
  readonly #inMemory: number;
  #memory: Bytes | undefined = new Bytes();
  #file: SpoolFile | undefined;
  /** Bytes not yet written to the file; the first `#used` are valid. */
  #batch: Uint8Array = new Uint8Array();
  #used = 0;
  #users = 1;

  /**
   * @param limit bytes to store; later bytes are only counted
   * @param inMemory bytes to keep in memory before a file is used
   */
  constructor(limit = Infinity, inMemory = memoryLimit) {
    this.#limit = limit;
    this.#inMemory = inMemory;
  }

  get size(): number {
    return this.#memory?.size ?? (this.#file?.size ?? 0) + this.#used;
  }

  get isFiled(): boolean {
    return this.#memory === undefined;
  }

  /** @param bytes must not be modified afterwards */
  push(bytes: Uint8Array): void {
    this.received += bytes.length;
    if (this.failure !== undefined) return;
    const kept = bytes.subarray(0, Math.max(0, this.#limit - this.size));
    if (this.#memory !== undefined && this.#memory.size + kept.length <= this.#inMemory) return this.#memory.push(kept);
    try {
      this.#spool(kept);
    } catch (e) {
      const code = codeOf(e);
      if (code === undefined) throw e;
      this.failure = code === 'ENOSPC' ? 'the disk for temporary files is full' : `temporary files cannot be written (${code})`;
    }
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, start);
    const to = Math.min(end, this.size);
    if (from >= to) return new Uint8Array();
    if (this.#memory !== undefined) return this.#memory.bytes().subarray(from, to);
    const out = new Uint8Array(to - from);
    const filed = this.#file?.size ?? 0;
    if (from < filed) this.#file?.read(from, out.subarray(0, Math.min(to, filed) - from));
    if (to > filed) {
      const first = Math.max(from, filed);
      out.set(this.#batch.subarray(first - filed, to - filed), first - from);
    }
    return out;
  }

  /** The bytes for another thread: a file with its length, and the rest that is not in it. */
  source(): { readonly file: string | null; readonly filed: number; readonly rest: Uint8Array } {
    const file = this.#memory === undefined ? this.#file : undefined;
    if (file === undefined) return { file: null, filed: 0, rest: this.read(0, this.size) };
    return { file: file.path, filed: file.size, rest: this.#batch.slice(0, this.#used) };
  }

  /** Adds an owner. Each owner must call `release`; the last one frees the bytes. */
  share(): this {
    this.#users++;
    return this;
  }

  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#file?.close();
    this.#file = undefined;
    this.#memory = new Bytes();
    this.#used = 0;
  }

  #spool(bytes: Uint8Array): void {
    if (this.#memory !== undefined) {
      this.#file = fileOf(this.#memory.bytes());
      this.#batch = new Uint8Array(batchSize);
      // Released last: if the write failed, the bytes stay in memory.
      this.#memory = undefined;
    }
    if (this.#file !== undefined) this.#append(bytes, this.#file);
  }

  #append(bytes: Uint8Array, file: SpoolFile): void {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + batchSize - this.#used);
      this.#batch.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === batchSize) this.#write(file);
    }
  }

  #write(file: SpoolFile): void {
    const before = file.size;
    try {
      file.write(this.#batch.subarray(0, this.#used));
    } finally {
      // Keep bytes that were not written.
      const taken = file.size - before;
      this.#batch.copyWithin(0, taken, this.#used);
      this.#used -= taken;
    }
  }
}

function fileOf(bytes: Uint8Array): SpoolFile {
  const file = new SpoolFile();
  try {
    file.write(bytes);
  } catch (e) {
    file.close();
    throw e;
  }
  return file;
}
