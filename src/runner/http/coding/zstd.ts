import { Decompress } from 'fzstd';
import { Transform, type TransformOptions } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ZstdFrames } from './zstdFrames.ts';

/** Compressed bytes decoded per turn. Few bytes can expand to very many, and a send must stay cancellable. */
const sliceBytes = 256;
/** Decoded bytes queued for the reader. */
const mostWaiting = 1024 * 1024;

/** A zstd decoder (RFC 8878) for Node.js before 22.15. */
export function createZstdDecoder(options: TransformOptions = {}): Transform {
  const frames = new ZstdFrames();
  const decoder = new Decompress((bytes) => stream.push(bytes));
  const stream = new Transform({
    ...options,
    transform(bytes: Buffer, _encoding, done) {
      void callBack(decode(bytes), done);
    },
    flush(done) {
      // The same error as zlib's.
      if (!frames.isWhole) return done(Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' }));
      void callBack(decodeRest(), done);
    },
  });
  return stream;

  /** The library decodes a short last frame only after it is notified of the end of the data. */
  async function decodeRest(): Promise<void> {
    decoder.push(new Uint8Array(), true);
  }

  async function decode(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      if (at > 0 || stream.readableLength > mostWaiting) await pause();
      if (stream.destroyed) return;
      const slice = bytes.subarray(at, at + sliceBytes);
      frames.scan(slice);
      decoder.push(slice);
    }
  }

  /** Yields to the event loop, and waits until the reader has caught up. */
  async function pause(): Promise<void> {
    do await turn();
    while (stream.readableLength > mostWaiting && !stream.destroyed);
  }
}

async function callBack(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  let error: Error | undefined;
  try {
    await work;
  } catch (e) {
    error = e instanceof Error ? e : new Error(String(e));
  }
  done(error);
}
