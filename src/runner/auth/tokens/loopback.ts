import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReqError } from '../../../base/reqError.ts';

/** A local listener for one redirect of the browser (RFC 8252 §7.3). */
export interface Loopback {
  /** Value of `redirect_uri` for the authorization server. */
  readonly redirectUri: string;
  /** Query parameters of the first redirect with the right state; all other requests are refused. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

/** Must not include received data: any page can send a request to the listener. */
const page = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Req</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
main { max-width: 26rem; padding: 2rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: 8px; }
h1 { margin: 0; font-size: 1.25rem; }
p { margin: .5rem 0 0; }
</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;

const same = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/**
 * Listens on 127.0.0.1 for one request with the right `state`; others are refused.
 * @param redirectUrl sets port and path; default: any port and `/callback`
 * @param accepts whether the response signs the user in, for the page that the browser shows
 * @throws {ReqError} `usage` if it is not a URL of this machine or the port is in use
 */
export async function listenForAnswer(
  redirectUrl: string | undefined,
  state: string,
  accepts: (response: URLSearchParams) => boolean,
): Promise<Loopback> {
  const wanted = redirectUrl === undefined ? undefined : placeOf(redirectUrl);
  // Imported here because loading the module takes 2 ms and only signing in by browser needs it.
  const { default: http } = await import('node:http');
  let settle: ((parameters: URLSearchParams) => void) | undefined;
  const answer = new Promise<URLSearchParams>((resolve) => (settle = resolve));
  const server = http.createServer((request, response) => {
    const refuse = (status: number, text: string): void => reply(response, status, 'Request refused', text);
    const target = URL.canParse(request.url ?? '', 'http://127.0.0.1') ? new URL(request.url ?? '', 'http://127.0.0.1') : undefined;
    if (target === undefined || target.pathname !== path) return refuse(404, 'This page does not exist.');
    if (request.method !== 'GET') return refuse(405, 'Only GET.');
    // DNS rebinding: another site's name can resolve to this machine, but the Host header reveals it.
    if (!hosts.has(request.headers.host?.toLowerCase() ?? '')) return refuse(403, 'Only the browser of this machine can use this page.');
    const given = target.searchParams.getAll('state');
    if (settle === undefined || given.length !== 1 || !same(given[0] ?? '', state)) {
      return refuse(400, 'Req does not expect this response. Sign in from Req again.');
    }
    const take = settle;
    settle = undefined;
    if (accepts(target.searchParams)) reply(response, 200, 'Req is signed in', 'You can close this page and return to Req.');
    else reply(response, 200, 'The sign-in was refused', 'You can close this page. Req shows the reason.');
    take(target.searchParams);
  });
  const path = wanted?.path ?? '/callback';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (e) => {
      const hint = 'Is another program using the port? Leave "Redirect URL" out, or name another port.';
      reject(
        new ReqError('usage', `Req cannot listen at ${redirectUrl ?? '127.0.0.1'} for the redirect of the browser: ${e.message}`, { hint }),
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

function reply(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(page(title, text));
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
