import net from 'node:net';

/** One request as received, not normalized. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The head's bytes as Latin-1. */
  readonly head: string;
}

export interface Recorder {
  readonly url: string;
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

const emptyObject = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/**
 * A raw TCP server that records requests.
 * @param answer returns the response's bytes for headers and target; `{}` by default
 */
export async function startRecorder(
  answer: (headers: RecordedRequest['headers'], target: string) => string | Buffer = () => emptyObject,
): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = bytes.subarray(0, end).toString('latin1');
        const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
        if (bytes.length < end + 4 + length) return;
        const [line = '', ...lines] = head.split('\r\n');
        const [method = '', target = ''] = line.split(' ');
        const headers = lines.map((l) => [l.slice(0, l.indexOf(':')), l.slice(l.indexOf(':') + 1).trim()] as const);
        requests.push({ method, target, headers, head, body: bytes.subarray(end + 4, end + 4 + length).toString('utf8') });
        bytes = bytes.subarray(end + 4 + length);
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
