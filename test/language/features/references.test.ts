import assert from 'node:assert/strict';
import { parse } from '../../../src/language/index.ts';
import { countedNames, definition, highlights, references } from '../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../support/inspect.ts';
import { shownPlace } from '../../support/places.ts';

async function referencesAt(marked: string, around: Around = {}, includeDeclaration = true): Promise<readonly string[]> {
  const { view, offset } = await inspect(marked, around);
  return references(view, offset, { includeDeclaration }).map((p) => shownPlace(view, p));
}

async function definitionAt(marked: string, around: Around = {}): Promise<readonly string[] | undefined> {
  const { view, offset } = await inspect(marked, around);
  return definition(view, offset)?.places.map((p) => (p.range.end === 0 ? p.file : shownPlace(view, p)));
}

const layers: Around = {
  at: 'sub/a.req',
  environments: { dev: { host: 'e' }, prod: { host: 'p' }, $shared: { host: 's', base: '{{host}}/v1' } },
  environment: 'dev',
  files: {
    'collection.req': '@host = c\nX-Host: {{host}}\n',
    'sub/folder.req': '@host = f\n',
    'other.req': 'GET {{host}}/o\n',
  },
};

describe('the places of a name', () => {
  it('are all those of its file', async () => {
    assert.deepEqual(await referencesAt('@id = 1\n\nGET http://h/{{i|d}}?again={{id.x}}\n\n?? body.id == {{id}}\n'), [
      'a.req:1 @«id» = 1',
      'a.req:3 GET http://h/{{«id»}}?again={{id.x}}',
      'a.req:3 GET http://h/{{id}}?again={{«id».x}}',
      'a.req:5 ?? body.id == {{«id»}}',
    ]);
  });

  it('are those of every layer that may define it, and of every file that uses one of them', async () => {
    assert.deepEqual(await referencesAt('@host = a\nGET {{ho|st}}\n', layers), [
      'collection.req:1 @«host» = c',
      'collection.req:2 X-Host: {{«host»}}',
      'other.req:1 GET {{«host»}}/o',
      'sub/a.req:1 @«host» = a',
      'sub/a.req:2 GET {{«host»}}',
      'sub/folder.req:1 @«host» = f',
      'http-client.env.json:3 "«host»": "e"',
      'http-client.env.json:6 "«host»": "p"',
      'http-client.env.json:9 "«host»": "s",',
      'http-client.env.json:10 "base": "{{«host»}}/v1"',
    ]);
  });

  it('are not those of another file that has a variable of the same name of its own', async () => {
    assert.deepEqual(await referencesAt('@id = 1\nGET {{i|d}}\n', { files: { 'b.req': '@id = 2\nGET {{id}}\n' } }), [
      'a.req:1 @«id» = 1',
      'a.req:2 GET {{«id»}}',
    ]);
  });

  it('are those of both, where a script sets it for the whole collection', async () => {
    const files = { 'b.req': '@id = 2\nGET {{id}}\n', 'c.req': 'GET http://h\n\n> {%\n  tool.setVar("id", 3);\n%}\n' };
    assert.deepEqual(await referencesAt('@id = 1\nGET {{i|d}}\n', { files }), [
      'a.req:1 @«id» = 1',
      'a.req:2 GET {{«id»}}',
      'b.req:1 @«id» = 2',
      'b.req:2 GET {{«id»}}',
      'c.req:4 tool.setVar("«id»", 3);',
    ]);
  });

  it('of a shared file of another folder are not among them', async () => {
    const files = { 'x/folder.req': '@id = 1\n', 'y/folder.req': '@id = 2\n', 'y/b.req': 'GET {{id}}\n' };
    assert.deepEqual(await referencesAt('GET {{i|d}}\n', { at: 'x/a.req', files }), ['x/a.req:1 GET {{«id»}}', 'x/folder.req:1 @«id» = 1']);
  });

  it('leave out the definitions where only uses are asked for', async () => {
    assert.deepEqual(await referencesAt('@i|d = 1\n# @secret id\nGET {{id}}\n', {}, false), [
      'a.req:2 # @secret «id»',
      'a.req:3 GET {{«id»}}',
    ]);
  });

  it('of a request are its name, references and answers', async () => {
    const files = {
      'b.req': 'GET {{login.response.body.token}}\n',
      'c.req': '### login\nGET http://c\n\n###\n# @ref login\nGET http://d\n',
    };
    assert.deepEqual(
      await referencesAt('### Sign in\n# @name login\nGET http://h\n\n###\n# @ref lo|gin\nGET {{login.response.status}}\n', { files }),
      [
        'a.req:2 # @name «login»',
        'a.req:6 # @ref «login»',
        'a.req:7 GET {{«login».response.status}}',
        'b.req:1 GET {{«login».response.body.token}}',
        'c.req:1 ### «login»',
        'c.req:5 # @ref «login»',
      ],
    );
  });

  it('of a request stay in its file, if no other file uses its response', async () => {
    const files = { 'c.req': '### login\nGET http://c\n' };
    assert.deepEqual(await referencesAt('### lo|gin\nGET http://h\n', { files }), ['a.req:1 ### «login»']);
  });

  it('go by the variable where one has the name of a request', async () => {
    assert.deepEqual(await referencesAt('@login = {"response": 1}\n### login\nGET {{lo|gin.response}}\n'), [
      'a.req:1 @«login» = {"response": 1}',
      'a.req:3 GET {{«login».response}}',
    ]);
  });

  it('go by the variable whose name is the whole dotted text', async () => {
    assert.deepEqual(await referencesAt('@user = {}\n@user.name = x\nGET {{us|er.name}}/{{user.id}}\n'), [
      'a.req:2 @«user.name» = x',
      'a.req:3 GET {{«user.name»}}/{{user.id}}',
    ]);
    // A definition sees only what stands above it.
    assert.deepEqual(await referencesAt('@user = {}\n@x = {{us|er.name}}\n@user.name = x\nGET {{user.id}}\n'), [
      'a.req:1 @«user» = {}',
      'a.req:2 @x = {{«user».name}}',
      'a.req:4 GET {{«user».id}}',
    ]);
  });

  for (const marked of ['|', 'GET http://h/|', 'GET {{$uu|id}}\n', '### Not a na|me\n@a = 1\n', 'GET {{user.na|me}}\n'])
    it(`are none at ${JSON.stringify(marked)}`, async () => assert.deepEqual(await referencesAt(marked), []));

  it('are found with CRLF, a BOM, and errors above and below', async () => {
    const { view, offset } = await inspect('\ufeffPOST\r\nbad line\r\n###\r\n@a = 1\r\nGET {{|a}}\r\n###\r\n< {%\r\n');
    assert.deepEqual(
      references(view, offset, { includeDeclaration: true }).map((p) => view.tree.text.slice(p.range.start - 2, p.range.end + 2)),
      ['\n@a =', '{{a}}'],
    );
  });

  it('of the file alone are highlighted, as written or read', async () => {
    const { view, offset } = await inspect('GET {{a}}\n\n> {%\ntool.setVar("|a", tool.getVar("a"));\n%}\n', {
      files: { 'b.req': 'GET {{a}}' },
    });
    assert.deepEqual(
      highlights(view, offset).map((h) => h.kind),
      ['read', 'write', 'read'],
    );
  });
});

