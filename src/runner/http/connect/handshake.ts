import type { Socket } from 'node:net';

/** The other side ended the connection in the middle of a handshake. */
export class HandshakeEnded extends Error {
  override readonly name = 'HandshakeEnded';
}

/**
 * Reads from a socket until there is enough; what came beyond stays in the socket.
 * @param enough how many octets are wanted of those that came; undefined for more than came; it may throw
 * @throws {HandshakeEnded} or what `enough` throws, or the socket fails with
 */
export function readFrom(socket: Socket, enough: (octets: Buffer) => number | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let octets: Buffer = Buffer.alloc(0);
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
          octets = Buffer.concat([octets, chunk]);
          const size = enough(octets);
          if (size === undefined) continue;
          stop();
          if (octets.length > size) socket.unshift(octets.subarray(size));
          return resolve(octets.subarray(0, size));
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
