import type { Socket } from 'node:net';

/** The peer closed the connection before the message was complete. */
export class HandshakeEnded extends Error {
  override readonly name = 'HandshakeEnded';
}

/**
 * Reads one message from a socket. Surplus bytes are returned to the socket. Rejects with a HandshakeEnded, an error from `lengthOf`, or the
 * socket's error.
 * @param lengthOf length of the complete message in the received bytes; undefined while it is incomplete; may throw
 */
export function readFrom(socket: Socket, lengthOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const stop = (): void => {
      socket.off('readable', look);
      socket.off('end', ended);
      socket.off('close', ended);
      socket.off('error', failed);
    };
    const failed = (error: unknown): void => {
      stop();
      reject(error);
    };
    const ended = (): void => failed(new HandshakeEnded('The connection was ended.'));
    const look = (): void => {
      try {
        for (let chunk = read(); chunk !== null; chunk = read()) {
          bytes = Buffer.concat([bytes, chunk]);
          const size = lengthOf(bytes);
          if (size === undefined) continue;
          stop();
          if (bytes.length > size) socket.unshift(bytes.subarray(size));
          return resolve(bytes.subarray(0, size));
        }
      } catch (e) {
        failed(e);
      }
    };
    const read = (): Buffer | null => socket.read() as Buffer | null;
    socket.on('readable', look);
    socket.on('end', ended);
    socket.on('close', ended);
    socket.on('error', failed);
    look();
  });
}
