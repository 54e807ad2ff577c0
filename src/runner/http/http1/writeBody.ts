import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { ReqError } from '../../../base/reqError.ts';
import type { Message } from '../exchange/message.ts';

/** Bytes that are written at once: of more one would not see how much has left. */
const pieceSize = 64 * 1024;

/**
 * Writes a body as fast as it is taken, and leaves it open.
 * @param signal what is left interests nobody; a body's files are closed
 * @param sent told how many bytes have left
 * @param framed what a piece of the body is written as
 * @throws {ReqError} `body` where its files are not as long as the head says
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
