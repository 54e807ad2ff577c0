import type { Socket } from 'node:net';

/** The other side ended the connection in the middle of a handshake. */
export class HandshakeEnded extends Error {
  override readonly name = 'HandshakeEnded';
}

/**
 * Reads from a socket until there is enough; what came beyond stays in the socket.
 * @param enough how many bytes are wanted of those that came; undefined for more than came; it may throw
 * @throws {HandshakeEnded} or what `enough` throws, or the socket fails with
 */
export function readFrom(socket: Socket, enough: (bytes: Buffer) => number | undefined): Promise<Buffer> {
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
          const size = enough(bytes);
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
