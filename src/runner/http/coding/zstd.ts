import { Decompress } from 'fzstd';
import { Transform, type TransformOptions } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ZstdFrames } from './zstdFrames.ts';

/** Few bytes can stand for very many: after so many others get their turn, so that a send can be cancelled. */
const sliceBytes = 256;
/** Decoded bytes that may wait for who takes them. */
const mostWaiting = 1024 * 1024;

/** Decodes zstd (RFC 8878) where Node cannot: before 22.15. */
export function createZstdDecoder(options: TransformOptions = {}): Transform {
  const frames = new ZstdFrames();
  const decoder = new Decompress((bytes) => stream.push(bytes));
  const stream = new Transform({
    ...options,
    transform(bytes: Buffer, _encoding, done) {
      void tell(decode(bytes), done);
    },
    flush(done) {
      // As zlib says it.
      if (!frames.isWhole) return done(Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' }));
      void tell(decodeRest(), done);
    },
  });
  return stream;

  /** A short frame at the end is decoded only now. */
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

  /** Others get their turn, and who takes what is decoded catches up. */
  async function pause(): Promise<void> {
    do await turn();
    while (stream.readableLength > mostWaiting && !stream.destroyed);
  }
}

async function tell(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  let error: Error | undefined;
  try {
    await work;
  } catch (e) {
    error = e instanceof Error ? e : new Error(String(e));
  }
  done(error);
}
