import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CanaryServer {
  readonly url: string;
  readonly requests: readonly { readonly target: string; readonly headers: readonly string[]; readonly body: string }[];
  close(): Promise<void>;
}

/**
 * A server that echoes the request in all places of a response, by path: `/json`, `/html`, `/text`, `/stream` (each event, and chunks cut
 * in the middle), `/ndjson`, `/bytes`, `/image`, `/base64`, `/redirect`, `/token` (the response to `login`), `/oauth` (a token) and
 * `/digest` (requires credentials first).
 */
export async function startCanaryServer(token: string): Promise<CanaryServer> {
  const requests: { target: string; headers: string[]; body: string }[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = request.url ?? '';
      const headers = request.rawHeaders;
      const body = Buffer.concat(chunks).toString();
      requests.push({ target, headers, body });
      const path = /^\/[a-z0-9]*/.exec(target)?.[0] ?? '';
      const sent = decodeURIComponent(/[?&]q=([^&]*)/.exec(target)?.[1] ?? '') || body || (headers[headers.indexOf('X-Key') + 1] ?? '');
      const reported = Buffer.from(sent)
        .toString('latin1')
        .replace(/[\r\n]/g, ' ');
      const plain = /^[\w-]+$/.exec(headers[headers.indexOf('X-Plain') + 1] ?? '')?.[0] ?? 'none';
      const answer = (type: string, text: string | Buffer): void => {
        response.writeHead(200, `OK ${plain}`, {
          'Content-Type': type,
          [`X-${plain}`]: plain,
          'X-Told': reported,
          'Set-Cookie': `s=${encodeURIComponent(sent)}`,
        });
        const bytes = Buffer.from(text);
        // Torn apart in the middle, where secrets stand.
        response.write(bytes.subarray(0, bytes.length >> 1));
        setImmediate(() => response.end(bytes.subarray(bytes.length >> 1)));
      };
      switch (path) {
        case '/html':
          return answer('text/html', `<p title='${sent.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}'>${plain}</p>`);
        case '/text':
          return answer('text/plain', `${sent}\n${plain}\n`);
        case '/stream':
          return answer(
            'text/event-stream',
            `event: ${plain}\nid: ${plain}\ndata: ${sent}\n\ndata: ${JSON.stringify({ text: sent })}\n\n: ${sent}\n\n`,
          );
        case '/ndjson':
          return answer('application/x-ndjson', `${JSON.stringify({ sent })}\n${JSON.stringify({ sent })}\n`);
        case '/bytes':
          return answer('application/octet-stream', Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(sent), Buffer.from([0, 200])]));
        case '/image':
          return answer('image/png', Buffer.concat([Buffer.from([137, 80, 78, 71, 0]), Buffer.from(sent)]));
        case '/base64':
          return answer(
            'application/json',
            JSON.stringify({ whole: Buffer.from(sent).toString('base64'), url: Buffer.from(`u:${sent}`).toString('base64url') }),
          );
        case '/token':
          return answer('application/json', JSON.stringify({ token }));
        case '/oauth':
          return answer('application/json', JSON.stringify({ access_token: `${token}-fetched`, token_type: 'Bearer', expires_in: 3600 }));
        case '/digest':
          if (request.headers.authorization?.startsWith('Digest ') === true) return answer('text/plain', sent);
          response.writeHead(401, { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' });
          return response.end(sent);
        case '/redirect': {
          response.writeHead(302, { Location: `/json?q=${encodeURIComponent(sent)}&plain=${plain}` });
          return response.end();
        }
        default:
          return answer(
            'application/json',
            JSON.stringify({ target, headers, body, again: JSON.stringify({ body, sent }), twice: encodeURIComponent(target), [plain]: 1 }),
          );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
