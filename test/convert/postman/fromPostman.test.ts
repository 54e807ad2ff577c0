import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { postmanScript } from '../../../src/convert/postman/postmanScripts.ts';
import { isRequest } from '../../../src/language/index.ts';
import { imported, parsed } from '../../support/imported.ts';
import { inspect } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const collection = (item: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ info: { name: 'My API', schema }, item, ...more });
const request = (name: string, value: object): object => ({ name, request: { method: 'GET', url: 'https://a.b/', ...value } });
const files = (text: string, path = 'c.json'): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path, text }]).files.map((f) => [f.path, f.text]));
const one = (value: object): string => files(collection([request('R', value)])).get('My API.req') ?? '';

function script(source: string): { readonly text: string; readonly reported: readonly string[] } {
  const reported: string[] = [];
  return { text: postmanScript(source, (_, message) => void reported.push(message)), reported };
}

describe('importing from Postman', () => {
  it('makes a file of a folder, a folder of one with folders, and collection.req of the rest', () => {
    const found = files(
      collection(
        [
          request('Top', {}),
          {
            name: 'Users',
            item: [request('List', {}), request('Add', { method: 'POST' })],
            auth: {
              type: 'basic',
              basic: [
                { key: 'username', value: 'u' },
                { key: 'password', value: '{{p}}' },
              ],
            },
          },
          { name: 'Deep', item: [{ name: 'In/side', item: [request('X', {})] }, request('Y', {})] },
        ],
        { variable: [{ key: 'host', value: 'https://h' }], auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] } },
      ),
    );
    assert.equal([...found.keys()].join(), 'collection.req,My API.req,Users.req,Deep/folder.req,Deep/In-side.req,Deep/Deep.req');
    assert.match(String(found.get('collection.req')), /^# @auth bearer \{\{t\}\}\n(?:# @order .*\n){3}\n@host = /);
    assert.equal(found.get('Users.req'), '# @auth basic u {{p}}\n\n### List\nGET https://a.b/\n\n### Add\nPOST https://a.b/\n');
  });

  it('names a request without a name by its URL, and reports a variable without a name', () => {
    const nameless = [
      { request: 'https://a/1' },
      { request: { url: 'https://a/2' } },
      { request: { url: { raw: 'https://a/3' } } },
      { request: { url: { host: ['a'] } } },
    ];
    const made = imported(undefined, [
      { path: 'c.json', text: collection(nameless, { variable: [{ key: '', value: 'x' }, { key: '' }] }) },
    ]);
    assert.deepEqual(made.files.find((f) => f.path === 'My API.req')?.text.match(/### .*/g), [
      '### https://a/1',
      '### https://a/2',
      '### https://a/3',
      '### untitled',
    ]);
    assert.deepEqual(
      made.notes.map((n) => n.message),
      ['A variable without a name is left out.'],
    );
  });

  it('reports a URL to which Req does not send', () => {
    const text = collection(['ws://a/', 'HTTPS://a/', '{{host}}/x://y', 'a.b:80/'].map((url) => request(url, { url })));
    const { notes, whole } = imported(undefined, [{ path: 'c.json', text }]);
    assert.deepEqual(
      notes.map((n) => `${n.request}: ${n.message}`),
      ['ws://a/: Req does not send to ws: URLs: it is written unchanged.'],
    );
    assert.equal(whole, 3);
  });

  it('keeps every part of a request', async () => {
    const text = one({
      method: 'PUT',
      url: {
        raw: 'https://a.b/:id/x?q=a b&r={{v}}',
        variable: [{ key: 'id', value: '7/8' }],
        query: [{ key: 'o', value: '1', disabled: true }],
      },
      header: [
        { key: 'X-On', value: '{{v}}' },
        { key: 'X-Off', value: '1', disabled: true },
      ],
      body: { mode: 'raw', raw: '{\r\n  "a": "{{v}}"\r\n}\r\n', options: { raw: { language: 'json' } } },
      description: 'What it does',
    });
    assert.equal(
      text,
      '### R\n# @description What it does\n# switched off: o=1\nPUT https://a.b/7%2F8/x?q=a%20b&r={{v}}\nX-On: {{v}}\nContent-Type: application/json\n# X-Off: 1\n\n{\n  "a": "{{v}}"\n}\n',
    );
    const found = await inspect(`@v = 1\n${text}`);
    assert.equal(found.sent().wireUrl, 'https://a.b/7%2F8/x?q=a%20b&r=1');
    assert.equal(found.body(), '{\n  "a": "1"\n}');
  });

  it('sends forms as Postman does', async () => {
    const fields = one({
      method: 'POST',
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a b', value: 'c&d {{v}}' },
          { key: 'e', value: 'ä' },
          { key: 'f', value: '', disabled: true },
        ],
      },
    });
    assert.match(fields, /# switched off: f=\n/);
    assert.match(fields, /\n\na\+b=c%26d\+\{\{v\}\}\n&e=%C3%A4\n/);
    assert.equal((await inspect(`@v = x&y\n${fields}`)).body(), 'a+b=c%26d+x%26y&e=%C3%A4');
    const form = one({
      method: 'POST',
      body: {
        mode: 'formdata',
        formdata: [
          { key: 'a', value: '1' },
          { key: 'f', type: 'file', src: '/tmp/p.png' },
        ],
      },
    });
    assert.match(form, /Content-Type: multipart\/form-data; boundary=req-form-boundary\n/);
    assert.match(form, /name="f"; filename="p\.png"\nContent-Type: image\/png\n\n< \/tmp\/p\.png\n/);
  });

  it('has queries of GraphQL by their method', () => {
    assert.equal(
      one({ method: 'POST', body: { mode: 'graphql', graphql: { query: 'query {\n  a\n}', variables: '{"x": 1}' } } }),
      '### R\nGRAPHQL https://a.b/\n\nquery {\n  a\n}\n\n{"x": 1}\n',
    );
  });

  it('reads a collection of version 2.0', () => {
    const text = collection([
      request('R', { auth: { type: 'apikey', apikey: { key: 'K', value: 'a b', in: 'query' } }, header: 'A: 1\nB: 2' }),
    ]).replace('v2.1.0', 'v2.0.0');
    assert.equal(files(text).get('My API.req'), '### R\n# @auth apikey K {{$secret.k}} in=query\nGET https://a.b/\nA: 1\nB: 2\n');
  });

  it('makes environments of environments, and secrets of values that are marked as secret', () => {
    const found = files(
      JSON.stringify({
        name: 'dev',
        values: [
          { key: 'h', value: 'x{{y}}' },
          { key: 's', value: 'k', type: 'secret' },
          { key: 'o', value: '', enabled: false },
        ],
        _postman_variable_scope: 'environment',
      }),
    );
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), { dev: { h: 'x{{y}}', s: '{{$secret.s}}' } });
    assert.equal(found.has('http-client.private.env.json'), false);
  });

  it('configures OAuth 2 in the environment file, without its secret', () => {
    const auth = {
      type: 'oauth2',
      oauth2: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'accessTokenUrl', value: 'https://t' },
        { key: 'clientId', value: '{{id}}' },
        { key: 'clientSecret', value: 'hush' },
      ],
    };
    const found = files(collection([request('R', { auth })]));
    assert.match(found.get('My API.req') ?? '', /# @auth oauth2 r\n/);
    const secret = '{{$secret.clientSecret}}';
    const r = {
      Type: 'OAuth2',
      'Grant Type': 'Client Credentials',
      'Token URL': 'https://t',
      'Client ID': '{{id}}',
      'Client Secret': secret,
    };
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), { $shared: { Security: { Auth: { r } } } });
  });

  it('translates scripts by their tokens, and nothing in texts and comments', () => {
    const { text, reported } = script(
      'pm.test("pm.test", function () {\n  pm.response.to.have.status(200); // pm.environment\n  pm.expect(pm.response.json().a).to.eql(`${pm.environment.get("x y")}`);\n});\nconst b = JSON.parse(responseBody);\npm.globals.set("t", b.t);\npm.request.headers.add({ key: "A", value: pm.variables.replaceIn("{{x}}") });',
    );
    assert.equal(
      text,
      'tool.test("pm.test", function () {\n  tool.expect(response.status).to.equal(200); // pm.environment\n  tool.expect(response.json().a).to.eql(`${tool.getVar("x_y")}`);\n});\nconst b = JSON.parse(response.text);\ntool.setVar("t", b.t);\n((h) => request.headers.append(h.key, h.value))({ key: "A", value: tool.interpolate("{{x}}") });',
    );
    assert.deepEqual(reported, []);
  });

  it('reports calls of a script that only Postman supports, with their line', () => {
    const { text, reported } = script(
      'let a = 1;\npm.sendRequest("https://x", () => {});\nconst m = require("moment"); pm.vault.get("a");\nconst tests = {}; tests.a = 1;',
    );
    assert.match(text, /pm\.sendRequest/);
    assert.deepEqual(
      reported.map((t) => t.slice(0, 22)),
      ['Script, line 2: pm.sen', 'Script, line 3: pm.vau'],
    );
  });

  it('writes the old form of tests as tests', () => {
    assert.equal(
      script('tests["is 200"] = responseCode.code === 200;').text,
      'tool.test("is 200", () => tool.expect(!!(response.status === 200)).to.equal(true));',
    );
  });

  it('escapes text in a script that would end the script', () => {
    const text = collection([
      { name: 'R', request: 'https://a', event: [{ listen: 'test', script: { exec: ['const a = "%}', '> {% x', '### y'] } }] },
    ]);
    const [file] = imported('postman', [{ path: 'c.json', text }]).files.slice(1);
    const block = parsed(file ?? { path: '', text: '' }).blocks.find(isRequest);
    assert.equal(block?.responseScripts.length, 1);
  });

  it('keeps the exact text of a variable', async () => {
    const values = ['{ "a":  1 }', 'two\nlines', ' edge ', '{{notAPlaceholder', '\\{{x}}', '["x"]', 'plain'];
    const text = collection(
      [request('R', { url: 'https://a/', method: 'POST', body: { mode: 'raw', raw: values.map((_, i) => `{{v${i}}}`).join(';') } })],
      {
        variable: values.map((value, i) => ({ key: `v${i}`, value: value.replace('\\{{x}}', 'x') })),
      },
    );
    const found = files(text);
    const shared = await inspect(`${found.get('collection.req')}\n${found.get('My API.req')}`);
    assert.equal(shared.body(), values.map((v) => v.replace('\\{{x}}', 'x')).join(';'));
  });

  it('stays inside its folder with any names', () => {
    const names = [
      '../../etc/passwd',
      '/abs',
      'C:\\x',
      'con',
      '..',
      '.',
      '',
      'a/b',
      'collection',
      'folder',
      '__proto__',
      'a'.repeat(300),
      'x\u0000y',
      'A',
      'a ',
    ];
    const { files: written } = imported('postman', [
      { path: 'c.json', text: collection(names.map((name) => ({ name, item: [request('R', {}), { name, item: [request('S', {})] }] }))) },
    ]);
    const paths = written.map((f) => f.path);
    assert.equal(new Set(paths.map((p) => p.toLowerCase())).size, paths.length);
    for (const path of paths) {
      assert.ok(!path.startsWith('/') && !/(?:^|\/)\.\.?(?:\/|$)|[\\:\u0000]/.test(path), path);
      assert.ok(!/(?:^|\/)con(?:\/|\.|$)/i.test(path), path);
    }
  });

  it('throws only for input that it cannot read, and writes text that Req parses', () => {
    const text = fc.oneof(
      fc.constantFrom('{{a}}', '{{', '### x', '?? y', '%}', '> {% a', '< ./f', 'pm.test(', '\r\n', '{{$guid}}', 'a b', ''),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const texts = fc.array(text, { maxLength: 4 }).map((t) => t.join(''));
    const pair = fc.record({
      key: texts,
      value: texts,
      disabled: fc.boolean(),
      type: fc.constantFrom('text', 'file', 'secret'),
      src: texts,
    });
    const body = fc.record({
      mode: fc.constantFrom('raw', 'urlencoded', 'formdata', 'graphql', 'file', 'odd'),
      raw: texts,
      urlencoded: fc.array(pair, { maxLength: 3 }),
      formdata: fc.array(pair, { maxLength: 3 }),
      graphql: fc.record({ query: texts, variables: texts }),
      file: fc.record({ src: texts }),
    });
    const auth = fc.record({
      type: fc.constantFrom('basic', 'bearer', 'apikey', 'oauth2', 'awsv4', 'x'),
      basic: fc.array(pair),
      bearer: fc.array(fc.record({ key: fc.constant('token'), value: texts })),
    });
    const item = fc.record({
      name: texts,
      description: texts,
      event: fc.array(fc.record({ listen: fc.constantFrom('test', 'prerequest'), script: fc.record({ exec: fc.array(texts) }) }), {
        maxLength: 2,
      }),
      request: fc.record({
        method: fc.oneof(fc.constantFrom('GET', 'POST'), texts),
        url: fc.oneof(texts, fc.record({ raw: texts, variable: fc.array(pair, { maxLength: 2 }) })),
        header: fc.array(pair, { maxLength: 3 }),
        body,
        auth,
      }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 3 }), fc.array(pair, { maxLength: 3 }), (items, variable) => {
        const { files: written, notes } = imported('postman', [
          { path: 'c.json', text: collection([...items, { name: 'F', item: items, variable }], { variable }) },
        ]);
        const wrong = notes.filter((n) => n.message.startsWith('NOT VALID'));
        assert.deepEqual(wrong, [], written.find((f) => f.path === wrong[0]?.file)?.text);
      }),
      { numRuns: runs(120) },
    );
  });
});
