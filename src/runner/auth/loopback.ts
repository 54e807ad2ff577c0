import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReqError } from '../../base/reqError.ts';

/** A local listener for one redirect of the browser (RFC 8252 §7.3). */
export interface Loopback {
  /** Value of `redirect_uri` for the authorization server. */
  readonly redirectUri: string;
  /** Query parameters of the first redirect with the right state; all other requests are refused. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

/** Must not include received data: any page can send a request to the listener. */
const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Req</title><body style="font-family:sans-serif"><p>${text}</p></body></html>\n`;

const same = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/**
 * Listens on 127.0.0.1 for one request with the right `state`; others are refused.
 * @param redirectUrl sets port and path; default: any port and `/callback`
 * @throws {ReqError} `usage` if it is not a URL of this machine or the port is in use
 */
export async function listenForAnswer(redirectUrl: string | undefined, state: string): Promise<Loopback> {
  const wanted = redirectUrl === undefined ? undefined : placeOf(redirectUrl);
  // Imported here because loading the module takes 2 ms and only signing in by browser needs it.
  const { default: http } = await import('node:http');
  let settle: ((parameters: URLSearchParams) => void) | undefined;
  const answer = new Promise<URLSearchParams>((resolve) => (settle = resolve));
  const server = http.createServer((request, response) => {
    const refuse = (status: number, text: string): void => reply(response, status, text);
    const target = URL.canParse(request.url ?? '', 'http://127.0.0.1') ? new URL(request.url ?? '', 'http://127.0.0.1') : undefined;
    if (target === undefined || target.pathname !== path) return refuse(404, 'There is nothing here.');
    if (request.method !== 'GET') return refuse(405, 'Only GET.');
    // DNS rebinding: another site's name can resolve to this machine, but the Host header reveals it.
    if (!hosts.has(request.headers.host?.toLowerCase() ?? '')) return refuse(403, 'This is for the browser of this machine.');
    const given = target.searchParams.getAll('state');
    if (settle === undefined || given.length !== 1 || !same(given[0] ?? '', state)) {
      return refuse(400, 'This is not the answer that Req waits for. Sign in from Req once more.');
    }
    const take = settle;
    settle = undefined;
    const well = target.searchParams.has('code');
    reply(response, 200, well ? 'Req is signed in. You can close this page.' : 'The sign-in was refused. You can close this page.');
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
      // Give the browser time to receive the page.
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
    throw new ReqError('usage', `The browser cannot return to Req by the Redirect URL ${redirectUrl}.`, {
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
