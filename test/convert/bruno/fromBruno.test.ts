import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { imported, importedText, warningsOf } from '../../support/imported.ts';
import type { ImportInput } from '../../../src/convert/import/index.ts';
import { runs } from '../../support/runs.ts';

const one = (text: string): string => importedText('bruno', text, 'r.bru').replace('# Bruno\n\n', '');
const files = (...inputs: readonly ImportInput[]): ReadonlyMap<string, string> =>
  new Map(imported(undefined, inputs).files.map((f) => [f.path, f.text]));
const request = (name: string, seq: number, more = ''): string =>
  `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: https://a.b/${seq}\n  body: none\n  auth: inherit\n}\n${more}`;

describe('importing from Bruno', () => {
  it('writes requests in their order into files for their folders, with the settings of the folders', () => {
    const found = files(
      { path: 'bruno.json', text: '{"version": "1", "name": "My API", "type": "collection"}' },
      {
        path: 'collection.bru',
        text: 'headers {\n  X-All: {{v}}\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n\nvars:pre-request {\n  v: 1\n}\n',
      },
      { path: 'Users/b.bru', text: request('Second', 2) },
      { path: 'Users/a.bru', text: request('First', 1) },
      { path: 'Users/folder.bru', text: 'meta {\n  name: People\n}\n\nheaders {\n  X-F: 1\n}\n' },
      { path: 'environments/dev.bru', text: 'vars {\n  host: https://h\n  ~off: 1\n}\nvars:secret [\n  key,\n  other\n]\n' },
    );
    assert.deepEqual([...found.keys()], ['collection.req', 'People/folder.req', 'People/People.req', 'http-client.env.json']);
    assert.equal(found.get('collection.req'), '# @auth bearer {{t}}\n\n@v = 1\n\nX-All: {{v}}\n');
    assert.equal(found.get('People/People.req'), '### First\nGET https://a.b/1\n\n### Second\nGET https://a.b/2\n');
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), {
      dev: { host: 'https://h', key: '{{$secret.key}}', other: '{{$secret.other}}' },
    });
  });

  it('writes each of several collections into its own folder, with its own environments', () => {
    const collection = (name: string, x: number): readonly ImportInput[] => [
      { path: `${name}/bruno.json`, text: `{"version": "1", "name": "${name}", "type": "collection"}` },
      { path: `${name}/environments/dev.bru`, text: `vars {\n  x: ${x}\n}\n` },
      { path: `${name}/sub/r.bru`, text: request(name, x) },
    ];
    const inputs = [...collection('api/one', 1), ...collection('two', 2), { path: 'stray.bru', text: request('Stray', 3) }];
    const { files: written, notes, requests, whole } = imported(undefined, inputs);
    const found = new Map(written.map((f) => [f.path, f.text]));
    assert.deepEqual(
      [...found.keys()],
      ['api/one', 'two'].flatMap((root) => ['collection.req', 'sub.req', 'http-client.env.json'].map((file) => `${root}/${file}`)),
    );
    assert.equal(found.get('api/one/sub.req'), '### api/one\nGET https://a.b/1\n');
    assert.deepEqual(JSON.parse(found.get('two/http-client.env.json') ?? ''), { dev: { x: '2' } });
    assert.deepEqual([requests, whole], [2, 2]);
    assert.deepEqual(
      notes.filter(({ level }) => level === 'warning').map(({ file, message }) => [file, message]),
      [['stray.bru', 'It is in no collection and is left out.']],
    );
  });

  it('carries every part of a request over', () => {
    const text = `meta {
  name: R
  type: http
}

post {
  url: https://a.b/:id?x=1
  body: json
  auth: basic
}

params:query {
  x: 1
  ~y: 2
}

params:path {
  id: {{id}}
}

headers {
  A: {{process.env.HOME}}
  ~B: off
}

auth:basic {
  username: u
  password: a b
}

body:json {
  {
    "a": "{{$guid}}"
  }
}

vars:pre-request {
  local: 5
}

vars:post-response {
  token: res.body.token
}

assert {
  res.status: eq 201
  res.body.items.length: gt 2
  res.headers.content-type: contains json
  res.body.a: isTruthy
  ~res.body.b: isNumber
}

script:pre-request {
  req.setHeader("X", bru.getEnvVar("a"));
}

tests {
  test("is ok", function() {
    expect(res.getStatus()).to.equal(201);
  });
}

docs {
  What it does
}
`;
    assert.equal(
      one(text),
      `### R
# @description What it does
# switched off: y: 2
# switched off: assertion res.body.b: isNumber
# @auth basic u {{$secret.password}}
@local = 5
< {%
req.setHeader("X", bru.getEnvVar("a"));
%}
POST https://a.b/{{id}}?x=1
A: {{$env.HOME}}
Content-Type: application/json
# B: off

{
  "a": "{{$uuid}}"
}

@token << body.token
?? status == 201
?? body.items.length > 2
?? header content-type contains json

> {%
test("is ok", function() {
  expect(res.getStatus()).to.equal(201);
});
%}

> {%
tool.test("res.body.a: isTruthy", () => tool.expect(!!response.body.a).to.equal(true));
%}
`,
    );
    assert.deepEqual(warningsOf('bruno', text, 'r.bru'), []);
  });

  it('has forms, files and queries of GraphQL', () => {
    const form = `post {\n  url: https://a\n  body: multipartForm\n}\n\nbody:multipart-form {\n  a: 1\n  f: @file(/tmp/a.png|/tmp/b.txt) @contentType(image/png)\n}\n`;
    assert.match(one(form), /filename="a\.png"\nContent-Type: image\/png\n\n< \/tmp\/a\.png\n--req-form-boundary\n/);
    assert.match(
      one('post {\n  url: https://a\n  body: formUrlEncoded\n}\n\nbody:form-urlencoded {\n  a: x y\n  b: {{c}}\n}\n'),
      /\na=x\+y\n&b=\{\{c\}\}\n/,
    );
    assert.match(
      one('post {\n  url: https://a\n  body: file\n}\n\nbody:file {\n  file: @file(/tmp/a.bin) @contentType(a/b)\n}\n'),
      /Content-Type: a\/b\n\n< \/tmp\/a\.bin\n/,
    );
    assert.match(
      one('post {\n  url: https://a\n  body: graphql\n}\n\nbody:graphql {\n  query { a }\n}\n\nbody:graphql:vars {\n  {"x": 1}\n}\n'),
      /GRAPHQL https:\/\/a\n\nquery \{ a \}\n\n\{"x": 1\}\n/,
    );
  });

  it('reads values of several lines, quoted keys and annotations', () => {
    const text =
      "get {\n  url: https://a\n}\n\nvars:pre-request {\n  @description('x')\n  long: '''\n    one\n    two\n  '''\n  \"a:b\": 1\n}\n";
    assert.match(one(text), /@importedText = \["one\\ntwo"\]\n@long = \{\{importedText\[0\]\}\}\n@a_b = 1\n/);
  });

  it('keeps parts of variables, tags and types, and the form that a script may fill', () => {
    const text = one(
      "meta {\n  name: R\n  tags: [\n    smoke\n    slow\n  ]\n}\n\npost {\n  url: https://a.b/{{ids[0]}}\n  body: formUrlEncoded\n}\n\nheaders {\n  @description('''\n    Two\n    lines\n  ''')\n  X-A: {{user['full name'].first}}\n}\n",
    );
    assert.equal(
      text,
      '### R\n# @tag smoke, slow\nPOST https://a.b/{{ids[0]}}\nX-A: {{user["full name"].first}}\nContent-Type: application/x-www-form-urlencoded\n',
    );
    const environment = { path: 'environments/dev.bru', text: 'vars {\n  @number\n  n: 300\n  @object\n  o: {"a": 1}\n  s: 300\n}\n' };
    const found = files({ path: 'bruno.json', text: '{}' }, environment);
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), { dev: { n: 300, o: { a: 1 }, s: '300' } });
  });

  it('reads escapes in the values of assertions as Bruno does', () => {
    const text = one(
      `${request('R', 1)}\nassert {\n  res.body: eq a\\n\\tb\n  res.body.x: eq 'it\\'s'\n  res.body.y: eq "q\\n"\n  res.body.z: matches ^\\d+$\n}\n`,
    );
    assert.deepEqual(
      text.split('\n').filter((l) => l.startsWith('??')),
      ['?? body == "a\\n\\tb"', `?? body.x == "it's"`, '?? body.y == "q\\n"', '?? body.z matches ^\\d+$'],
    );
  });

  it('reads a collection in YAML', () => {
    const found = files(
      {
        path: 'opencollection.yml',
        text: 'opencollection: 1.0.0\ninfo:\n  name: Y\nrequest:\n  headers:\n    - name: X\n      value: "1"\n',
      },
      {
        path: 'r.yml',
        text: 'info:\n  name: R\n  type: http\nhttp:\n  method: PUT\n  url: https://a/:id\n  params:\n    - { name: id, value: "7", type: path }\n  body:\n    type: json\n    data: |-\n      {"a": 1}\n  auth:\n    type: bearer\n    token: "{{t}}"\nruntime:\n  scripts:\n    - type: after-response\n      code: bru.setVar("a", res.body.a);\n  assertions:\n    - { expression: res.status, operator: eq, value: "200" }\n',
      },
      { path: 'environments/dev.yml', text: 'name: dev\nvariables:\n  - { name: h, value: x }\n  - { name: s, secret: true }\n' },
    );
    assert.equal(found.get('collection.req'), 'X: 1\n');
    assert.equal(
      found.get('Y.req'),
      '### R\n# @auth bearer {{t}}\nPUT https://a/7\nContent-Type: application/json\n\n{"a": 1}\n\n?? status == 200\n\n> {%\nbru.setVar("a", res.body.a);\n%}\n',
    );
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), { dev: { h: 'x', s: '{{$secret.s}}' } });
  });

  it('reports requests that are not HTTP, and leaves them out', () => {
    assert.deepEqual(warningsOf('bruno', 'meta {\n  name: G\n  type: grpc\n}\n\ngrpc {\n  url: x\n}\n', 'g.bru'), [
      'G: A request of the type grpc is left out.',
    ]);
  });

  it('throws only for input that it cannot read, and writes text that Req parses', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'get {',
        'post {',
        '}',
        '  url: https://a',
        'headers {',
        '  a: b',
        '  ~c: d',
        'body:json {',
        'tests {',
        'assert {',
        '  res.status: eq 200',
        'vars:pre-request {',
        "  x: '''",
        "  '''",
        '[',
        ']',
        'vars:secret [',
        'script:pre-request {',
        '  %}',
        '> {%',
        '###',
        'params:path {',
        'auth:basic {',
      ),
      fc.string({ unit: 'binary', maxLength: 16 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const { notes } = imported('bruno', [{ path: 'r.bru', text: `get {\n  url: https://a\n}\n${lines.join('\n')}` }]);
        assert.deepEqual(
          notes.filter((n) => n.message.startsWith('NOT VALID')),
          [],
        );
      }),
      { numRuns: runs(300) },
    );
  });
});
