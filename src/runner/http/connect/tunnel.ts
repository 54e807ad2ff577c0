import type { Socket } from 'node:net';
import { ReqError } from '../../../base/reqError.ts';
import { shortened } from '../../../base/text/shortened.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { Header } from '../../../language/index.ts';
import { readFrom } from './handshake.ts';
import { proxyAuthorization, type Proxy } from './proxy.ts';

/** Bytes allowed in the head of a proxy's response. */
const mostHead = 16 * 1024;

/**
 * Opens a tunnel through an HTTP proxy by CONNECT (RFC 9110 §9.3.6).
 * @param to `host:port`
 * @throws {ReqError} `network` if the proxy refuses, `protocol` if its response is not HTTP
 */
export async function openTunnel(socket: Socket, proxy: Proxy, to: string): Promise<void> {
  const authorization = proxyAuthorization(proxy);
  const signedIn = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${signedIn}\r\n`);
  const head = (
    await readFrom(socket, (bytes) => {
      const end = endOfHeads(bytes);
      if (end === undefined && bytes.length > mostHead) throw noHttp(proxy);
      return end;
    })
  )
    .toString('latin1')
    .replace(informationals, '');
  const line = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?\r\n/.exec(head);
  if (line === null) throw noHttp(proxy);
  const [, status = '', reason = ''] = line;
  if (status.startsWith('2')) return;
  const said = shortened(visibleText(`${status} ${reason}`.trimEnd()), 200);
  if (status === '407') {
    const lines = [...head.matchAll(/^([\w-]+):[ \t]*([^\r\n]*)/gm)];
    throw refusedCredentials(proxy, asked(lines.map(([, name = '', value = '']) => [name, value])));
  }
  throw new ReqError('network', `The proxy ${proxy.url} did not connect to ${to}: it answered ${said}.`, {
    hint: 'Does the proxy allow this host and port? Connect directly with # @proxy none.',
  });
}

/** Informational responses, which may precede any response: RFC 9110 §15.2. */
const informationals = /^(?:HTTP\/1\.[01] 1(?!01)\d\d(?=[ \r])[^]*?\r\n\r\n)+/;

/** Length of the head of the final response, with informational ones before it; undefined while it is incomplete. */
function endOfHeads(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1');
  const start = informationals.exec(text)?.[0].length ?? 0;
  const end = text.indexOf('\r\n\r\n', start);
  return end < 0 ? undefined : end + 4;
}

function noHttp({ url }: Proxy): ReqError {
  return new ReqError('protocol', `The proxy ${url} does not answer as an HTTP proxy.`, { hint: 'Is its scheme right, and its port?' });
}

/** The challenges of a 407 response, for the message of `refusedCredentials`. */
export function asked(headers: readonly Header[]): string {
  const asks = headers.flatMap(([name, value]) => (name.toLowerCase() === 'proxy-authenticate' ? [value] : [])).join(', ');
  return `407${asks === '' ? '' : `, ${shortened(visibleText(asks), 200)}`}`;
}

/** A text of `asked` with challenges of which none is Basic. */
const asksForOthers = /^407, (?!.*\bbasic\b)/is;
const onlyBasic =
  'Req signs in to HTTP proxies with Basic only. Send through a proxy on this machine that signs in for you, or use # @proxy none for hosts that need no proxy.';

/** The error for a proxy that requires credentials or rejects the ones sent. */
export function refusedCredentials(proxy: Proxy, said: string): ReqError {
  const scheme = proxy.url.slice(0, proxy.url.indexOf(':'));
  const host = proxy.url.slice(proxy.url.indexOf('//') + 2);
  if (proxy.user === undefined && proxy.authorization !== undefined)
    return new ReqError('network', `The proxy ${proxy.url} does not accept the setting http.proxyAuthorization (${said}).`, {
      hint: 'Req sends it unchanged: write Basic and name:password in base64.',
    });
  return proxy.user === undefined
    ? new ReqError('network', `The proxy ${proxy.url} asks for a name and a password (${said}).`, {
        hint: asksForOthers.test(said) ? onlyBasic : `Write them into its URL: ${scheme}://{{user}}:{{$secret.PROXY_PASSWORD}}@${host}`,
      })
    : new ReqError('network', `The proxy ${proxy.url} does not accept the name and password it was given (${said}).`, {
        hint: 'Req signs in to HTTP proxies with Basic (RFC 7617). In a URL percent-encode the characters : @ / ? # of name and password.',
      });
}
