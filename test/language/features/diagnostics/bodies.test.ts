import assert from 'node:assert/strict';
import { inspect, type Around } from '../../../support/inspect.ts';

const said = async (text: string, around: Around = {}): Promise<readonly string[]> => (await inspect(text, around)).said();
const message = async (text: string, around: Around = {}): Promise<string> => (await inspect(text, around)).diagnostics()[0]?.message ?? '';

describe('a body that is not JSON', () => {
  const json = 'POST http://h\nContent-Type: application/json\n\n';

  it('is reported at the place where it stops being JSON, by its type', async () => {
    assert.deepEqual(await said(`${json}{"a": 1,}`), ['invalid-json warning "}"']);
    assert.equal(await message(`${json}{"a": 1,}`), 'This body is not JSON: a key in double quotes is missing.');
    assert.deepEqual(await said(`${json}{"a": 1`), ['invalid-json warning "1"']);
    assert.deepEqual(await said(`${json}plain`), ['invalid-json warning "p"']);
    assert.deepEqual(
      await said('POST http://h\n\n{"a": 1,}', { files: { 'collection.req': 'Content-Type: application/problem+json\n' } }),
      ['invalid-json warning "}"'],
    );
  });

  for (const [what, start, end] of [
    ['by its type', json, ''],
    ['by its beginning', 'POST http://h\n\n', ', so it gets no Content-Type'],
  ] as const)
    it(`is not said to be no JSON if it is nested too deeply: ${what}`, async () => {
      const deep = '['.repeat(2500) + ']'.repeat(2500);
      assert.equal(await message(start + deep), `This body is JSON that is more than 2000 levels deep, which is not read${end}.`);
    });

  for (const body of ['{"a": 1,}', "{'a': 1}", '{a: 1}', '[1, 2', '{\n  "a": 1\n  "b": 2\n}', '[true, no]'])
    it(`is reported by its beginning: ${JSON.stringify(body)}`, async () => {
      const found = (await inspect(`POST http://h\n\n${body}`)).diagnostics();
      assert.deepEqual(
        found.map((d) => d.id),
        ['invalid-json'],
      );
      assert.match(found[0]?.message ?? '', /begins like JSON but is not valid JSON, so it gets no Content-Type/);
    });

  for (const body of [
    '{"a": {{n}}, "b": "{{s}}", "c": [{{n}}.5, -{{n}}], "{{s}}": "x{{s}}y"}',
    '{ {{members}} }',
    '{"a": 1 {{later}}}',
    '{{whole}}',
    '{"a": "\\{{x}}"}',
    '{"a": {{$uuid | json}}}',
    '{"a": {{ask.response.body}}}',
  ])
    it(`is not reported for placeholders that are or may be values: ${body}`, async () => {
      const around = { variables: { n: 1, s: 'x', members: '"a": 1', whole: { a: 1 } } };
      const text = `# @prompt later\n${json}${body}\n\n### ask\n# @name ask\nGET http://h\n`;
      assert.deepEqual(
        (await said(text, around)).filter((s) => !s.startsWith('undefined-until-sent')),
        [],
      );
    });

  it('is reported after placeholders and escapes at its own place', async () => {
    const text = `${json}{"a": "{{s}}", "b": "\\{{x}}", "c": {{n}};}`;
    assert.deepEqual(await said(text, { variables: { n: 1, s: 'x' } }), ['invalid-json warning ";"']);
    assert.deepEqual(await said(`${json}{"a": "{{$secret.K}}", "b": {{?Label}},}`), ['invalid-json warning "}"']);
  });

  it('is reported line by line if each line is JSON', async () => {
    const lines = (body: string): string => `POST http://h\nContent-Type: application/x-ndjson\n\n${body}`;
    assert.deepEqual(await said(lines('{"a": 1}\n\n[2]\n{"a": "{{s}}"}\n'), { variables: { s: 'x' } }), []);
    assert.deepEqual(await said(lines('{"a": 1}\n{"a": ?}\n{"b"}')), ['invalid-json warning "?"']);
  });

  for (const [name, text] of [
    ['of another type', 'POST http://h\nContent-Type: text/plain\n\n{"a": 1,}'],
    ['that only begins with a brace', 'POST http://h\nContent-Type: application/graphql\n\n{ user { id } }'],
    ['of GraphQL', 'GRAPHQL http://h\n\n{ user { id } }\n\n{"id": 1}'],
    ['that stands in a file', 'POST http://h\nContent-Type: application/json\n\n< ./a.json'],
  ] as const)
    it(`is no matter in a body ${name}`, async () => assert.deepEqual(await said(text, { files: { 'a.json': '' } }), []));

  it('is reported in a file with CRLF and a BOM', async () =>
    assert.deepEqual(await said(`\uFEFF${json.replaceAll('\n', '\r\n')}{\r\n"a": 1,\r\n}\r\n`), ['invalid-json warning "}"']));
});

