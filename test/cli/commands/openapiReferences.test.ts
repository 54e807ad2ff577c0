import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';

const user = JSON.stringify({ type: 'object', properties: { name: { type: 'string' }, id: { $ref: '../common/ids.yaml#/Id' } } });
const ids = 'Id:\n  type: integer\n';
const document = (ref: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/user': { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: ref } } } } } } },
    },
  });

describe('req openapi with a document in several files', () => {
  let server: http.Server;
  let other: http.Server;
  let folder: Folder;
  let asked: string[];
  let askedOther = 0;
  let files: Record<string, string | ((response: http.ServerResponse) => void)>;
  let url = '';

  const portOf = (of: http.Server): number => (of.address() as AddressInfo).port;
  beforeEach(async () => {
    [asked, askedOther] = [[], 0];
    folder = makeFolder();
    server = http.createServer(({ url: target = '' }, response) => {
      asked.push(target);
      const file = files[target];
      if (typeof file === 'function') file(response);
      else response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    other = http.createServer((_, response) => void (askedOther++, response.end(user)));
    await Promise.all([server, other].map((s) => new Promise<void>((resolve) => s.listen(0, '127.0.0.1', resolve))));
    url = `http://127.0.0.1:${portOf(server)}`;
    files = { '/v1/openapi.json': document('./schemas/user.json'), '/v1/schemas/user.json': user, '/v1/common/ids.yaml': ids };
  });
  afterEach(() => {
    folder.remove();
    for (const one of [server, other]) {
      one.close();
      one.closeAllConnections();
    }
  });

  const run = (...args: string[]): ReturnType<typeof runReq> => runReq(args, { cwd: folder.path });
  const read = (name: string): string => fs.readFileSync(path.join(folder.path, name), 'utf8');
  const all = (): readonly string[] =>
    fs
      .readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .flatMap((f) => (f.isFile() ? [path.relative(folder.path, path.join(f.parentPath, f.name))] : []))
      .toSorted();
  const name = (written = '{{host}}/v1/openapi.json'): void =>
    folder.write('a.req', `@host = ${url}\n# @openapi ${written}\n\n### User\nGET {{host}}/user\n\n?? response conforms\n`);

  it('keeps the files that it refers to in a folder beside the copy, and checks responses with them', async () => {
    name();
    const { code, stdout, stderr } = await run('openapi', 'a.req');
    assert.deepEqual(
      [code, stdout, stderr],
      [0, 'host-v1-openapi.json\nhost-v1-openapi.refs/v1/schemas/user.json\nhost-v1-openapi.refs/v1/common/ids.yaml\n', ''],
    );
    assert.deepEqual([read('host-v1-openapi.refs/v1/schemas/user.json'), read('host-v1-openapi.refs/v1/common/ids.yaml')], [user, ids]);
    assert.deepEqual(asked, ['/v1/openapi.json', '/v1/schemas/user.json', '/v1/common/ids.yaml']);
    files['/user'] = (response) => void response.setHeader('Content-Type', 'application/json').end('{"name": "a", "id": "x"}');
    const sent = await run('run', 'a.req');
    assert.equal(sent.code, 1);
    assert.match(
      sent.stdout + sent.stderr,
      /body\.id is "x" and must be an integer \(\.\/host-v1-openapi\.refs\/v1\/common\/ids\.yaml#\/Id\/type\)/,
    );
    assert.doesNotMatch((await run('check', 'a.req')).stdout, /openapi-document/);
  });

  it('asks before it replaces one of them', async () => {
    name();
    await run('openapi', 'a.req');
    assert.match((await run('openapi', 'a.req')).stderr, /has not changed/);
    files['/v1/common/ids.yaml'] = 'Id:\n  type: string\n';
    const changed = await run('openapi', 'a.req');
    assert.deepEqual([changed.code, changed.stdout], [2, '']);
    assert.match(changed.stderr, /host-v1-openapi\.refs\/v1\/common\/ids\.yaml exists with another text\. Nothing was written/);
    assert.equal(read('host-v1-openapi.refs/v1/common/ids.yaml'), ids);
    const forced = await run('openapi', 'a.req', '--force');
    assert.deepEqual([forced.code, forced.stdout], [0, 'host-v1-openapi.refs/v1/common/ids.yaml\n']);
  });

  it('fetches nothing from other hosts, also by a redirect, and lists the omitted references', async () => {
    name();
    const elsewhere = `http://127.0.0.1:${portOf(other)}/user.json`;
    for (const [ref, problem] of [
      [elsewhere, /is not in the collection, and documents are not fetched from the network/],
      [`//127.0.0.1:${portOf(other)}/user.json`, /is not/],
      ['/etc/passwd', /so it was not fetched|is outside/],
      ['file:///etc/hosts.json', /is not below the origin of the document/],
      ['../../up.json', /is not below the origin of the document/],
      ['./schemas/%7B%7B$env.HOME%7D%7D.json', /returned status 404/],
      ['./schemas/{{host}}.json', /returned status 404/],
      ['./.git/config.json', /is not a \.json, \.yaml or \.yml file/],
      ['./collection.req', /is not a \.json, \.yaml or \.yml file/],
      ['./missing.json', /missing\.json returned status 404/],
      ['./html.json', /was answered with HTML/],
      ['./redirect.json', /returned status 302/],
      ['./large.json', /large\.json was not fetched: /],
    ] as const) {
      for (const file of all()) if (file !== 'a.req') fs.rmSync(path.join(folder.path, file));
      files = {
        '/v1/openapi.json': document(ref),
        '/v1/html.json': '<!DOCTYPE html><p>Sign in</p>',
        '/v1/redirect.json': (response) => void response.writeHead(302, { Location: elsewhere }).end(),
        '/v1/large.json': (response) => void response.end(Buffer.alloc(70 * 1024 * 1024, ' ')),
      };
      const { code, stderr } = await run('openapi', 'a.req', '--timeout', '5s');
      assert.equal(code, 0, `${ref}: ${stderr}`);
      assert.match(stderr, problem, ref);
      assert.deepEqual(all(), ['a.req', 'host-v1-openapi.json'], ref);
    }
    assert.equal(askedOther, 0);
  });

  it('fetches at most 100 files', async () => {
    name();
    for (let i = 0; i < 120; i++) files[`/v1/${i}.json`] = JSON.stringify({ properties: { a: { $ref: `./${i + 1}.json` } } });
    files['/v1/openapi.json'] = document('./0.json');
    const { code, stderr } = await run('openapi', 'a.req');
    assert.equal(code, 0);
    assert.match(stderr, /[Mm]ore than 100 files are not fetched/);
    assert.equal(asked.length, 101);
  });
});
