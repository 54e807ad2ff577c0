import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReqError } from '../../base/reqError.ts';

/** A listener for one answer of a browser (RFC 8252 §7.3). */
export interface Loopback {
  /** What the authorization server is told to send the browser to. */
  readonly redirectUri: string;
  /** The parameters of the answer; later ones, and those of others, are refused. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

/** Nothing of what came stands in a page: it may be anybody's. */
const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Req</title><body style="font-family:sans-serif"><p>${text}</p></body></html>\n`;

const same = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/**
 * Listens on 127.0.0.1 until one request brings the state that was sent along. Others change nothing.
 * @param redirectUrl its port and path, where it names them. ReqError `usage` where it is no place on this machine, or taken.
 */
export async function listenForAnswer(redirectUrl: string | undefined, state: string): Promise<Loopback> {
  const wanted = redirectUrl === undefined ? undefined : placeOf(redirectUrl);
  // Only a sign-in in the browser needs the module, which takes 2 ms to load.
  const { default: http } = await import('node:http');
  let settle: ((parameters: URLSearchParams) => void) | undefined;
  const answer = new Promise<URLSearchParams>((resolve) => (settle = resolve));
  const server = http.createServer((request, response) => {
    const refuse = (status: number, text: string): void => reply(response, status, text);
    const target = URL.canParse(request.url ?? '', 'http://127.0.0.1') ? new URL(request.url ?? '', 'http://127.0.0.1') : undefined;
    if (target === undefined || target.pathname !== path) return refuse(404, 'There is nothing here.');
    if (request.method !== 'GET') return refuse(405, 'Only GET.');
    // A page of another site can have its name lead here, but not this header.
    if (!hosts.has(request.headers.host?.toLowerCase() ?? '')) return refuse(403, 'This is for the browser of this machine.');
    const given = target.searchParams.getAll('state');
    if (settle === undefined || given.length !== 1 || !same(given[0] ?? '', state)) {
      return refuse(400, 'This is not the answer that Req waits for. Sign in from Req once more.');
    }
    const take = settle;
    settle = undefined;
    const well = target.searchParams.has('code');
    reply(response, 200, well ? 'Req is signed in. You can close this page.' : 'Req was not let in. You can close this page.');
    take(target.searchParams);
  });
  const path = wanted?.path ?? '/callback';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (e) => {
      const hint = 'Is another program using the port? Leave "Redirect URL" out, or name another port.';
      reject(
        new ReqError('usage', `Req cannot listen at ${redirectUrl ?? '127.0.0.1'} for the answer of the browser: ${e.message}`, { hint }),
      );
    });
    server.listen(wanted?.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const hosts: ReadonlySet<string> = new Set([
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    ...(port === 80 ? ['127.0.0.1', 'localhost'] : []),
  ]);
  return {
    redirectUri:
      redirectUrl === undefined ? `http://127.0.0.1:${port}${path}` : wanted?.port === 0 ? withPort(redirectUrl, port) : redirectUrl,
    answer,
    close() {
      server.close();
      server.closeIdleConnections();
      // The page of the answer may still be on its way.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
    },
  };
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(page(text));
}

/** Port (0 for any) and path of a redirect URL. */
function placeOf(redirectUrl: string): { readonly port: number; readonly path: string } {
  const url = URL.canParse(redirectUrl) ? new URL(redirectUrl) : undefined;
  if (url?.protocol !== 'http:' || (url.hostname !== '127.0.0.1' && url.hostname !== 'localhost')) {
    throw new ReqError('usage', `The browser cannot come back to Req by the Redirect URL ${redirectUrl}.`, {
      hint: 'Register http://127.0.0.1/callback, or http://localhost with a port, and write it as "Redirect URL".',
    });
  }
  return { port: Number(url.port), path: url.pathname };
}

function withPort(redirectUrl: string, port: number): string {
  const url = new URL(redirectUrl);
  url.port = String(port);
  return url.href;
}
