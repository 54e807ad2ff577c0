import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makeFolder, runReq, startReq, type Folder } from '../../support/command.ts';

const api = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /users/{id}:
    put:
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: mode, in: query, required: true, schema: { enum: [fast, slow] } }
        - { name: X-Count, in: header, schema: { type: integer, minimum: 1 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, address]
              additionalProperties: false
              properties:
                name: { type: string, minLength: 2 }
                age: { type: integer, minimum: 0, maximum: 150 }
                address: { type: object, required: [city], properties: { city: { type: string } } }
      responses: { '200': { description: ok } }
  /free: { get: { responses: { '200': { description: ok } } } }
`;
const request = `### Other
# @name login
# @contract off
POST {{host}}/login

### Change a user
# @name change
# @ref login
# @retry 3
@id = 7
PUT {{host}}/users/{{id}}?mode=fast
Content-Type: application/json
Authorization: Bearer {{login.response.body.token}}

{"name": "{{user}}", "address": {"city": "x"}}

?? status == 200
> {% tool.test('never', () => { throw new Error('no'); }) %}
`;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

describe('req run --contract-cases', () => {
  let server: http.Server;
  let folder: Folder;
  let sent: Sent[];
  let statusOf: (sent: Sent) => number;
  let host = '';

  beforeEach(async () => {
    sent = [];
    statusOf = judge;
    server = http.createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (c: Buffer) => chunks.push(c));
      message.on('end', () => {
        const { method = '', url = '', headers } = message;
        const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
        sent.push(one);
        if (url === '/login') return void response.end('{"token": "t-1"}');
        const status = statusOf(one);
        if (status > 0) response.writeHead(status, status === 302 ? { Location: '/login' } : {}).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = makeFolder({
      'collection.req': `@host = http://${host}\n@user = Ada\n# @openapi ./api.yaml\n# @contract on\n`,
      'api.yaml': api,
      'a.req': request,
      'http-client.env.json': JSON.stringify({ prod: { $protected: true }, dev: {} }),
    });
  });
  afterEach(() => {
    folder.remove();
    server.close();
    server.closeAllConnections();
  });

  /** A server that conforms to the document. */
  function judge({ url, headers, body }: Sent): number {
    const at = new URL(url, 'http://h');
    if (headers.authorization !== 'Bearer t-1') return 401;
    if (!/^\/users\/\d+$/.test(at.pathname)) return 404;
    if (!['fast', 'slow'].includes(at.searchParams.get('mode') ?? '')) return 400;
    if (headers['x-count'] !== undefined && !(Number(headers['x-count']) >= 1 && /^\d+$/.test(String(headers['x-count'])))) return 400;
    try {
      const { name, age = 1, address, ...others } = JSON.parse(body) as Record<string, unknown>;
      const isAge = Number.isInteger(age) && Number(age) >= 0 && Number(age) <= 150;
      const { city } = address as Record<string, unknown>;
      return typeof name === 'string' && name.length >= 2 && isAge && typeof city === 'string' && Object.keys(others).length === 0
        ? 200
        : 422;
    } catch {
      return 400;
    }
  }

  const run = (...args: string[]): ReturnType<typeof runReq> => runReq(['run', ...args], { cwd: folder.path });

  it('sends requests that each break one rule of the document, after the request as written', async () => {
    const { code, stdout, stderr } = await run('a.req#change', '--contract-cases', '--yes', '--reporter', 'json');
    assert.equal(code, 0, stderr + stdout);
    const { requests } = JSON.parse(stdout) as { requests: { name: string; title: string }[] };
    const [login, base, ...cases] = sent;
    assert.equal(login?.url, '/login');
    assert.equal(sent.filter(({ url }) => url === '/login').length, 1);
    assert.deepEqual([base?.url, base?.body], ['/users/7?mode=fast', '{"name": "Ada", "address": {"city": "x"}}']);
    assert.deepEqual(
      cases.map(({ url, body, headers }) => [url, body, headers['x-count'] ?? '']),
      [
        ['/users/7?mode=fast', '', ''],
        ['/users/7?mode=fast', '"text"', ''],
        ['/users/7?mode=fast', '{"address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"name": 1, "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"name": "x", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"age": "text", "name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"age": 1.5, "name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"age": -1, "name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"age": 151, "name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"name": "Ada"}', ''],
        ['/users/7?mode=fast', '{"name": "Ada", "address": "text"}', ''],
        ['/users/7?mode=fast', '{"name": "Ada", "address": {}}', ''],
        ['/users/7?mode=fast', '{"name": "Ada", "address": {"city": 1}}', ''],
        ['/users/7?mode=fast', '{"unknownMember": true, "name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/text?mode=fast', '{"name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/1.5?mode=fast', '{"name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7', '{"name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=other', '{"name": "Ada", "address": {"city": "x"}}', ''],
        ['/users/7?mode=fast', '{"name": "Ada", "address": {"city": "x"}}', 'text'],
        ['/users/7?mode=fast', '{"name": "Ada", "address": {"city": "x"}}', '1.5'],
        ['/users/7?mode=fast', '{"name": "Ada", "address": {"city": "x"}}', '0'],
      ],
    );
    assert.ok(cases.every(({ headers }) => headers.authorization === 'Bearer t-1'));
    assert.equal(requests.length, cases.length + 2);
  });

  it('leaves out retries and scripts after the response of shared files too', async () => {
    const shared = (name: string): string => `\n> {% tool.test('${name}', () => { throw new Error('no'); }) %}\n`;
    fs.appendFileSync(path.join(folder.path, 'collection.req'), `# @retry 2 1ms\n${shared('of the collection')}`);
    fs.writeFileSync(path.join(folder.path, 'a.req'), `# Users\n${shared('of the file')}\n${request}`);
    statusOf = (one) => (one.body.includes('"name": 1') ? 500 : judge(one));
    const { stdout, stderr } = await run('a.req#change', '--contract-cases', '--yes');
    assert.equal(sent.filter(({ body }) => body.includes('"name": 1')).length, 1, stdout);
    // The request of # @ref has its scripts.
    assert.deepEqual(
      stdout
        .split('\n')
        .filter((line) => /✗ (?:is|of)/.test(line))
        .map((line) => line.trim().replace(/ {2}.*/, '')),
      ['✗ of the file', '✗ of the collection', '✗ is refused'],
      stderr,
    );
  });

  it('fails for accepted cases, for server errors and for inconclusive responses', async () => {
    statusOf = (one) => {
      if (judge(one) === 200) return 200;
      if (one.body === '{"address": {"city": "x"}}') return 201;
      if (one.body.includes('"name": 1')) return 500;
      if (one.body.includes('"age": 151')) return 429;
      return one.body.includes('"age": -1') ? 302 : 400;
    };
    const { code, stdout } = await run('a.req#change', '--contract-cases', '--yes');
    assert.equal(code, 1);
    const failures = stdout.split('\n').filter((line) => line.includes('the server answered '));
    assert.deepEqual(
      failures.map((line) => line.replace(/^.*?: (?=\d)/, '').trim()),
      [
        'the server answered 201 to a body without the required "name"',
        'the server answered 500 to a body with 1 for name, which must be a string: it failed instead of refusing it',
        'the server answered 302 to a body with -1 for age, which must be at least 0',
        'the server answered 429 to a body with 151 for age, which must be at most 150: the data was not checked',
      ],
    );
    assert.equal(sent.filter(({ url }) => url === '/login').length, 1);
  });

  it('sends no case if the request as written is not accepted', async () => {
    statusOf = () => 403;
    const { code, stdout } = await run('a.req#change', '--contract-cases', '--yes');
    assert.equal(code, 1);
    assert.match(stdout, /the server answered 403 to the request as written, so its cases would prove nothing/);
    assert.equal(sent.filter(({ method }) => method === 'PUT').length, 1);
    assert.match(stdout, /2[01] not run/);
  });

  it('needs a consent, is never sent with a protected environment, and is about one request', async () => {
    const refused = await run('a.req#change', '--contract-cases');
    assert.equal(refused.code, 6);
    assert.match(refused.stderr, /without a terminal the hosts cannot be confirmed[^]*--yes/);
    const guarded = await run('a.req#change', '--contract-cases', '--yes', '--env', 'prod');
    assert.equal(guarded.code, 6);
    assert.match(guarded.stderr, /prod is protected, so contract cases are not sent with it/);
    assert.equal((await run('a.req', '--contract-cases', '--yes')).code, 2);
    assert.equal((await run('a.req#login', '--contract-cases', '--yes')).code, 2);
    fs.writeFileSync(path.join(folder.path, 'free.req'), 'GET {{host}}/free\n');
    assert.match((await run('free.req', '--contract-cases', '--yes')).stderr, /has no rule that a changed request could break/);
    assert.match((await run('a.req#change', '--contract-cases', '--yes', '--parallel', '2')).stderr, /exclude each other/);
    assert.deepEqual(sent, []);
  });

  it('ends at Ctrl+C', async () => {
    let arrived = (): void => {};
    const waiting = new Promise<void>((resolve) => (arrived = resolve));
    statusOf = (one) => {
      if (judge(one) === 200) return 200;
      arrived();
      return 0;
    };
    const started = await startReq(['run', 'a.req#change', '--contract-cases', '--yes'], { cwd: folder.path });
    await waiting;
    started.process.kill('SIGINT');
    assert.equal((await started.ended).code, 130);
  });
});