describe('the definition of a name', () => {
  it('is the effective one first, then those it hides, then those of scripts', async () => {
    const files = { ...layers.files, 'z.req': 'GET http://h\n> {%\n%}\n\n> {%\ntool.setVar("host", 1)\n%}\n' };
    assert.deepEqual(await definitionAt('@host = old\n@host = a\nGET {{ho|st}}\n@host = below\n', { ...layers, files }), [
      'sub/a.req:2 @«host» = a',
      'sub/folder.req:1 @«host» = f',
      'http-client.env.json:3 "«host»": "e"',
      'collection.req:1 @«host» = c',
      'http-client.env.json:9 "«host»": "s",',
      'z.req:6 tool.setVar("«host»", 1)',
    ]);
  });

  it('is one in an environment that is not chosen, where there is no other', async () => {
    assert.deepEqual(await definitionAt('GET {{x|}}\n', { environments: { dev: { x: 1 } } }), ['http-client.env.json:3 "«x»": 1']);
  });

  it('is the nearest above for one in a definition', async () => {
    assert.deepEqual(await definitionAt('@a = 1\n@b = {{|a}}\n@a = 2\n'), ['a.req:1 @«a» = 1']);
  });

  it('is itself for a definition', async () => {
    assert.deepEqual(await definitionAt('@a = 1\n@|a = 2\nGET {{a}}\n'), ['a.req:2 @«a» = 2']);
  });

  it('is found from anywhere in a placeholder', async () => {
    assert.deepEqual(await definitionAt('@user = {"a": [1]}\nGET {{ user.a[0|] }}\n'), ['a.req:1 @«user» = {"a": [1]}']);
  });

  it('is the prompt that defines it', async () => {
    assert.deepEqual(await definitionAt('# @prompt who Name\nGET {{|who}}\n'), ['a.req:1 # @prompt «who» Name']);
  });

  it('is found from a text in a script', async () => {
    assert.deepEqual(await definitionAt('@a = 1\nGET http://h\n\n> {%\ntool.interpolate("x\\n{{|a}}");\n%}\n'), ['a.req:1 @«a» = 1']);
  });

  it('of a response is the request, of this file first', async () => {
    const files = { 'A.req': '### login\nGET http://c\n\n###\nGET {{login.response.body}}\n', 'b.req': 'GET {{login.response.body}}\n' };
    assert.deepEqual(await definitionAt('GET {{login.resp|onse.body.x}}\n### login\nGET http://h\n', { files }), ['a.req:2 ### «login»']);
    assert.deepEqual(await definitionAt('GET {{login.resp|onse.body.x}}\n', { files }), ['A.req:1 ### «login»']);
  });

  it('of a @ref is the request that has the name for its @name', async () => {
    assert.deepEqual(await definitionAt('# @ref lo|gin\nGET http://h\n### login\nGET http://a\n###\n# @name login\nGET http://b\n'), [
      'a.req:6 # @name «login»',
      'a.req:3 ### «login»',
    ]);
  });

  it('of a path is the file, where there is one', async () => {
    const files = { 'data/x.json': '{}' };
    assert.deepEqual(await definitionAt('POST http://h\n\n< ./data/x.js|on\n', { files }), ['/ws/data/x.json']);
    assert.deepEqual(await definitionAt('POST http://h\n\n< ./data/y.js|on\n', { files }), undefined);
  });

  it('is none for undefined names', async () => {
    assert.deepEqual(await definitionAt('GET {{no|body}}\n'), undefined);
  });
});

describe('the names with a count of uses', () => {
  it('are definitions, names of requests, and titles that the file uses as names', () => {
    const text = '@a = 1\n### Title\nGET http://h\n### Used\nGET {{a}}\n###\n# @name n\n# @ref Used\nGET http://i\n';
    assert.deepEqual(
      countedNames(parse(text)).map((r) => text.slice(r.start, r.end)),
      ['a', 'Used', 'n'],
    );
  });
});
