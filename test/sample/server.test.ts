import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startSampleServer, type SampleServer } from '../../sample/server.mjs';

type Json = Record<string, unknown>;

describe('sample server', () => {
  let server: SampleServer;

  beforeEach(async () => {
    server = await startSampleServer({ port: 0 });
  });
  afterEach(() => server.close());

  const call = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    call(path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } });
  const json = async (response: Response | Promise<Response>): Promise<Json> => (await (await response).json()) as Json;
  const problemOf = async (response: Response): Promise<Json> => {
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    return json(response);
  };

  describe('as a command', () => {
    it('prints its address on its first line', async () => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('../../sample/server.mjs', import.meta.url)), '--port', '0']);
      try {
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
        const url = /^Sample server: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
        assert.ok(url, line);
        assert.equal((await fetch(`${url}/hello`)).status, 200);
      } finally {
        child.kill();
      }
    });

    it('reports that a port is in use', async () => {
      const child = spawn(process.execPath, [
        fileURLToPath(new URL('../../sample/server.mjs', import.meta.url)),
        '--port',
        String(server.port),
      ]);
      const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
      assert.match(line, /^Port \d+ is taken: choose another with --port/);
      const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];
      assert.equal(code, 1);
    });
  });

  describe('the walk through the language', () => {
    it('creates the user and opens the feed', async () => {
      const user = { name: 'Ada', tags: ['a', 'b'], since: '2026-01-02T03:04:05.678Z' };
      const created = await send('POST', '/users?dryRun=false&role=owner', user, { 'X-API-Key': 'k' });
      assert.equal(created.status, 201);
      const body = await json(created);
      assert.deepEqual({ ...body, id: 0 }, { ...user, id: 0, role: 'owner' });
      assert.equal(created.headers.get('location'), `/users/${String(body['id'])}`);

      const feed = await call(`/users/${String(body['id'])}/feed?count=2&rate=0`, { headers: { Accept: 'text/event-stream' } });
      assert.equal(feed.headers.get('content-type'), 'text/event-stream');
      const blocks = (await feed.text()).split('\n\n').filter(Boolean);
      assert.equal(blocks.length, 2);
      assert.match(blocks[1] ?? '', /^id: 2\nevent: activity\ndata: \{"user":\{"id":6,"name":"Ada"\}/);
    });
  });

  describe('users', () => {
    it('lists, filters, sorts and pages', async () => {
      const page = await call('/users?role=developer&sort=-name&limit=1');
      assert.equal(page.headers.get('x-total-count'), '2');
      assert.equal(page.headers.get('link'), '</users?role=developer&sort=-name&limit=1&offset=1>; rel="next"');
      const { total, items } = (await page.json()) as { total: number; items: Json[] };
      assert.equal(total, 2);
      assert.deepEqual(
        items.map((user) => user['name']),
        ['Grace Hopper'],
      );
      assert.deepEqual((await json(call('/users?tag=math&tag=orbits')))['total'], 1);
      assert.deepEqual((await json(call('/users?q=m%C3%BCller')))['total'], 1);
      assert.equal((await call('/users?limit=0')).status, 422);
      assert.equal((await call('/users?sort=shoe')).status, 422);
    });

    it('reads, replaces, changes and deletes one', async () => {
      assert.equal((await json(call('/users/2')))['name'], 'Grace Hopper');
      assert.deepEqual(await json(send('PATCH', '/users/2', { tags: ['navy'] })).then((user) => [user['name'], user['tags']]), [
        'Grace Hopper',
        ['navy'],
      ]);
      const replaced = await json(send('PUT', '/users/2', { name: 'Rear Admiral Hopper' }));
      assert.deepEqual([replaced['id'], replaced['name'], replaced['email']], [2, 'Rear Admiral Hopper', undefined]);
      assert.equal((await call('/users/2', { method: 'DELETE' })).status, 204);
      assert.match(String((await problemOf(await call('/users/2')))['detail']), /no user 2/);
    });

    it('stores nothing in a dry run', async () => {
      assert.equal((await send('POST', '/users?dryRun=true', { name: 'Nobody' })).status, 200);
      assert.equal((await json(call('/users')))['total'], 5);
    });

    it('answers HEAD without a body and OPTIONS with the methods', async () => {
      const head = await call('/users', { method: 'HEAD' });
      assert.equal(head.headers.get('x-total-count'), '5');
      assert.equal(await head.text(), '');
      const options = await call('/users/1', { method: 'OPTIONS' });
      assert.equal(options.status, 204);
      assert.equal(options.headers.get('allow'), 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    });

    it('refuses with a problem that contains advice', async () => {
      const missing = await problemOf(await call('/users/99'));
      assert.deepEqual([missing['status'], missing['title'], missing['type']], [404, 'Not Found', 'about:blank']);

      const wrongMethod = await call('/users', { method: 'DELETE' });
      assert.equal(wrongMethod.status, 405);
      assert.equal(wrongMethod.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');

      assert.equal((await send('POST', '/users', { name: 'Other Ada', email: 'ada@example.com' })).status, 409);
      assert.equal((await call('/users', { method: 'POST', body: 'name=Ada' })).status, 415);
      assert.equal(
        (await call('/users', { method: 'POST', body: '{"name"', headers: { 'Content-Type': 'application/json' } })).status,
        400,
      );

      const invalid = await send('POST', '/users', { email: 'nowhere', tags: [1] });
      assert.equal(invalid.status, 422);
      assert.deepEqual(
        ((await problemOf(invalid))['errors'] as Json[]).map((error) => error['pointer']),
        ['#/name', '#/email', '#/tags'],
      );
    });

    it('belong to one server alone', async () => {
      await send('POST', '/users', { name: 'Ada' });
      const other = await startSampleServer();
      try {
        assert.equal((await json(fetch(`${other.url}/users`)))['total'], 5);
      } finally {
        await other.close();
      }
    });
  });

  describe('echo', () => {
    it('returns method, URL, headers in order and case, and the body', async () => {
      const text = await raw(
        server.port,
        'PURGE /echo?a=1&a=2 HTTP/1.1\r\nHost: x\r\nX-One: 1\r\nx-two: 2\r\nX-One: 3\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi',
      );
      const echo = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Json;
      assert.equal(echo['method'], 'PURGE');
      assert.equal(echo['url'], '/echo?a=1&a=2');
      assert.deepEqual((echo['rawHeaders'] as string[][]).slice(1, 4), [
        ['X-One', '1'],
        ['x-two', '2'],
        ['X-One', '3'],
      ]);
      assert.equal(echo['body'], 'hi');
    });

    it('returns a JSON body as a value too', async () => {
      assert.deepEqual((await json(send('POST', '/echo', { a: [1] })))['json'], { a: [1] });
    });

    it('returns bytes that are not UTF-8 as base64', async () => {
      const echo = await json(call('/echo', { method: 'POST', body: Buffer.from([255, 0, 1]) }));
      assert.deepEqual([echo['body'], echo['bodyBase64'], echo['size']], [null, '/wAB', 3]);
    });
  });

  describe('responses of every kind', () => {
    it('sends each with its type', async () => {
      for (const [path, type] of [
        ['/', 'application/json'],
        ['/html', 'text/html; charset=utf-8'],
        ['/xml', 'application/xml'],
        ['/text', 'text/plain; charset=utf-8'],
        ['/csv', 'text/csv; charset=utf-8'],
        ['/latin1', 'text/plain; charset=iso-8859-1'],
        ['/image.png', 'image/png'],
        ['/bytes?n=3', 'application/octet-stream'],
        ['/numbers', 'application/json'],
      ] as const) {
        const response = await call(path);
        assert.deepEqual([path, response.status, response.headers.get('content-type')], [path, 200, type]);
        await response.arrayBuffer();
      }
    });

    it('draws a picture that is a PNG', async () => {
      const bytes = Buffer.from(await (await call('/image.png')).arrayBuffer());
      assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [160, 100]);
      // Every PNG ends with the same empty chunk, checksum included.
      assert.equal(bytes.subarray(-12).toString('hex'), '0000000049454e44ae426082');
    });

    it('writes numbers as JSON.stringify could not', async () => {
      const text = await (await call('/numbers')).text();
      for (const part of ['12345678901234567890', '1.0,', '1e400', '-0', '"twice": "first"', '"twice": "second"'])
        assert.ok(text.includes(part), part);
      assert.doesNotThrow(() => JSON.parse(text));
    });

    it('sends as many bytes as asked', async () => {
      assert.equal((await (await call('/bytes?n=5000')).arrayBuffer()).byteLength, 5000);
      assert.equal((await call('/bytes?n=many')).status, 422);
    });

    it('compresses with gzip', async () => {
      const response = await call('/gzip');
      assert.equal(response.headers.get('content-encoding'), 'gzip');
      assert.equal((await json(response))['squeezed'], true);
    });

    it('streams a JSON array as large as asked', async () => {
      const response = await call('/large?mb=1');
      assert.equal(response.headers.get('content-length'), null);
      const text = await response.text();
      assert.ok(text.length >= 1024 * 1024);
      const items = JSON.parse(text) as { id: number }[];
      assert.equal(items.at(-1)?.id, items.length);
    });

    it('redirects as often as asked, with the status asked', async () => {
      assert.deepEqual(await json(call('/redirect/3')), { arrived: true, method: 'GET' });
      const first = await call('/redirect/2?status=307', { redirect: 'manual' });
      assert.deepEqual([first.status, first.headers.get('location')], [307, '/redirect/1?status=307']);
    });

    it('answers GraphQL with the fields asked for', async () => {
      const query = 'query One($id: Int!) { user(id: $id) { id name } }';
      assert.deepEqual(await json(send('POST', '/graphql', { query, variables: { id: 1 } })), {
        data: { user: { id: 1, name: 'Ada Lovelace' } },
      });
      const all = (await json(send('POST', '/graphql', { query: '{ users { name } }' }))) as { data: { users: Json[] } };
      assert.equal(all.data.users.length, 5);
      assert.ok((await json(send('POST', '/graphql', { query: '{ cats }' })))['errors']);
    });
  });

  describe('sessions', () => {
    it('returns a token for /me, and cookies', async () => {
      const login = await send('POST', '/login', { username: 'ada' });
      assert.deepEqual(
        login.headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
        ['session', 'theme'],
      );
      const { token } = (await login.json()) as { token: string };
      const me = await json(call('/me', { headers: { Authorization: `Bearer ${token}`, Cookie: 'theme=dark; a=b' } }));
      assert.deepEqual(me, { name: 'ada', cookies: { theme: 'dark', a: 'b' } });
    });

    it('refuses /me without a token it gave', async () => {
      for (const headers of [{}, { Authorization: 'Bearer other' }]) {
        const response = await call('/me', { headers });
        assert.equal(response.status, 401);
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
      }
    });

    it('sets and returns cookies', async () => {
      const set = await call('/cookies/set?colour=blue&size=m');
      assert.deepEqual(set.headers.getSetCookie(), ['colour=blue; Path=/', 'size=m; Path=/']);
      assert.deepEqual(await json(call('/cookies', { headers: { Cookie: 'colour=blue' } })), { colour: 'blue' });
    });
  });

  describe('failures', () => {
    it('answers with any status', async () => {
      for (const code of [200, 204, 304, 404, 418, 429, 500, 503]) assert.equal((await call(`/status/${code}`)).status, code);
      assert.equal((await call('/status/429')).headers.get('retry-after'), '1');
      assert.equal((await call('/status/teapot')).status, 422);
    });

    it('waits as long as asked', async () => {
      assert.deepEqual(await json(call('/slow?ms=20')), { waited: 20 });
    });

    it('resets the connection without an answer', async () => {
      const [error] = (await once(http.get(`${server.url}/fail/reset`), 'error')) as [NodeJS.ErrnoException];
      assert.equal(error.code, 'ECONNRESET');
    });

    it('breaks off in the middle of a body', async () => {
      const text = await raw(server.port, 'GET /fail/truncated HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.match(text, /Content-Length: 1000\r\n/);
      assert.match(text, /breaks off h$/);
    });

    it('never answers, and is closed with the server', async () => {
      const hanging = once(http.get(`${server.url}/fail/hang`), 'error');
      const arrived = call('/hello');
      assert.equal((await arrived).status, 200);
      await server.close();
      const [error] = (await hanging) as [NodeJS.ErrnoException];
      assert.equal(error.code, 'ECONNRESET');
    });

    it('lists its paths, and reports unknown ones', async () => {
      assert.ok((await json(call('/')))['places']);
      assert.match(String((await problemOf(await call('/nowhere')))['detail']), /nothing at \/nowhere/);
      assert.equal((await call('/users/%ff')).status, 400);
    });
  });
});

/** The server's response to exactly these bytes, until it closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
