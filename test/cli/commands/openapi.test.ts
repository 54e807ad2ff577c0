import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makeFolder, runReq, startReq, type Folder } from '../../support/command.ts';

const document = (paths: object): string => JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });
const ok = { responses: { 200: { description: 'ok' } } };

describe('req openapi', () => {
  let server: http.Server;
  let folder: Folder;
  let asked: http.IncomingMessage[];
  let answer: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  let url = '';

  beforeEach(async () => {
    asked = [];
    folder = makeFolder();
    server = http.createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    answer = (_, response) => void response.end(document({ '/users': { get: ok } }));
  });
  afterEach(() => {
    folder.remove();
    server.close();
    server.closeAllConnections();
  });

  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    fs.writeFileSync(path.join(folder.path, name), text);
  };
  const read = (name: string): string => fs.readFileSync(path.join(folder.path, name), 'utf8');
  const run = (...args: string[]): ReturnType<typeof runReq> => runReq(args, { cwd: folder.path });
  const request = '### Users\nGET {{host}}/user\n';

  it('keeps the document beside the file that names it, and requests are checked against it', async () => {
    write('collection.req', `@host = ${url}\n# @openapi {{host}}/v1/openapi.json\n`);
    write('sub/a.req', request);
    const before = await run('check', '.');
    assert.match(
      before.stdout,
      /collection\.req:2:\d+ warning \{\{host\}\}\/v1\/openapi\.json was not fetched yet: run .*req openapi in a terminal\. \[openapi-document\]/,
    );
    assert.equal(asked.length, 0);
    const { code, stdout, stderr } = await run('openapi', 'sub/a.req');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'host-v1-openapi.json\n');
    assert.equal(read('host-v1-openapi.json'), document({ '/users': { get: ok } }));
    assert.equal(asked[0]?.url, '/v1/openapi.json');
    const checked = await run('check', '.');
    assert.match(checked.stdout, /sub\/a\.req:2:\d+ warning Shop has no operation for the path of this URL\. \[unknown-operation\]/);
    assert.doesNotMatch(checked.stdout, /openapi-document/);
    assert.equal(asked.length, 1);
  });

  it('sends no headers, credentials and cookies of the collection, and runs none of its scripts', async () => {
    write(
      'collection.req',
      `@host = ${url}\n# @auth bearer {{$secret.token}}\n# @openapi {{host}}/openapi\nX-Key: {{$secret.key}}\nCookie: a=b\n\n< {% request.setHeader('X-Script', '1') %}\n`,
    );
    write('a.req', request);
    const { code, stdout, stderr } = await run('openapi', '.');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'host-openapi.yaml\n');
    const { headers } = asked[0] as http.IncomingMessage;
    assert.deepEqual(
      [headers['x-key'], headers.cookie, headers.authorization, headers['x-script']],
      [undefined, undefined, undefined, undefined],
    );
  });

  it('lists the changes, and replaces the copy only with --force', async () => {
    write('a.req', `# @openapi ${url}/openapi.json\n\n${request}`);
    assert.equal((await run('openapi', 'a.req')).code, 0);
    const copy = fs.readdirSync(folder.path).find((name) => name.endsWith('.json')) ?? '';
    const old = read(copy);
    const same = await run('openapi', 'a.req');
    assert.deepEqual([same.code, same.stdout], [0, '']);
    assert.match(same.stderr, /has not changed/);
    const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
    answer = (_, response) => void response.end(document({ '/users': { get: { ...ok, parameters: [limit] }, post: ok } }));
    const changed = await run('openapi', 'a.req');
    assert.equal(changed.code, 2);
    assert.match(changed.stderr, /has changed:\n {2}\+ POST \/users\n {2}~ GET \/users: query limit is new and required\n/);
    assert.match(changed.stderr, /exists with another text\. Nothing was written\.\n--force replaces it/);
    assert.equal(read(copy), old);
    assert.equal((await run('openapi', 'a.req', '--force')).code, 0);
    assert.match(read(copy), /"limit"/);
  });

  it('writes nothing for an error, for a text other than an OpenAPI document, and for a document with a secret', async () => {
    write('a.req', `# @openapi ${url}/openapi.json?key={{$secret.key}}\n\n${request}`);
    write('s.env', 'key=s3cret-value\n');
    const refused = async (): Promise<string> => {
      const { code, stdout, stderr } = await run('openapi', 'a.req', '--secrets', 's.env');
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.doesNotMatch(stderr, /s3cret/);
      assert.deepEqual(fs.readdirSync(folder.path).toSorted(), ['a.req', 's.env']);
      return stderr;
    };
    answer = (_, response) => void response.writeHead(404).end(document({}));
    assert.match(await refused(), /returned status 404\. Nothing was written/);
    answer = (_, response) => void response.end('<html>Sign in</html>');
    assert.match(await refused(), /is not JSON/);
    answer = (_, response) => void response.end('{"swagger": "2.0"}');
    assert.match(await refused(), /Swagger 2\.0/);
    answer = ({ url: from = '' }, response) => void response.end(document({ '/a': { get: { ...ok, summary: `from ${from}` } } }));
    assert.match(await refused(), /contains the value of a secret/);
    answer = (_, response) => void response.end(document({ '/a': { get: ok } }));
    const { code, stdout, stderr } = await run('openapi', 'a.req', '--secrets', 's.env');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /openapi-\w+\.json\n$/);
    assert.doesNotMatch(stdout, /s3cret/);
  });

  it('does not write through a link', async () => {
    write('a.req', `@host = ${url}\n# @openapi {{host}}/openapi.json\n\n${request}`);
    const outside = makeFolder();
    fs.writeFileSync(path.join(outside.path, 'target.json'), document({}));
    fs.symlinkSync(path.join(outside.path, 'target.json'), path.join(folder.path, 'host-openapi.json'));
    const { code } = await run('openapi', 'a.req', '--force');
    assert.notEqual(code, 0);
    assert.equal(fs.readFileSync(path.join(outside.path, 'target.json'), 'utf8'), document({}));
    outside.remove();
  });

  it('ends after five times the time-out where the server sends a byte now and then', async () => {
    write('a.req', `# @openapi ${url}/openapi.json\n\n${request}`);
    let drip: NodeJS.Timeout | undefined;
    answer = (_, response) => void (drip = setInterval(() => response.write(' '), 5));
    const { code, stderr } = await run('openapi', 'a.req', '--timeout', '200ms');
    clearInterval(drip);
    assert.equal(code, 4);
    assert.match(stderr, /The document was not complete after 1 s\.[^]*--timeout/);
    assert.deepEqual(fs.readdirSync(folder.path), ['a.req']);
  });

  it('ends at Ctrl+C while the server does not answer, and at the time limit', async () => {
    write('a.req', `# @openapi ${url}/openapi.json\n\n${request}`);
    let arrived = (): void => {};
    const waiting = new Promise<void>((resolve) => (arrived = resolve));
    answer = () => arrived();
    const started = await startReq(['openapi', 'a.req'], { cwd: folder.path });
    await waiting;
    started.process.kill('SIGINT');
    assert.equal((await started.ended).code, 130);
    const late = await run('openapi', 'a.req', '--timeout', '200ms');
    assert.equal(late.code, 4);
    assert.deepEqual(fs.readdirSync(folder.path), ['a.req']);
  });

  it("prints the document's changes that affect the requests, and changes the files with --write", async () => {
    const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } };
    write('collection.req', '@host = http://127.0.0.1:1\n# @openapi ./api.json\n');
    write('api.json', document({ '/orders': { get: { ...ok, parameters: [limit] }, post: ok }, '/carts': { get: ok } }));
    const before = '### Mine\n# my comment\nGET {{host}}/orders\nX-Own: kept\n\n### Gone\nGET {{host}}/old\n';
    write('sub/orders.req', before);
    const shown = await run('openapi', '.', '--update');
    assert.equal(shown.code, 1, shown.stderr);
    assert.match(
      shown.stdout,
      /^--- sub\/orders\.req\n\+\+\+ sub\/orders\.req\n@@ -1,\d+ \+1,\d+ @@\n ### Mine\n # my comment\n-GET \{\{host\}\}\/orders\n\+GET \{\{host\}\}\/orders\?limit=1\n/,
    );
    assert.match(shown.stdout, /\+POST \{\{host\}\}\/orders\n[^]*--- \/dev\/null\n\+\+\+ sub\/carts\.req\n[^]*\+GET \{\{host\}\}\/carts\n/);
    assert.match(shown.stderr, /sub\/orders\.req:7: Gone is no longer in the document\n2 files would change\n$/);
    assert.equal(read('sub/orders.req'), before);
    const written = await run('openapi', '.', '--update', '--write');
    assert.deepEqual([written.code, written.stdout], [0, 'sub/orders.req\nsub/carts.req\n'], written.stderr);
    assert.match(
      read('sub/orders.req'),
      /^### Mine\n# my comment\nGET \{\{host\}\}\/orders\?limit=1\nX-Own: kept\n[^]*\nGET \{\{host\}\}\/old\n[^]*POST/,
    );
    const again = await run('openapi', '.', '--update');
    assert.deepEqual([again.code, again.stdout], [0, ''], again.stderr);
    assert.deepEqual(asked, []);
    assert.equal((await run('openapi', '.', '--write')).code, 2);
    write('api.json', '{');
    assert.match((await run('openapi', '.', '--update')).stderr, /No request has an OpenAPI document that can be read/);
  });

  it('updates no file through a link or a pipe, and names it', async function () {
    if (process.platform === 'win32') this.skip();
    const outer = makeFolder();
    const given = '# @openapi api.json\n\n###\nGET http://h.example/a\n';
    const query = { name: 'q', in: 'query', required: true, schema: { type: 'string' } };
    const api = document({ '/a': { get: { ...ok, parameters: [query] } } });
    for (const [file, text] of [
      ['ws/api.json', api],
      ['ws/sub/api.json', api],
      ['ws/own.req', given],
      ['ws/sub/inner.req', given],
      ['outside/there.req', given],
    ] as const)
      outer.write(file, text);
    const at = (file: string): string => path.join(outer.path, file);
    for (const [to, from] of [
      ['outside/there.req', 'ws/out.req'],
      ['outside/none.req', 'ws/dangling.req'],
      ['ws/sub/inner.req', 'ws/in.req'],
    ] as const)
      fs.symlinkSync(at(to), at(from));
    execFileSync('mkfifo', [at('ws/pipe.req')]);
    const update = (...paths: readonly string[]): ReturnType<typeof runReq> =>
      runReq(['openapi', ...paths, '--update', '--write'], { cwd: at('ws') });
    const { stdout, stderr } = await update('.');
    assert.equal(stdout, 'own.req\nsub/inner.req\n', stderr);
    for (const name of ['out.req', 'dangling.req', 'pipe.req']) assert.match(stderr, new RegExp(`${name} was left out`));
    assert.match(stderr, /in\.req cannot be written: .* does not write through links/);
    const named = await update('out.req');
    assert.deepEqual([named.code, named.stdout], [2, '']);
    assert.match(named.stderr, /out\.req cannot be written: a symbolic link leads out of the folder/);
    assert.equal(fs.readFileSync(at('outside/there.req'), 'utf8'), given);
    assert.deepEqual(fs.readdirSync(at('outside')), ['there.req']);
    outer.remove();
  });
});
