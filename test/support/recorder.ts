import net from 'node:net';

/** One request as its octets came: nothing is normalised. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The head's octets as Latin-1. */
  readonly head: string;
}

export interface Recorder {
  readonly url: string;
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

const emptyObject = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/**
 * A raw TCP server that keeps what came.
 * @param answer the octets that a request with these headers and this target is answered; `{}` to everything unless it is given
 */
export async function startRecorder(
  answer: (headers: RecordedRequest['headers'], target: string) => string = () => emptyObject,
): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let octets = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      octets = Buffer.concat([octets, chunk]);
      for (;;) {
        const end = octets.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = octets.subarray(0, end).toString('latin1');
        const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
        if (octets.length < end + 4 + length) return;
        const [line = '', ...lines] = head.split('\r\n');
        const [method = '', target = ''] = line.split(' ');
        const headers = lines.map((l) => [l.slice(0, l.indexOf(':')), l.slice(l.indexOf(':') + 1).trim()] as const);
        requests.push({ method, target, headers, head, body: octets.subarray(end + 4, end + 4 + length).toString('utf8') });
        octets = octets.subarray(end + 4 + length);
        socket.write(answer(headers, target));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
