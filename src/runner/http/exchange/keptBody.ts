import { Bytes } from '../../../base/bytes.ts';
import { codeOf } from './errorCode.ts';
import { SpoolFile } from '../../../files/spool.ts';

/** Bytes that are kept in memory, where nothing else is said; of larger bodies all go to a file. */
const memoryLimit = 1024 * 1024;
/** Bytes that are written at once. */
const batchSize = 256 * 1024;

/** A body that can be read, also while more of it comes. */
export interface BodyReader {
  /** Bytes that are kept. */
  readonly size: number;
  /** Bytes that came, those that are not kept included. */
  readonly received: number;
  /** Why not all that came is kept, where that is not the limit: in the user's words. */
  readonly failure: string | undefined;
  /** The bytes from `start` to before `end`, as far as they are kept. They must not be changed. */
  read(start: number, end: number): Uint8Array;
}

/**
 * The bytes of a body of any size, in memory as long as it is small and else in a file. Writing waits for the disk, so that
 * memory stays flat however fast bytes come, and no socket need be paused. What a full disk does not take is only counted.
 */
export class KeptBody implements BodyReader {
  received = 0;
  failure: string | undefined;
  readonly #limit: number;
  readonly #inMemory: number;
  #memory: Bytes | undefined = new Bytes();
  #file: SpoolFile | undefined;
  /** What the file is to get next, and how much of it is used. */
  #batch: Uint8Array = new Uint8Array();
  #used = 0;
  #users = 1;

  /**
   * @param limit bytes that are kept; of more only the first
   * @param inMemory bytes up to which they are kept in memory
   */
  constructor(limit = Infinity, inMemory = memoryLimit) {
    this.#limit = limit;
    this.#inMemory = inMemory;
  }

  get size(): number {
    return this.#memory?.size ?? (this.#file?.size ?? 0) + this.#used;
  }

  /** Whether it lies in a file. */
  get isFiled(): boolean {
    return this.#memory === undefined;
  }

  /** Adds bytes. They must not change afterwards. */
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

  /** Where the bytes lie, for a thread that reads them itself: in a file, and what is not in it. */
  source(): { readonly file: string | null; readonly filed: number; readonly rest: Uint8Array } {
    const file = this.#memory === undefined ? this.#file : undefined;
    if (file === undefined) return { file: null, filed: 0, rest: this.read(0, this.size) };
    return { file: file.path, filed: file.size, rest: this.#batch.slice(0, this.#used) };
  }

  /** Somebody else keeps it too: each calls `release` when it is not wanted any more. */
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
      // Only now: where the disk does not take it, what is in memory stays there.
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
      // What the disk has not taken stays here.
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
