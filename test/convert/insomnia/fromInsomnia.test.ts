import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { imported, warningsOf } from '../../support/imported.ts';
import { runs } from '../../support/runs.ts';

const files = (text: string, path = 'i.json'): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path, text }]).files.map((f) => [f.path, f.text]));
const version4 = (resources: readonly object[]): string =>
  JSON.stringify({ _type: 'export', __export_format: 4, resources: [{ _id: 'w', _type: 'workspace', name: 'My API' }, ...resources] });
const request = (more: object): object => ({
  _id: 'r1',
  _type: 'request',
  parentId: 'w',
  name: 'R',
  method: 'GET',
  url: 'https://a.b',
  ...more,
});

describe('importing from Insomnia', () => {
  it('reads an export of version 4: folders, environments, tags', () => {
    const found = files(
      version4([
        request({
          _id: 'r2',
          name: 'Second',
          parentId: 'f',
          metaSortKey: 2,
          url: '{{ _.base }}/{{ _["a b"] }}',
          headers: [
            { name: 'T', value: "{% response 'body', 'r1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}" },
            { name: 'U', value: "{% uuid 'v4' %}", disabled: true },
          ],
        }),
        request({
          _id: 'r1',
          name: 'Log in',
          parentId: 'f',
          metaSortKey: 1,
          method: 'POST',
          body: { mimeType: 'application/json', text: '{"a": "{{ _.u.name }}"}' },
          authentication: { type: 'basic', username: 'u', password: '{{ p }}' },
        }),
        { _id: 'f', _type: 'request_group', parentId: 'w', name: 'Users', environment: { x: 1 } },
        { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data: { base: 'https://h', u: { name: 'n' } } },
        { _id: 'e2', _type: 'environment', parentId: 'e', name: 'dev', data: { 'a b': '{{ _.base }}/x' } },
      ]),
    );
    assert.equal(
      found.get('Users.req'),
      '@x = 1\n\n### Log in\n# @name Log_in\n# @auth basic u {{p}}\nPOST https://a.b\nContent-Type: application/json\n\n{"a": "{{u.name}}"}\n\n### Second\nGET {{base}}/{{a_b}}\nT: {{Log_in.response.body.token}}\n# U: {{$uuid}}\n',
    );
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), {
      $shared: { base: 'https://h', u: { name: 'n' } },
      dev: { a_b: '{{base}}/x' },
    });
  });

  it('first sends the request to which a response tag refers', () => {
    const tag = (trigger: string): object[] => [{ name: 'T', value: `{% response 'raw', 'r1', '', '${trigger}', 60 %}` }];
    const found = files(
      version4([request({}), request({ _id: 'r2', headers: tag('always') }), request({ _id: 'r3', headers: tag('never') })]),
    );
    assert.equal([...found.values()].join('').match(/^# @ref R$/gm)?.length, 1);
  });

  it('reports tests, cookies and descriptions of the API', () => {
    const of = (path: string, text: string): readonly string[] =>
      imported(undefined, [{ path, text }])
        .notes.filter((n) => n.level === 'information')
        .map((n) => n.message.replace(/ (?:is|are) left out.*/, ''));
    const expected = ['Unit tests', 'Cookies of the jar', 'The description of the API'];
    assert.deepEqual(
      of(
        'i.json',
        version4([
          request({}),
          { _id: 's', _type: 'unit_test_suite', parentId: 'w' },
          { _id: 't', _type: 'unit_test', parentId: 's', code: 'x' },
          { _id: 'j', _type: 'cookie_jar', parentId: 'w', cookies: [{ key: 'a', value: 'b' }] },
          { _id: 'a', _type: 'api_spec', parentId: 'w', contents: 'openapi: 3.0.0' },
        ]),
      ),
      expected,
    );
    assert.deepEqual(
      of(
        'i.yaml',
        'type: spec.insomnia.rest/5.0\nname: S\ncollection: [{url: "https://a.b", name: R, method: GET}]\ncookieJar: {cookies: [{key: a}]}\n' +
          'testSuites: [{name: T, tests: [{name: t, code: x}]}]\nspec: {contents: {openapi: 3.0.0}}\n',
      ),
      expected,
    );
  });

  it('reads a collection of version 5', () => {
    const text = `type: collection.insomnia.rest/5.0
name: Five
collection:
  - name: Api
    meta: { id: fld_1 }
    headers: [{ name: H, value: "1" }]
    children:
      - url: https://a.b/:id
        name: R
        method: PUT
        meta: { id: req_1 }
        pathParameters: [{ name: id, value: "7" }]
        parameters: [{ name: q, value: a b }, { name: off, value: x, disabled: true }]
        body: { mimeType: application/x-www-form-urlencoded, params: [{ name: a, value: b c }] }
        settings: { followRedirects: off }
        scripts: { afterResponse: 'insomnia.environment.set("t", insomnia.response.json().t);' }
environments:
  name: Base
  subEnvironments: [{ name: dev, data: { h: x } }]
`;
    const found = files(text, 'i.yaml');
    assert.equal(found.get('Api/folder.req'), 'H: 1\n');
    assert.equal(
      found.get('Api/Api.req'),
      '### R\n# switched off: off=x\n# @no-redirect\nPUT https://a.b/7?q=a%20b\nContent-Type: application/x-www-form-urlencoded\n\na=b+c\n\n> {%\ninsomnia.environment.set("t", insomnia.response.json().t);\n%}\n',
    );
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), { dev: { h: 'x' } });
  });

  it('has queries of GraphQL, and forms with files', () => {
    assert.match(
      files(
        version4([
          request({ method: 'POST', body: { mimeType: 'application/graphql', text: '{"query":"query { a }","variables":{"x":1}}' } }),
        ]),
      ).get('My API.req') ?? '',
      /GRAPHQL https:\/\/a\.b\n\nquery \{ a \}\n\n\{\n {2}"x": 1\n\}\n/,
    );
    assert.match(
      files(
        version4([
          request({
            method: 'POST',
            body: { mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: '/tmp/a.png' }] },
          }),
        ]),
      ).get('My API.req') ?? '',
      /filename="a\.png"\nContent-Type: image\/png\n\n< \/tmp\/a\.png\n/,
    );
  });

  it('has the name of an operation that is not the first of its query', () => {
    const body = (query: string): string =>
      (
        files(
          version4([
            request({
              method: 'POST',
              headers: [{ name: 'Content-Type', value: 'application/json' }],
              body: {
                mimeType: 'application/graphql',
                text: JSON.stringify({ query, variables: { id: '{{ _.id }}' }, operationName: 'B' }),
              },
            }),
          ]),
        ).get('My API.req') ?? ''
      ).replace('### R\n', '');
    assert.equal(
      body('query A { a }\nquery B { b(x: "}") }'),
      'POST https://a.b\nContent-Type: application/json\n\n{\n  "query": "query A { a }\\nquery B { b(x: \\"}\\") }",\n  "variables": {\n  "id": "{{id}}"\n},\n  "operationName": "B"\n}\n',
    );
    assert.match(body('query B { b }\nquery A { a }'), /^GRAPHQL https:\/\/a\.b\n\nquery B \{ b \}\nquery A \{ a \}\n/);
    assert.match(body('# query A\nquery B { query }'), /^GRAPHQL https:\/\/a\.b\n\n# query A\nquery B \{ query \}\n/);
  });

  it('has the types of texts with several lines in forms, and no rows without name and value', () => {
    const params = [
      { name: 'a', value: '{"b": 1}', type: 'text', multiline: 'application/json' },
      { name: 'c', value: 'd', type: 'text', multiline: true },
      { name: '', value: '' },
    ];
    assert.equal(
      files(version4([request({ method: 'POST', body: { mimeType: 'multipart/form-data', params } })])).get('My API.req'),
      '### R\nPOST https://a.b\nContent-Type: multipart/form-data; boundary=req-form-boundary\n\n--req-form-boundary\nContent-Disposition: form-data; name="a"\nContent-Type: application/json\n\n{"b": 1}\n--req-form-boundary\nContent-Disposition: form-data; name="c"\n\nd\n--req-form-boundary--\n',
    );
  });

  it('has one header for cookies', () => {
    const authentication = { type: 'apikey', key: 'sid', value: '{{ _.k }}', addTo: 'cookie' };
    const headers = [
      { name: 'X', value: '1' },
      { name: 'cookie', value: 'a={{ _.a }}' },
    ];
    assert.equal(
      files(version4([request({ authentication, headers })])).get('My API.req'),
      '### R\nGET https://a.b\nCookie: sid={{k}}; a={{a}}\nX: 1\n',
    );
  });

  it('configures the audience and the resource of OAuth 2', () => {
    const authentication = {
      type: 'oauth2',
      grantType: 'client_credentials',
      accessTokenUrl: 'https://t',
      clientId: 'c',
      audience: 'https://api',
      resource: '{{ _.r }}',
    };
    const written = JSON.parse(files(version4([request({ authentication })])).get('http-client.env.json') ?? '');
    assert.deepEqual(written.$shared.Security.Auth.r['Custom Request Parameters'], { audience: 'https://api', resource: '{{r}}' });
  });

  it('reports tags that Req does not support, and requests that are not HTTP', () => {
    assert.deepEqual(
      warningsOf(
        'insomnia',
        version4([request({ url: "https://a/{% faker 'x' %}" }), { _id: 'g', _type: 'grpc_request', parentId: 'w', name: 'G' }]),
        'i.json',
      ),
      ["R: The tag {% faker 'x' %} is unknown to Req.", 'G: It is not an HTTP request and is left out.'],
    );
  });

  it('survives folders in a circle', () => {
    const circle = [
      { _id: 'a', _type: 'request_group', parentId: 'b', name: 'A' },
      { _id: 'b', _type: 'request_group', parentId: 'a', name: 'B' },
      { _id: 'c', _type: 'request_group', parentId: 'c', name: 'C' },
    ];
    assert.equal(imported('insomnia', [{ path: 'i.json', text: version4([...circle, request({})]) }]).requests, 1);
  });

  it('throws for no export, and writes text that Req parses', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '{{ _.a }}',
        "{% uuid 'v4' %}",
        '{% x',
        '### x',
        '?? y\n',
        '{{',
        "{% prompt 'a', 'b' %}",
        '> {%',
        '< ./f\n',
        'x\r\n',
        '%}',
      ),
    );
    const pair = fc.record({ name: any, value: any, disabled: fc.boolean() });
    const one = fc.record({
      name: any,
      method: any,
      url: any,
      headers: fc.array(pair, { maxLength: 3 }),
      parameters: fc.array(pair, { maxLength: 2 }),
      body: fc.record({
        mimeType: fc.oneof(
          any,
          fc.constantFrom('application/json', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/graphql'),
        ),
        text: any,
        params: fc.array(pair, { maxLength: 2 }),
      }),
      preRequestScript: any,
      afterResponseScript: any,
      authentication: fc.record({ type: fc.constantFrom('basic', 'bearer', 'oauth2', 'x'), token: any, username: any, password: any }),
      description: any,
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 3 }), fc.dictionary(any, any, { maxKeys: 3 }), (requests, data) => {
        const text = version4([
          ...requests.map((r, i) => ({ ...request(r), _id: `r${i}` })),
          { _id: 'e', _type: 'environment', parentId: 'w', name: 'e', data },
        ]);
        const { notes, files: written } = imported('insomnia', [{ path: 'i.json', text }]);
        const wrong = notes.filter((n) => n.message.startsWith('NOT VALID'));
        assert.deepEqual(wrong, [], written.find((f) => f.path === wrong[0]?.file)?.text);
      }),
      { numRuns: runs(200) },
    );
  });
});
