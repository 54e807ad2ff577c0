import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ResolvedRequest } from '../../../src/language/index.ts';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';
import { runs } from '../../support/runs.ts';
import { requestsOfFiles } from '../../support/exportedFiles.ts';
import { exported, exportedFiles, problemsOf, secrets } from '../../support/openApiExport.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const value = fc.oneof(word, fc.constantFrom('7', '1.50', 'true', 'a%20b', 'a+b', '%26x', '{{id}}', 'é', 'a,b', '0012', '%2Fy'));
const text = fc.stringMatching(/^[A-Za-z0-9 é"&=+%._-]{0,8}$/);
const json = fc.jsonValue({ maxDepth: 2 }).map((v) =>
  JSON.stringify({ v, id: '{{id}}' })
    .replaceAll('-0', '0')
    .replaceAll(/(?<!")\{\{(?!id)/g, '{ {'),
);
const body = fc.oneof(
  fc.constant(undefined),
  json.map((of) => ({ type: 'application/json', text: of })),
  fc.record({
    type: fc.constant('application/x-www-form-urlencoded'),
    text: fc
      .uniqueArray(fc.tuple(word, text), { minLength: 1, maxLength: 3, selector: ([name]) => name })
      .map((f) => f.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&')),
  }),
  text.map((t) => ({ type: 'text/plain; charset=utf-8', text: `x${t}` })),
);
const made = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
  host: fc.constantFrom('{{host}}', 'https://{{name}}.example.com/v1', 'https://api.example.com', '{{name}}.example.com'),
  path: fc.array(fc.oneof(word, fc.constantFrom('{{id}}', 'x-{{id}}', '{{id}}:{{name}}', 'a%20b', '42')), { minLength: 1, maxLength: 3 }),
  query: fc.array(fc.tuple(word, value), { maxLength: 3 }),
  header: fc.oneof(word, fc.constantFrom('x {{id}}', '5', 'a, b')),
  cookie: fc.option(word, { nil: undefined }),
  body,
  id: fc.oneof(word, fc.constantFrom('42', 'a b', 'é', 'x/y')),
});

/** The parts of a message that OpenAPI describes: texts without their encoding, JSON without its layout. */
function meaning(r: ResolvedRequest): unknown {
  const [, base = '', query = ''] = /^([^?]*)(?:\?([^]*))?$/.exec(r.wireUrl) ?? [];
  const type = r.headers.find(([n]) => n.toLowerCase() === 'content-type')?.[1] ?? '';
  const sent = bodyText(r);
  const pairs = (of: string) =>
    of
      .split('&')
      .filter((p) => p !== '')
      .map((p) => decodeURIComponent(p.replaceAll('+', ' ')));
  return {
    method: r.method,
    base: decodeURIComponent(base),
    // The order between names is not described.
    query: pairs(query).toSorted(),
    headers: r.headers.map(([n, v]) => `${n.toLowerCase()}: ${v}`).toSorted(),
    body: type.startsWith('application/json') ? (JSON.parse(sent) as unknown) : type.includes('urlencoded') ? pairs(sent) : sent,
  };
}

describe('an export as OpenAPI 3.1', () => {
  it('is valid by the official schema, and sends the same requests when it is imported again', async () => {
    await fc.assert(
      fc.asyncProperty(made, async ({ method, host, path: segments, query, header, cookie, body: sent, id }) => {
        const target = `${host}/${segments.join('/')}${query.length === 0 ? '' : `?${query.map((q) => q.join('=')).join('&')}`}`;
        const [one] = await requestsOfFiles({
          'a.req': [
            `@host = http://127.0.0.1:4010/v1\n@name = acme\n@id = ${id}\n\n### one\n${method} ${target}\nX-A: ${header}`,
            ...(cookie === undefined ? [] : [`Cookie: a=${cookie}`]),
            ...(sent === undefined ? [''] : [`Content-Type: ${sent.type}`, '', sent.text, '']),
          ].join('\n'),
        });
        assert.ok(one);
        const { text: written, notes } = exported([one]);
        assert.deepEqual(notes, []);
        assert.deepEqual(await problemsOf(written), [], written);
        const again = (await sendsOf(imported('openapi', [{ path: 'x.json', text: written }]))).get('one');
        assert.ok(again, written);
        assert.deepEqual(meaning(again), meaning(one.resolved), written);
      }),
      { numRuns: runs(150) },
    );
  });

  it('makes servers of base URLs, parameters of placeholders, and tags of folders', async () => {
    const { document, notes } = await exportedFiles({
      'collection.req': '@host = https://api.example.com/v1\n',
      'shop/orders.req': [
        '### One\n@id = 42\nGET {{host}}/orders/{{id}}/items/{{list.response.body.items[0].key}}?page=2&ids=1,2&tag=a&tag=b\nX-Day: 2026-01-02\n',
        '### Other\nDELETE {{host}}/orders/{{order}}/items/{{item}}\n',
        '### Elsewhere\n@tenant = acme\nGET https://{{tenant}}.example.com/status\n',
      ].join('\n'),
    });
    assert.deepEqual(notes, []);
    assert.deepEqual(document.servers, [{ url: 'https://api.example.com/v1' }]);
    assert.deepEqual(document.tags, [{ name: 'shop/orders' }]);
    assert.deepEqual(Object.keys(document.paths), ['/orders/{id}/items/{key}', '/status']);
    const item = document.paths['/orders/{id}/items/{key}'];
    assert.deepEqual(item?.['get']?.parameters, [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 42 },
      { name: 'key', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'page', in: 'query', required: true, schema: { type: 'integer' }, example: 2 },
      { name: 'ids', in: 'query', required: true, explode: false, schema: { type: 'array', items: { type: 'integer' } }, example: [1, 2] },
      { name: 'tag', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] },
      { name: 'X-Day', in: 'header', required: true, schema: { type: 'string', format: 'date' }, example: '2026-01-02' },
    ]);
    // One path has one set of names.
    assert.deepEqual(
      item?.['delete']?.parameters.map((p) => p.name),
      ['id', 'key'],
    );
    assert.deepEqual(document.paths['/status']?.['get']?.servers, [
      { url: 'https://{tenant}.example.com', variables: { tenant: { default: 'acme' } } },
    ]);
  });

  it('makes one operation of the requests of a method and a path, with named examples', async () => {
    const { document, text: written } = await exportedFiles({
      'a.req': [
        '### Ada\n# @name create\n# Creates a user.\nPOST http://127.0.0.1/users?dry=true\nContent-Type: application/json\n\n{"name": "Ada", "age": 36}\n',
        '### Bob\nPOST http://127.0.0.1/users\nContent-Type: application/json\n\n{"name": "Bob"}\n',
        '### Form\nPOST http://127.0.0.1/users\nContent-Type: application/x-www-form-urlencoded\n\nname=Eve&tag=1&tag=2\n',
      ].join('\n'),
    });
    const post = document.paths['/users']?.['post'];
    assert.deepEqual([post?.summary, post?.description], ['Ada', 'Creates a user.']);
    assert.deepEqual(
      post?.parameters.map((p) => [p.name, p.required]),
      [['dry', undefined]],
    );
    assert.deepEqual(post?.requestBody, {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
          examples: { Ada: { summary: 'Ada', value: { name: 'Ada', age: 36 } }, Bob: { summary: 'Bob', value: { name: 'Bob' } } },
        },
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: { name: { type: 'string' }, tag: { type: 'array', items: { type: 'integer' } } },
            required: ['name', 'tag'],
          },
          example: { name: 'Eve', tag: [1, 2] },
        },
      },
    });
    assert.deepEqual(await problemsOf(written), []);
  });

  it('describes responses by assertions, and reports what it cannot describe', async () => {
    const { document, notes } = await exportedFiles({
      'a.req': [
        '### one\nGET http://127.0.0.1/a\nAccept: application/json, text/csv;q=0.5\n',
        '?? status in 200, 201\n?? body.items[0].id isInteger\n?? body.name == Ada\n?? header X-Total exists\n?? duration < 500\n@t << body.token\n> {% 1; %}\n',
        '### two\n# @no-redirect\nGET http://127.0.0.1/b\n\n?? status between 200 and 299\n?? header Content-Type contains text/html\n',
        '### three\nLINK http://127.0.0.1/c\n',
      ].join('\n'),
    });
    const known = {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
              name: { type: 'string' },
              token: {},
            },
          },
        },
        'text/csv': {},
      },
      headers: { 'X-Total': { schema: { type: 'string' } } },
    };
    assert.deepEqual(document.paths['/a']?.['get']?.responses, {
      200: { description: 'The response with status 200.', ...known },
      201: { description: 'The response with status 201.', ...known },
    });
    assert.deepEqual(document.paths['/b']?.['get']?.responses, {
      '2XX': { description: 'The response with status 2XX.', content: { 'text/html': {} } },
    });
    assert.deepEqual(notes, [
      'one: OpenAPI has no equivalent for 1 assertion, 1 capture, 1 script.',
      'two: OpenAPI has no equivalent for # @no-redirect.',
      'three: The request is left out: OpenAPI 3.1 has no method LINK.',
    ]);
  });

  it('describes each kind of authentication, and the import signs in in the same way', async () => {
    const auths = [
      'bearer {{$secret.API_KEY}}',
      'basic {{$secret.pw_user}} {{$secret.pw_password}}',
      'digest {{$secret.pw_user}} {{$secret.pw_password}}',
      'apikey X-Key {{$secret.API_KEY}}',
      'apikey key {{$secret.API_KEY}} in=query',
      'oauth2 main',
    ];
    const {
      document,
      text: written,
      notes,
    } = exported(
      await requestsOfFiles(
        {
          'a.req': [
            ...auths.map((auth, i) => `### r${i}\n# @auth ${auth}\nGET http://127.0.0.1/${i}\n`),
            '### header\nGET http://127.0.0.1/h\nAuthorization: Bearer {{$secret.API_KEY}}\n',
            '### open\nGET http://127.0.0.1/o\n',
          ].join('\n'),
          'http-client.env.json': JSON.stringify({
            dev: {
              Security: {
                Auth: {
                  main: {
                    Type: 'OAuth2',
                    'Grant Type': 'Client Credentials',
                    'Token URL': '{{login}}/token',
                    'Client ID': 'me',
                    'Client Secret': '{{$secret.API_KEY}}',
                    Scope: 'read write',
                  },
                },
              },
              login: 'https://login.example.com',
            },
          }),
        },
        { ...secrets, pw_user: 'ada-the-user' },
        'dev',
      ),
    );
    assert.deepEqual(notes, []);
    assert.deepEqual(document.components, {
      securitySchemes: {
        API_KEY: { type: 'http', scheme: 'bearer' },
        pw: { type: 'http', scheme: 'basic' },
        pw_2: { type: 'http', scheme: 'digest' },
        API_KEY_2: { type: 'apiKey', name: 'X-Key', in: 'header' },
        API_KEY_3: { type: 'apiKey', name: 'key', in: 'query' },
        main: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { read: '', write: '' } } },
        },
      },
    });
    assert.deepEqual(await problemsOf(written), []);
    const { files } = imported('openapi', [{ path: 'x.json', text: written }]);
    const req = files.map((f) => f.text).join('\n');
    for (const auth of ['bearer {{$secret.API_KEY}}', 'basic {{$secret.pw_user}} {{$secret.pw_password}}', 'oauth2 main'])
      assert.ok(req.includes(`# @auth ${auth}\n`), req);
    assert.ok(req.includes('"Token URL": "https://login.example.com/token"'), req);
    assert.ok(!written.includes('tell-'), written);
  });

  it('contains no secret, wherever the request has it', async () => {
    const { text: written, notes } = await exportedFiles({
      'a.req': [
        '### {{$secret.API_KEY}} of\n# tell-nobody\n# @description {{$secret.API_KEY}}',
        'POST http://127.0.0.1/{{$secret.API_KEY}}?k={{$secret.API_KEY}}\nX-K: a {{$secret.API_KEY}}\nCookie: c={{$secret.API_KEY}}',
        'Content-Type: application/json\n\n{"a": "{{$secret.API_KEY}}", "b": ["x {{$secret.API_KEY}}"]}\n\n?? body.k == tell-nobody\n',
      ].join('\n'),
    });
    assert.ok(!written.includes('tell-nobody') && !/[\ufdd0-\ufdd7]|REQ_SECRET|•/.test(written), written);
    assert.ok(written.includes('"/{API_KEY}"'), written);
    assert.equal(notes.length, 1, notes.join('\n'));
    assert.match(notes[0] ?? '', /A secret or a value of another response is left out of its body\.$/);
    assert.deepEqual(await problemsOf(written), []);
  });

  it('describes files and forms of parts', async () => {
    const { document, text: written } = await exportedFiles({
      'a.req': [
        '### form\nPOST http://127.0.0.1/form\nContent-Type: multipart/form-data; boundary=b\n',
        '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b\nContent-Disposition: form-data; name="f"; filename="x.png"\nContent-Type: image/png\n\n< ./x.png\n--b--\n',
        '### file\nPUT http://127.0.0.1/file\nContent-Type: image/png\n\n< ./x.png\n',
      ].join('\n'),
    });
    assert.deepEqual(document.paths['/form']?.['post']?.requestBody.content, {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { a: { type: 'integer' }, f: { type: 'string', contentMediaType: 'image/png' } },
          required: ['a'],
        },
        encoding: { f: { contentType: 'image/png' } },
        example: { a: 1 },
      },
    });
    assert.deepEqual(document.paths['/file']?.['put']?.requestBody.content, {
      'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } },
    });
    assert.deepEqual(await problemsOf(written), []);
    const { files } = imported('openapi', [{ path: 'x.json', text: written }]);
    assert.match(files.map((f) => f.text).join('\n'), /name="f"; filename="f\.bin"\nContent-Type: image\/png\n\n< \{\{\?Path/);
  });
});