describe('a body', () => {
  for (const method of ['GET ', 'HEAD ', ''])
    it(`is for information that of ${method || 'a request without a method'}`, async () => {
      const [d] = (await inspect(`${method}http://h\nContent-Type: text/plain\n\nx`)).diagnostics();
      assert.equal(d?.id, 'unexpected-body');
      assert.match(d?.message ?? '', method === '' ? /^Without a method this is a GET with a body/ : /^This is a \w+ with a body/);
    });

  it('of other methods is no matter', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'QUERY', 'OPTIONS', '{{m}}'])
      assert.deepEqual(await said(`${method} http://h\nContent-Type: text/plain\n\nx`, { variables: { m: 'POST' } }), []);
  });

  for (const [body, type] of [
    ['<a/>', 'application/xml'],
    ['<!DOCTYPE html>\n<p>', 'text/html'],
    ['a=1&b={{n}}', 'application/x-www-form-urlencoded'],
    ['a=1\n&b=2', 'application/x-www-form-urlencoded'],
    ['--B\nContent-Disposition: form-data; name="a"\n\n1\n--B--', 'multipart/form-data; boundary=B'],
    ['< ./a.PNG', 'image/png'],
    ['< ./a', 'application/octet-stream'],
    ['Hello', 'text/plain'],
    ['x = 1\ny = 2', 'text/plain'],
    ['{"a": 1}\n{"a": 2}', 'application/x-ndjson'],
  ] as const)
    it(`without a type is taken for ${type}: ${JSON.stringify(body)}`, async () => {
      const found = (await inspect(`POST http://h\n\n${body}`, { variables: { n: 1 }, files: { 'a.PNG': '', a: '' } })).diagnostics();
      const typed = found.filter((d) => d.id === 'missing-content-type');
      assert.equal(typed.length, 1, found.map((d) => d.id).join());
      assert.match(typed[0]?.message ?? '', new RegExp(`\`Content-Type: ${type.replaceAll('.', '\\.')}\``));
    });

  it('without a type is no problem if JSON, a header, a script or a placeholder may define it', async () => {
    assert.deepEqual(await said('POST http://h\n\n{"a": 1}'), []);
    assert.deepEqual(await said('POST http://h\ncontent-type:text/plain\n\nx'), []);
    assert.deepEqual(await said('POST http://h\n\nx', { files: { 'collection.req': 'Content-Type: text/plain\n' } }), []);
    assert.deepEqual(await said('< {% request.headers["Content-Type"] = "text/plain" %}\nPOST http://h\n\nx'), []);
    assert.deepEqual(await said('POST http://h\n\n{{x}}', { variables: { x: 'a' } }), []);
    assert.deepEqual(await said('GRAPHQL http://h\n\nquery { a }'), []);
  });

  it('names its file where that is missing', async () => {
    const text = 'POST http://h\nContent-Type: text/plain\n\n< ./gone.txt\n###\n< ./pre.js\nGET http://h\n\n> ./post.js\n<> ./saved.json\n';
    assert.deepEqual(await said(text, { files: { 'pre.js': '' } }), ['missing-file error "./gone.txt"', 'missing-file error "./post.js"']);
    assert.deepEqual(await said('POST http://h\nContent-Type: a/b\n\n< ./sub', { files: { 'sub/x.req': '' } }), [
      'missing-file error "./sub"',
    ]);
    assert.deepEqual(await said('POST http://h\nContent-Type: a/b\n\n< ./{{name}}', { variables: { name: 'x' } }), []);
    const script = '< {%\nimport { a } from "./lib";\nrequire("./lib"); require("./folder"); require("./gone");\n%}\nGET http://h\n';
    assert.deepEqual(await said(script, { files: { 'lib.js': '', 'folder/index.js': '' } }), [
      'missing-file error "./lib"',
      'missing-file error "./gone"',
    ]);
    assert.deepEqual(await said('POST http://h\nContent-Type: a/b\n\n< ./a.txt', { files: { 'a.txt': '' } }), []);
  });
});
