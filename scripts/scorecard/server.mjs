// A raw server that does what a probe says, for each request.
import net from 'node:net';

/**
 * @param {(socket: net.Socket, head: string) => void} answer
 */
export async function startFaultyServer(answer) {
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    let head = '';
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const whole = head.slice(0, end);
      head = '';
      answer(socket, whole);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * Writes pieces as fast as the other side reads them.
 * @param {net.Socket} socket
 * @param {Iterable<string | Uint8Array>} pieces
 */
export async function pour(socket, pieces) {
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([closed, new Promise((resolve) => void socket.once('drain', resolve))]);
  }
  socket.end();
}

export const chunk = (bytes) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
