/** A server with digest authentication (RFC 7616), with its own implementation of the checks. */
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DigestOptions {
  readonly realm?: string;
  readonly user: string;
  readonly password: string;
  /** The challenges as sent; `NONCE` in them is the nonce. */
  readonly challenges: readonly string[];
  /** Number of uses after which a nonce is stale. */
  readonly uses?: number;
  /** Each response contains the next nonce. */
  readonly nextNonce?: boolean;
}

export interface DigestServer {
  readonly url: string;
  /** The result of each request, with the reason for a rejection. */
  readonly answers: readonly string[];
  /** Values of `Authorization`, as received. */
  readonly credentials: readonly string[];
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

const functions: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };

export async function startDigestServer(options: DigestOptions): Promise<DigestServer> {
  const { user, password, challenges, realm = 'here', uses = Infinity, nextNonce = false } = options;
  const answers: string[] = [];
  const credentials: string[] = [];
  const bodies: string[] = [];
  /** Each nonce with its used counts. */
  const nonces = new Map<string, Set<string>>();
  const fresh = (): string => {
    const nonce = `n${nonces.size + 1}`;
    nonces.set(nonce, new Set());
    return nonce;
  };

  function check(request: http.IncomingMessage, body: Buffer): string {
    const written = request.headers.authorization;
    if (written === undefined) return 'nobody';
    credentials.push(written);
    const get = (name: string): string | undefined => {
      const m = new RegExp(`[ ,]${name.replace('*', '\\*')}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^ ,"]+))`).exec(written);
      return m === null ? undefined : (m[1] ?? m[2]);
    };
    const algorithm = get('algorithm') ?? 'MD5';
    const session = algorithm.endsWith('-sess');
    const hash = (text: string | Buffer): string =>
      createHash(functions[algorithm.replace('-sess', '')] ?? 'md5')
        .update(text)
        .digest('hex');
    const named =
      get('userhash') === 'true'
        ? get('username') === hash(`${user}:${realm}`)
        : (get('username')?.replace(/\\(.)/g, '$1') ?? decodeURIComponent(get('username*')?.replace("UTF-8''", '') ?? '')) === user;
    if (!named) return 'wrong user';
    const used = nonces.get(get('nonce') ?? '');
    if (used === undefined) return 'unknown nonce';
    const [nc, cnonce, qop] = [get('nc'), get('cnonce'), get('qop')];
    if (get('uri') !== request.url) return 'wrong uri';
    if (used.size >= uses) return 'stale';
    if (qop !== undefined && used.has(nc ?? '')) return `count ${nc} again`;
    used.add(nc ?? String(used.size));
    const identity = hash(`${user}:${realm}:${password}`);
    const a1 = session ? hash(`${identity}:${get('nonce')}:${cnonce}`) : identity;
    const a2 = hash(`${request.method}:${request.url}${qop === 'auth-int' ? `:${hash(body)}` : ''}`);
    const expected = hash(qop === undefined ? `${a1}:${get('nonce')}:${a2}` : [a1, get('nonce'), nc, cnonce, qop, a2].join(':'));
    return get('response') === expected ? 'in' : 'wrong response';
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body.toString());
      const verdict = check(request, body);
      answers.push(verdict);
      if (verdict === 'in') {
        if (request.url === '/moved') response.writeHead(307, { Location: '/there' });
        else if (nextNonce) response.setHeader('Authentication-Info', `qop=auth, nextnonce="${fresh()}"`);
        response.end('welcome');
        return;
      }
      const nonce = fresh();
      response.setHeader(
        'WWW-Authenticate',
        challenges.map((c) => c.replace('NONCE', nonce) + (verdict === 'stale' ? ', stale=TRUE' : '')),
      );
      response.writeHead(401).end('who are you?');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    credentials,
    bodies,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
