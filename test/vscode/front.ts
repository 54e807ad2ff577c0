import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';

/** Development options of VS Code's web workbench: extensions loaded from source, and tests. */
export interface Development {
  readonly extensions: readonly string[];
  /** A module whose `run()` is called in the extension host, which then ends. */
  readonly tests?: string;
}

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the workbench of the VS Code server at `serverPort` on a free port of 127.0.0.1, in place of code-server's front end. Answers
 * `/mint-key` (half of the key that seals the secret storage; without it secrets are lost with the window), forwards `/proxy/PORT/…` to
 * that port, and puts the development options into the page, the only place where a built workbench reads them.
 */
export async function startFront(serverPort: number, development: Development, port = 0): Promise<Front> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const proxied = /^\/proxy\/(\d+)(\/.*)?$/.exec(url.pathname);
    if (url.pathname === '/mint-key') {
      request.resume();
      response.end(Buffer.alloc(32, 7));
    } else if (proxied) {
      request.resume();
      response.writeHead(302, { location: `http://127.0.0.1:${proxied[1]}${proxied[2] ?? '/'}${url.search}` }).end();
    } else {
      forward(request, response, serverPort, url.pathname === '/' ? development : undefined);
    }
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    const target = net.connect(serverPort, '127.0.0.1', () => {
      // On one machine compressing takes longer than sending: a tenth of the time of the extension host.
      const headers = Object.entries({ ...request.headers, 'sec-websocket-extensions': undefined });
      const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${String(value)}\r\n`]));
      target.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    target.on('close', () => socket.destroy());
    socket.on('end', () => target.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      target.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as net.AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    // Upgraded sockets are no longer counted among the connections.
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: taken, close };
}

function forward(request: http.IncomingMessage, response: http.ServerResponse, port: number, development?: Development): void {
  const headers = { ...request.headers };
  // The page must come whole and plain to be edited.
  if (development) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
  const onward = http.request({ host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
    if (!development || !String(answer.headers['content-type']).startsWith('text/html')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const page = withDevelopment(Buffer.concat(chunks).toString('utf8'), development, String(request.headers.host));
      const { 'transfer-encoding': _chunked, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': Buffer.byteLength(page) });
      response.end(page);
    });
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** The workbench's page with the development options in its configuration. */
function withDevelopment(page: string, development: Development, authority: string): string {
  const remote = (file: string): object => ({ scheme: 'vscode-remote', authority, path: path.resolve(file) });
  let found = false;
  const edited = page.replace(/(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/, (_, start: string, settings: string) => {
    found = true;
    const configuration = JSON.parse(settings.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, unknown>;
    configuration['developmentOptions'] = {
      ...(configuration['developmentOptions'] as object | undefined),
      extensions: development.extensions.map(remote),
      ...(development.tests === undefined ? {} : { extensionTestsPath: remote(development.tests) }),
    };
    return `${start}${JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  });
  if (!found) throw new Error("The workbench's page has no configuration where it was expected.");
  return edited;
}
