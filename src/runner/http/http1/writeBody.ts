import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { ReqError } from '../../../base/reqError.ts';
import type { Message } from '../exchange/message.ts';

/** Bytes per write; larger writes would make upload progress too coarse. */
const pieceSize = 64 * 1024;

/**
 * Writes a body with back-pressure. Does not end `to`.
 * @param signal stops writing and closes the body's files
 * @param sent receives the number of body bytes written so far
 * @param framed wraps each piece, for example as a chunk
 * @throws {ReqError} `body` if the size differs from `bodySize`: a file changed while it was sent
 */
export async function writeBody(
  { body, bodySize }: Pick<Message, 'body' | 'bodySize'>,
  to: Writable,
  signal: AbortSignal,
  sent: (bytes: number) => void,
  framed: (piece: Uint8Array) => Uint8Array = (piece) => piece,
): Promise<void> {
  if (body === null) return;
  const changed = (): ReqError => new ReqError('body', 'A body file changed while it was being sent.');
  let size = 0;
  let left = 0;
  for await (const piece of Buffer.isBuffer(body) ? piecesOf(body) : filesOf(body, signal)) {
    signal.throwIfAborted();
    if (piece.length === 0) continue;
    size += piece.length;
    if (bodySize !== undefined && size > bodySize) throw changed();
    const hasRoom = to.write(framed(piece), (e) => {
      if (e === undefined || e === null) sent((left += piece.length));
    });
    if (!hasRoom) await once(to, 'drain', { signal });
  }
  signal.throwIfAborted();
  if (bodySize !== undefined && size < bodySize) throw changed();
}

function filesOf(body: Readable, signal: AbortSignal): AsyncIterable<Uint8Array> {
  addAbortSignal(signal, body);
  return body as AsyncIterable<Uint8Array>;
}

function* piecesOf(body: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceSize) yield body.subarray(at, at + pieceSize);
}
