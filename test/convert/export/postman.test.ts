import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import * as sdk from 'postman-collection';
import { createFinder } from '../../../src/base/masks/mask.ts';
import { exportRequests, type RequestToExport } from '../../../src/convert/export/index.ts';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';
import { requestsOfFiles } from '../../support/exportedFiles.ts';
import { runs } from '../../support/runs.ts';

const names = new Map([['tell-nobody', 'API_KEY']]);

function exported(requests: readonly RequestToExport[]) {
  const { parts, notes, variables } = exportRequests('postman', requests, { plain: false, names, finderOf: createFinder });
  const text = parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  return { text, notes, variables, collection: new sdk.Collection(JSON.parse(text) as object) };
}

const itemsOf = (collection: sdk.Collection): readonly sdk.Item[] => {
  const items: sdk.Item[] = [];
  collection.forEachItem((item) => void items.push(item));
  return items;
};

/** The message that Postman's own library builds. */
function postmanSends(item: sdk.Item, collection: sdk.Collection): readonly [method: string, url: string] {
  const values = Object.fromEntries(collection.variables.map((v) => [v.key, v.value] as const));
  const filled = sdk.Property.replaceSubstitutionsIn(item.request.toJSON(), [values]);
  const request = new sdk.Request(filled);
  return [request.method, request.url.toString()];
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const text = fc.stringMatching(/^[A-Za-z0-9 é"&=+%._-]{0,8}$/);
const made = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PROPFIND'),
  path: fc.array(fc.oneof(word, fc.constant('{{id}}')), { minLength: 1, maxLength: 3 }),
  query: fc.array(fc.tuple(word, fc.oneof(word, fc.constantFrom('a b', '{{id}}', '%22', 'é'))), { maxLength: 3 }),
  header: fc.oneof(word, fc.constant('x {{id}}')),
  body: fc.oneof(
    fc.constant(undefined),
    fc.record({
      type: fc.constant('application/json'),
      text: fc.tuple(word, text).map(([k, v]) => JSON.stringify({ [k]: v, id: '{{id}}' })),
    }),
    fc.record({
      type: fc.constant('application/x-www-form-urlencoded'),
      text: fc
        .array(fc.tuple(word, text), { minLength: 1, maxLength: 3 })
        .map((f) => f.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&')),
    }),
  ),
  id: word,
});

describe('an export for Postman', () => {
  it('sends the same messages when it is imported again, and by the library of Postman', async () => {
    await fc.assert(
      fc.asyncProperty(made, async ({ method, path, query, header, body, id }) => {
        const target = `{{host}}/${path.join('/')}${query.length === 0 ? '' : `?${query.map((q) => q.join('=')).join('&')}`}`;
        const head = `@host = http://127.0.0.1:4010\n@id = ${id}\n\n### one\n${method} ${target}\nX-A: ${header}\n`;
        const [one] = await requestsOfFiles({
          'a.req': `${head}${body === undefined ? '' : `Content-Type: ${body.type}\n\n${body.text}\n`}`,
        });
        assert.ok(one);
        const { text: written, collection, notes } = exported([one]);
        assert.deepEqual(notes, []);
        const again = (await sendsOf(imported('postman', [{ path: 'x.json', text: written }]))).get('one');
        assert.ok(again, written);
        const { resolved } = one;
        const of = (r: typeof resolved) => [r.method, r.wireUrl, r.headers.map((h) => h.join(': ')).toSorted(), bodyText(r)];
        assert.deepEqual(of(again), of(resolved));
        const [item] = itemsOf(collection);
        assert.ok(item);
        assert.deepEqual(postmanSends(item, collection), [resolved.method, resolved.wireUrl]);
      }),
      { numRuns: runs(150) },
    );
  });

  it('keeps variables, folders and order, and writes no secret', async () => {
    const {
      text: written,
      collection,
      notes,
      variables,
    } = exported(
      await requestsOfFiles(
        {
          'b/users.req':
            '### list\nGET {{host}}/users?key={{$secret.API_KEY}}\n\n### add\nPOST {{host}}/users\nAuthorization: Bearer {{$secret.API_KEY}}\nContent-Type: text/plain\n\nx',
          'a.req': '### last\nGET {{host}}/a\n',
          'collection.req': '@host = http://127.0.0.1:4010\n',
        },
        { API_KEY: 'tell-nobody' },
      ),
    );
    assert.ok(!written.includes('tell-nobody') && !written.includes('REQ_SECRET'));
    assert.deepEqual([notes, variables], [[], ['API_KEY']]);
    assert.deepEqual(
      itemsOf(collection).map((i) => i.name),
      ['list', 'add', 'last'],
    );
    const { item, variable } = JSON.parse(written) as { item: { name: string }[]; variable: object[] };
    assert.deepEqual(
      item.map((i) => i.name),
      ['b', 'a'],
    );
    assert.deepEqual(variable, [
      { key: 'host', value: 'http://127.0.0.1:4010', type: 'string' },
      { key: 'API_KEY', value: '', type: 'secret' },
    ]);
    assert.match(written, /"raw": "\{\{host\}\}\/users\?key=\{\{API_KEY\}\}"/);
    assert.match(written, /"bearer": \[\s+\{\s+"key": "token",\s+"value": "\{\{API_KEY\}\}"/);
  });

  it('keeps the variables of a URL beside values that are encoded or made, and names those that are not kept', async () => {
    const { text: written, notes } = exported(
      await requestsOfFiles(
        {
          'a.req': [
            '### one\nGET {{host}}/{{id}}/é x?q={{q}}&key={{$secret.API_KEY | url}}&other={{$secret.OTHER | url}}&n={{$uuid}}&a={{a}}#f\n',
            'X-Id: {{id}}-{{a | upper}}\nContent-Type: application/json\n\n{"id": "{{id}}"}\n',
          ].join(''),
          'collection.req': '@host = http://127.0.0.1:4010\n@id = 7\n@q = a ö\n@a = x&y\n',
        },
        { API_KEY: 'tell-nobody', OTHER: 'slash/secret' },
      ),
    );
    const [item] = (
      JSON.parse(written) as { item: { item: { request: { url: { raw: string }; header: object[]; body: { raw: string } } }[] }[] }
    ).item;
    const { url, header, body } = item?.item[0]?.request ?? {};
    assert.match(
      url?.raw ?? '',
      /^\{\{host\}\}\/\{\{id\}\}\/%C3%A9%20x\?q=\{\{q\}\}&key=\{\{API_KEY\}\}&other=\{\{URL\}\}&n=[\w-]+&a=x%26y$/,
    );
    assert.deepEqual(header?.[0], { key: 'X-Id', value: '{{id}}-X&Y' });
    assert.deepEqual(JSON.parse(body?.raw ?? ''), { id: '{{id}}' });
    assert.doesNotMatch(written, /slash/);
    assert.deepEqual(notes, ['one: The variable a is encoded where it is sent: its value is written instead of {{a}}.']);
  });

  it('reports the type that Postman adds to a body without one', async () => {
    const { notes } = exported(await requestsOfFiles({ 'a.req': '### one\nPOST http://127.0.0.1:4010/\n\nx\n' }));
    assert.deepEqual(notes, ['one: Postman sends Content-Type: text/plain with its body, which has no type.']);
  });

  it('reports variables of a text that is sent in another form', async () => {
    const { text: written, notes } = exported(
      await requestsOfFiles({ 'a.req': '@id = 7\n### one\nGRAPHQL http://127.0.0.1:4010/\n\nquery { a(id: {{id}}) }\n' }),
    );
    assert.match(written, /a\(id: 7\)/);
    assert.deepEqual(notes, ['one: The sent text differs from the written one, so its variables are written as values.']);
  });

  it('writes captures, chains and assertions as scripts, and reports what Postman does not support', async () => {
    const { text: written, notes } = exported(
      await requestsOfFiles({
        'a.req': [
          '### login\n# @name login\nPOST http://127.0.0.1:4010/login\n',
          '?? status == 200\n?? body.name != Ada\n?? body.id isUuid\n@token << body.access_token\n',
          '### use\nGET http://127.0.0.1:4010/{{login.response.body.user.id}}\nX-Token: {{token}}\nX-Lost: {{nowhere}}\n',
        ].join('\n'),
      }),
    );
    const { item } = JSON.parse(written) as { item: { item: { event?: { script: { exec: string[] } }[]; request: object }[] }[] };
    const [login, use] = item[0]?.item ?? [];
    assert.deepEqual(login?.event?.[0]?.script.exec, [
      'pm.test("status == 200", () => { pm.expect(pm.response.code).to.eql(200); });',
      'pm.test("body.name != Ada", () => { pm.expect(pm.response.json()?.["name"]).to.not.be.undefined; pm.expect(pm.response.json()?.["name"]).to.not.eql("Ada"); });',
      'pm.collectionVariables.set("token", pm.response.json()?.["access_token"]);',
      'pm.collectionVariables.set("login_user_id", pm.response.json()?.["user"]?.["id"]);',
    ]);
    assert.match(JSON.stringify(use?.request), /4010\/\{\{login_user_id\}\}/);
    assert.deepEqual(notes, [
      'login: ?? body.id isUuid is left out: Postman has no equivalent.',
      'use: {{nowhere}} has no value in the collection: Postman sends it as text.',
    ]);
  });

  it('captures for Artillery the values that later requests use', async () => {
    const requests = await requestsOfFiles({
      'a.req': [
        '### login\n# @name login\nPOST http://127.0.0.1:4010/login\n',
        '@token << body.access_token\n@session << header X-Session\n@code << status\n',
        '### use\nGET http://127.0.0.1:4010/{{login.response.body.items[0].id}}\nX-Token: {{token}}\n',
      ].join('\n'),
    });
    const { parts, notes } = exportRequests('artillery', requests, { plain: false, names, finderOf: createFinder });
    const yaml = load(parts.map((p) => (p.kind === 'text' ? p.text : '')).join('')) as { scenarios: { flow: object[] }[] };
    assert.deepEqual(yaml.scenarios[0]?.flow, [
      {
        post: {
          name: 'login',
          url: 'http://127.0.0.1:4010/login',
          capture: [
            { json: '$.access_token', as: 'token' },
            { header: 'x-session', as: 'session' },
            { json: '$.items[0].id', as: 'login_items_0_id' },
          ],
        },
      },
      { get: { name: 'use', url: 'http://127.0.0.1:4010/{{login_items_0_id}}', headers: { 'X-Token': '{{token}}' } } },
    ]);
    assert.deepEqual(notes, ['login: @code << status is left out.']);
  });

  it('keeps scripts of Postman after the response, and reports those of Req and those with a secret', async () => {
    const script = (source: string): string => `\n> {%\n${source}\n%}\n`;
    const requests = [
      `### one\nGET http://127.0.0.1:4010/\n\n?? status == 200\n${script('const a = pm.response.json();\npm.test("a", () => {});')}${script('const a = 1; pm.globals.set("a", a);')}`,
      `### two\nGET http://127.0.0.1:4010/\n${script('\n  pm.test("b", () => {\n    pm.expect(1).to.eql(1);\n  });')}`,
      `### three\nGET http://127.0.0.1:4010/\n${script('tool.test("c", () => {});')}`,
      `### four\nGET http://127.0.0.1:4010/\n${script('pm.test("d", () => tool.log(1));')}`,
    ];
    const { collection, notes } = exported(await requestsOfFiles({ 'a.req': requests.join('\n') }));
    const lines = itemsOf(collection).map((item) => item.events.map((event) => event.script.toSource()));
    assert.deepEqual(lines, [
      [
        'pm.test("status == 200", () => { pm.expect(pm.response.code).to.eql(200); });\n{\nconst a = pm.response.json();\npm.test("a", () => {});\n}\n{\nconst a = 1; pm.globals.set("a", a);\n}',
      ],
      ['  pm.test("b", () => {\n    pm.expect(1).to.eql(1);\n  });'],
      [],
      [],
    ]);
    assert.deepEqual(notes, ['three: Its script after the response is left out.', 'four: Its script after the response is left out.']);
  });

  it('writes user and password of Basic as settings, with their variables', async () => {
    const request = (title: string, auth: string): string => `### ${title}\n# @auth basic ${auth}\nGET http://127.0.0.1:4010/\n`;
    const source = `@user = me\n@pw = a:b\n\n${request('one', '{{user}} {{pw}}')}\n${request('two', 'ü {{$secret.API_KEY}}')}\n${request('three', 'u {{$secret.API_KEY | base64}}')}`;
    const { text: written, variables } = exported(await requestsOfFiles({ 'a.req': source }, { API_KEY: 'tell-nobody' }));
    const { item } = JSON.parse(written) as {
      item: { item: { request: { header: object[]; auth?: { basic: { value: string }[] } } }[] }[];
    };
    assert.deepEqual(
      item[0]?.item.map(({ request: { auth, header } }) => [auth?.basic.map(({ value }) => value), header.length]),
      [
        [['{{user}}', '{{pw}}'], 0],
        [['ü', '{{API_KEY}}'], 0],
        [undefined, 1],
      ],
    );
    assert.doesNotMatch(written, /tell-nobody/);
    assert.deepEqual(variables.length, 2);
    assert.ok(variables.includes('API_KEY'));
  });

  it('sends the body of a GET request', async () => {
    const { text: written } = exported(
      await requestsOfFiles({ 'a.req': '### a\nGET http://127.0.0.1:4010/\nContent-Type: application/json\n\n{"a": 1}\n' }),
    );
    assert.match(written, /"disableBodyPruning": true/);
  });

  it('writes forms, files and GraphQL in the modes of Postman', async () => {
    const { text: written, notes } = exported(
      await requestsOfFiles({
        'a.req': [
          '### form\nPOST http://127.0.0.1:4010/\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--\n',
          '### file\nPUT http://127.0.0.1:4010/\nContent-Type: image/png\n\n< ./x.png\n',
          '### query\nGRAPHQL http://127.0.0.1:4010/\n\nquery A { a }\nquery B { b }\n',
        ].join('\n'),
      }),
    );
    const { item } = JSON.parse(written) as {
      item: { item: { request: { body: { mode: string; formdata?: object; graphql?: object } } }[] }[];
    };
    assert.deepEqual(
      item[0]?.item.map((i) => i.request.body.mode),
      ['formdata', 'file', 'graphql'],
      written,
    );
    assert.deepEqual(item[0]?.item[2]?.request.body.graphql, { query: 'query A { a }\nquery B { b }', operationName: 'A', variables: '' });
    assert.deepEqual(item[0]?.item[0]?.request.body.formdata, [{ key: 'a', type: 'text', value: '1' }]);
    assert.deepEqual(notes, []);
  });

  it('reports a variable with several values', async () => {
    const { text: written, notes } = exported(
      await requestsOfFiles({
        'a.req': '@x = 1\n### a\nGET http://127.0.0.1/{{x}}\n',
        'b.req': '@x = 2\n### b\nGET http://127.0.0.1/{{x}}\n',
      }),
    );
    assert.match(written, /127\.0\.0\.1\/\{\{x\}\}"[^]*127\.0\.0\.1\/2"/);
    assert.deepEqual(notes, ['b: The variable x has another value in an earlier request: its value is written instead of {{x}}.']);
  });
});
