import fs from 'node:fs';
import { unwritable } from './files.ts';

/**
 * A file that takes a body's octets as they come. Writing waits for the disk, so memory stays flat however fast they come.
 * The file is opened at the first response: a server that is not there empties no file.
 */
export class BodyFile {
  readonly path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Empties or makes the file. Throws ReqError. */
  open(): void {
    this.#guarded(() => (this.#descriptor ??= fs.openSync(this.path, 'w')));
  }

  /** Throws ReqError where the disk does not take it all. */
  write(bytes: Uint8Array): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#guarded(() => {
      for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at);
    });
  }

  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #guarded(work: () => unknown): void {
    try {
      work();
    } catch (e) {
      throw unwritable(this.path, e);
    }
  }
}
