import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Feed {
  write(text: string | Uint8Array): void;
  end(): void;
  /** Cuts the connection, as a crashed server does. */
  die(): void;
  readonly closed: boolean;
}

export interface StreamServer {
  readonly url: string;
  /** Streams in order of arrival. */
  readonly feeds: readonly Feed[];
  close(): void;
}

/** Responds to each request with an event stream, or another body without a length, whose content the test writes. */
export async function startStreamServer(contentType = 'text/event-stream'): Promise<StreamServer> {
  const feeds: Feed[] = [];
  const server = http.createServer((request, response) => {
    let closed = false;
    request.socket.on('close', () => (closed = true));
    request.socket.setNoDelay(true);
    response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
    response.flushHeaders();
    feeds.push({
      write: (text) => void response.write(text),
      end: () => void response.end(),
      die: () => request.socket.resetAndDestroy(),
      get closed() {
        return closed;
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    feeds,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
