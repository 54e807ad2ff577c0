import type { KeptBody } from '../../runner/index.ts';

/** Maximum bytes of output buffered in memory for a slow reader. */
const waitingLimit = 4 * 1024 * 1024;
/** Bytes per write. */
const partSize = 256 * 1024;

/** Maximum length of combined small texts in UTF-16 units. */
const gatheredLimit = 64 * 1024;

/** Output that does not block on a slow reader. */
export interface Following {
  write(text: string | Uint8Array): void;
  /** Writes the combined texts. Call it before writing to the same terminal directly. */
  flush(): void;
  /** Resolves when all output was handed to the stream. */
  flushed(): Promise<void>;
}

/**
 * Buffers output for a slow reader: a little in memory, more in a file. So output neither fills the memory nor blocks the connection.
 * @param spool creates that file
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

  /** Small texts, combined until the end of the current task, because each write costs time and memory. */
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
    // If the disk is full, the rest is kept in memory.
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
