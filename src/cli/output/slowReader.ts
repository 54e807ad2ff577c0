import type { KeptBody } from '../../runner/index.ts';

/** Bytes that may wait in memory for whoever reads the output. */
const waitingLimit = 4 * 1024 * 1024;
/** Bytes that are handed on at once. */
const partSize = 256 * 1024;

/** UTF-16 units of small texts that are written together. */
const gatheredLimit = 64 * 1024;

/** Output to somebody who may read slowly. */
export interface Following {
  write(text: string | Uint8Array): void;
  /** Writes what is gathered: before something else is written to the same terminal. */
  flush(): void;
  /** Resolves when all that was written is on its way. */
  flushed(): Promise<void>;
}

/**
 * Lets a slow reader follow: what he has not read yet waits in memory while it is little, and else in a file, so that he
 * neither fills the memory nor holds up the connection it comes from.
 * @param spool makes that file
 */
export function followedBy(stream: NodeJS.WritableStream & { readonly writableLength: number }, spool: () => KeptBody): Following {
  let behind: { readonly body: KeptBody; read: number; readonly rest: Uint8Array[] } | undefined;
  const waiting = new Set<() => void>();

  function pump(): void {
    while (behind !== undefined && stream.writableLength < waitingLimit) {
      const part = behind.body.read(behind.read, behind.read + partSize);
      behind.read += part.length;
      if (part.length > 0) stream.write(part);
      else caughtUp(behind.rest);
    }
    if (behind !== undefined) stream.once('drain', pump);
  }

  function caughtUp(rest: readonly Uint8Array[]): void {
    behind?.body.release();
    behind = undefined;
    for (const bytes of rest) stream.write(bytes);
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  /** Small texts that wait to be written together, until what runs now is over: each write costs, and memory beside its text. */
  let gathered = '';

  function flush(): void {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    put(text);
  }

  function put(text: string | Uint8Array): void {
    if (behind === undefined && stream.writableLength < waitingLimit) return void stream.write(text);
    if (behind === undefined) {
      behind = { body: spool(), read: 0, rest: [] };
      stream.once('drain', pump);
    }
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const { body, rest } = behind;
    const before = body.size;
    body.push(bytes);
    // What a full disk does not take waits in memory all the same: nothing is lost.
    if (body.size - before < bytes.length) rest.push(bytes.subarray(body.size - before));
  }

  return {
    write(text) {
      if (typeof text === 'string' && text.length < partSize) {
        if (gathered === '') queueMicrotask(flush);
        gathered += text;
        if (gathered.length >= gatheredLimit) flush();
        return;
      }
      flush();
      if (typeof text !== 'string') return put(text);
      for (let at = 0; at < text.length;) {
        const last = text.charCodeAt(at + partSize - 1);
        const end = at + partSize - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
        put(text.slice(at, end));
        at = end;
      }
    },
    flush,
    flushed() {
      flush();
      return new Promise((resolve) => (behind === undefined ? resolve() : void waiting.add(resolve)));
    },
  };
}
