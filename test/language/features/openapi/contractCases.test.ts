import assert from 'node:assert/strict';
import { casesFile, contractCases, refuseProtected } from '../../../../src/language/onDemand.ts';
import { isRequest, listRequests, type RequestBlock } from '../../../../src/language/index.ts';
import { inspect } from '../../../support/inspect.ts';

const operation = (parts: string): string =>
  `openapi: 3.1.0\ninfo: { title: Shop }\npaths:\n  /users/{id}:\n    post:\n      responses: { '200': { description: ok } }\n${parts}`;
const bodyOf = (schema: string): string => operation(`      requestBody: { content: { application/json: { schema: ${schema} } } }\n`);

async function found(text: string, api: string) {
  const { view } = await inspect(text, { files: { 'collection.req': '# @openapi ./api.yaml\n', 'api.yaml': api } });
  const block = view.tree.blocks.find(isRequest) as RequestBlock;
  return { view, block, made: contractCases(view, block) };
}

/** The sent cases, and the text from the request line on. */
async function cases(text: string, api: string): Promise<readonly (readonly [string, string])[]> {
  const { view, block, made } = await found(text, api);
  assert.ok(made.ok, made.ok ? '' : made.problem);
  const copy = casesFile(view.tree, block, made.cases);
  return [...copy.cases].map(([of, what]) => [what, copy.tree.text.slice(of.requestLine?.range.start ?? 0, of.range.end).trim()]);
}

const post = (body: string, url = '/users/1'): string => `### a\nPOST http://h${url}\nContent-Type: application/json\n\n${body}\n`;

describe('contract cases', () => {
  it('are as many as the rules of the body, at most 50, and keep placeholders and other members', async () => {
    const text = post('{\n  "a": {{n}},\n  "b": "{{x}}y",\n  "c": [{"d": 1}]\n}');
    const schema =
      '{ type: object, required: [a, b], properties: { a: { enum: [1, 2] }, b: { type: string, maxLength: 3 }, c: { items: { required: [d], properties: { d: {} } } } } }';
    assert.deepEqual(
      (await cases(`@n = 1\n@x = z\n${text}`, bodyOf(schema))).map(([what, of]) => [what, of.slice(of.indexOf('\n\n') + 2)]),
      [
        ['a body of "text", which must be an object', '"text"'],
        ['a body without the required "a"', '{\n  "b": "{{x}}y",\n  "c": [{"d": 1}]\n}'],
        ['a body with "other" for a, which must be one of 1, 2', '{\n  "a": "other",\n  "b": "{{x}}y",\n  "c": [{"d": 1}]\n}'],
        ['a body without the required "b"', '{\n  "a": {{n}},\n  "c": [{"d": 1}]\n}'],
        ['a body with 1 for b, which must be a string', '{\n  "a": {{n}},\n  "b": 1,\n  "c": [{"d": 1}]\n}'],
        ['a body with "xxxx" for b, which must have at most 3 characters', '{\n  "a": {{n}},\n  "b": "xxxx",\n  "c": [{"d": 1}]\n}'],
        ['a body with "text" for c[0], which must be an object', '{\n  "a": {{n}},\n  "b": "{{x}}y",\n  "c": ["text"]\n}'],
        ['a body without the required "c[0].d"', '{\n  "a": {{n}},\n  "b": "{{x}}y",\n  "c": [{}]\n}'],
      ],
    );
    const many = Array.from({ length: 60 }, (_, i) => `m${i}: { type: string }`).join(', ');
    const { made } = await found(post('{}'), bodyOf(`{ type: object, properties: { ${many} } }`));
    assert.ok(made.ok);
    assert.deepEqual([made.cases.length, made.leftOut], [50, 11]);
  });

  it('change no member that an alternative allows to have any value', async () => {
    const schema = (more: string): string =>
      `{ oneOf: [{ type: object, properties: { a: { type: integer }, both: { type: integer } }${more} }, { type: object, properties: { b: { type: integer }, both: { type: boolean } }${more} }] }`;
    const changed = async (more: string): Promise<readonly string[]> =>
      (await cases(post('{"a": 1, "both": 2}'), bodyOf(schema(more)))).map(([what]) => what);
    const both = [
      'a body of "text", which must be an object',
      'a body with "text" for both, which must be an integer or a boolean',
      'a body with 1.5 for both, which must be an integer or a boolean',
    ];
    assert.deepEqual(await changed(''), both);
    assert.deepEqual(
      (await changed(', additionalProperties: false')).filter((what) => !both.includes(what)),
      [
        'a body with "text" for a, which must be an integer',
        'a body with 1.5 for a, which must be an integer',
        'a body with "text" for b, which must be an integer',
        'a body with 1.5 for b, which must be an integer',
        'a body with "unknownMember", which the operation does not have',
      ],
    );
  });

  it('change parameters where they are written, and add those that are not', async () => {
    const api = operation(
      '      parameters:\n        - { name: id, in: path, required: true, schema: { type: integer } }\n        - { name: q, in: query, required: true, schema: { enum: [a] } }\n        - { name: n, in: query, schema: { type: integer, maximum: 9 } }\n        - { name: X-Id, in: header, required: true, schema: { type: boolean } }\n        - { name: list, in: query, schema: { type: array } }\n',
    );
    const text = '### a\nPOST http://h/users/1?q=a\n  &z=1\nX-Id: true\n';
    assert.deepEqual(await cases(text, api), [
      ['a request with "text" for the path parameter id, which must be an integer', 'POST http://h/users/text?q=a\n  &z=1\nX-Id: true'],
      ['a request with "1.5" for the path parameter id, which must be an integer', 'POST http://h/users/1.5?q=a\n  &z=1\nX-Id: true'],
      ['a request without the required query parameter q', 'POST http://h/users/1\n  ?z=1\nX-Id: true'],
      ['a request with "other" for the query parameter q, which must be one of "a"', 'POST http://h/users/1?q=other\n  &z=1\nX-Id: true'],
      [
        'a request with "text" for the query parameter n, which must be an integer',
        'POST http://h/users/1?q=a\n  &z=1\n  &n=text\nX-Id: true',
      ],
      [
        'a request with "1.5" for the query parameter n, which must be an integer',
        'POST http://h/users/1?q=a\n  &z=1\n  &n=1.5\nX-Id: true',
      ],
      ['a request with "10" for the query parameter n, which must be at most 9', 'POST http://h/users/1?q=a\n  &z=1\n  &n=10\nX-Id: true'],
      ['a request without the required header X-Id', 'POST http://h/users/1?q=a\n  &z=1'],
      ['a request with "text" for the header X-Id, which must be a boolean', 'POST http://h/users/1?q=a\n  &z=1\nX-Id: text'],
    ]);
  });

  it('change lists in a query by their style, and cookies', async () => {
    const list = (name: string, more: string): string =>
      `        - { name: ${name}, in: query, ${more}, schema: { type: array, items: { type: integer }, maxItems: 2 } }\n`;
    const api = operation(
      `      parameters:\n${list('a', 'required: true')}${list('b', 'style: pipeDelimited, explode: false')}        - { name: j, in: query, content: { application/json: { schema: { type: object } } } }\n        - { name: sid, in: cookie, required: true, schema: { type: string, maxLength: 3 } }\n        - { name: n, in: cookie, schema: { type: integer } }\n        - { name: o, in: query, style: deepObject, schema: { type: object, properties: { x: { type: integer } } } }\n`,
    );
    const url = 'POST http://h/users/1';
    const cookie = 'Cookie: x=1; sid=ab';
    const text = `### a\n${url}?a=1&z=0&a=2&b=1%7C2\n${cookie}\n`;
    assert.deepEqual(await cases(text, api), [
      ['a request without the required query parameter a', `${url}?_a=1&z=0&_a=2&b=1%7C2\n${cookie}`],
      ['a request with "text" for the query parameter a[0], which must be an integer', `${url}?a=text&z=0&b=1%7C2\n${cookie}`],
      ['a request with "1.5" for the query parameter a[0], which must be an integer', `${url}?a=1.5&z=0&b=1%7C2\n${cookie}`],
      [
        'a request with ["1","1","1"] for the query parameter a, which must have at most 2 items',
        `${url}?a=1&a=1&a=1&z=0&b=1%7C2\n${cookie}`,
      ],
      ['a request with "text" for the query parameter b[0], which must be an integer', `${url}?a=1&z=0&a=2&b=text\n${cookie}`],
      ['a request with "1.5" for the query parameter b[0], which must be an integer', `${url}?a=1&z=0&a=2&b=1.5\n${cookie}`],
      [
        'a request with ["1","1","1"] for the query parameter b, which must have at most 2 items',
        `${url}?a=1&z=0&a=2&b=1%7C1%7C1\n${cookie}`,
      ],
      ['a request with "text" for the query parameter j, which must be an object', `${url}?a=1&z=0&a=2&b=1%7C2&j=%22text%22\n${cookie}`],
      ['a request without the required cookie parameter sid', `${url}?a=1&z=0&a=2&b=1%7C2\nCookie: x=1`],
      [
        'a request with "xxxx" for the cookie parameter sid, which must have at most 3 characters',
        `${url}?a=1&z=0&a=2&b=1%7C2\nCookie: x=1; sid=xxxx`,
      ],
      ['a request with "text" for the cookie parameter n, which must be an integer', `${url}?a=1&z=0&a=2&b=1%7C2\n${cookie}; n=text`],
      ['a request with "1.5" for the cookie parameter n, which must be an integer', `${url}?a=1&z=0&a=2&b=1%7C2\n${cookie}; n=1.5`],
    ]);
    const listed = await cases(`### a\n${url}?a%5B%5D=1&a[]=2\n${cookie}\n`, api);
    assert.equal(listed[0]?.[1], `${url}?_a%5B%5D=1&_a[]=2\n${cookie}`);
    const [without, ...added] = await cases(`### a\n${url}?a=1\nCookie: sid=a\n`, api).then((all) =>
      all.filter(([what]) => what.includes('cookie')),
    );
    assert.equal(without?.[1], `${url}?a=1`);
    assert.ok(added.every(([, of]) => /^Cookie: sid=(?:xxxx|a; n=(?:text|1\.5))$/m.test(of)));
    const bare = await cases(`### a\n${url}?a=1\n`, api);
    assert.ok(bare.some(([, of]) => of === `${url}?a=1\nCookie: n=text`));
    assert.ok(!bare.some(([what]) => what.includes('required cookie')));
  });

  it('change fields of forms by the Encoding Object', async () => {
    const schema =
      '{ type: object, required: [name, tags], additionalProperties: false, properties: { name: { type: string, maxLength: 3 }, tags: { type: array, items: { enum: [a, b] } }, ids: { type: array, items: { type: integer } }, at: { type: object }, o: { type: object } } }';
    const api = operation(
      `      requestBody:\n        content:\n          application/x-www-form-urlencoded:\n            schema: ${schema}\n            encoding: { ids: { style: spaceDelimited, explode: false }, at: { contentType: application/json } }\n`,
    );
    const form = (body: string): string => `### a\nPOST http://h/users/1\nContent-Type: application/x-www-form-urlencoded\n\n${body}\n`;
    const bodies = async (body: string): Promise<readonly (readonly [string, string])[]> =>
      (await cases(form(body), api)).map(([what, of]) => [what, of.split('\n\n')[1] ?? '']);
    assert.deepEqual(await bodies('tags=a\n&name={{x}}&tags=b\n&z=0'), [
      ['a form without the required "name"', 'tags=a&tags=b&z=0'],
      ['a form with "xxxx" for name, which must have at most 3 characters', 'tags=a&name=xxxx&tags=b&z=0'],
      ['a form without the required "tags"', 'name={{x}}&z=0'],
      ['a form with "other" for tags[0], which must be one of "a", "b"', 'tags=other&name={{x}}&z=0'],
      ['a form with "text" for ids[0], which must be an integer', 'tags=a&name={{x}}&tags=b&z=0&ids=text'],
      ['a form with "1.5" for ids[0], which must be an integer', 'tags=a&name={{x}}&tags=b&z=0&ids=1.5'],
      ['a form with "text" for at, which must be an object', 'tags=a&name={{x}}&tags=b&z=0&at=%22text%22'],
      ['a form with "unknownMember", which the operation does not have', 'tags=a&name={{x}}&tags=b&z=0&unknownMember=true'],
    ]);
    const { made } = await found(form('< ./form.txt'), api);
    assert.ok(!made.ok);
  });

  it('are copies without name, assertions, captures and scripts of the response, at the line of the request', async () => {
    const text = `@a = 1\n\n### One\n# @name one\n\nPOST http://h/users/1\nContent-Type: application/json\n\n{"a": 1}\n\n?? status == 200\n@x << body.a\n> {% %}\n\n### Two\n# @name two\nGET http://h/other\n`;
    const { view, block, made } = await found(text, bodyOf('{ required: [a], properties: { a: {} } }'));
    assert.ok(made.ok);
    const { tree, base, cases: all } = casesFile(view.tree, block, made.cases);
    assert.equal(all.size, 2);
    const requests = listRequests(tree);
    assert.deepEqual(
      requests.map((r) => [r.name === r.title, r.title, r.line]),
      [
        [true, 'the request as written', 6],
        [true, 'a body of "text", which must be an object', 6],
        [true, 'a body without the required "a"', 6],
        [false, 'Two', 17],
      ],
    );
    for (const of of [base, ...all.keys()]) {
      assert.deepEqual([of.assertions.length, of.captures.length, of.responseScripts.length], [0, 0, 0]);
      assert.deepEqual(
        of.directives.map((d) => d.name.text),
        ['no-redirect', 'contract', 'retry'],
      );
    }
  });

  it('have titles in which names of a hostile document are plain text', async () => {
    const { view, block, made } = await found(
      post('{"{{x}}\\n### b": 1}'),
      bodyOf('{ required: ["{{x}}\\n### b"], properties: { "{{x}}\\n### b": {} } }'),
    );
    assert.ok(made.ok);
    const { tree } = casesFile(view.tree, block, made.cases);
    assert.equal(listRequests(tree).length, 1 + made.cases.length);
    assert.ok(listRequests(tree).every((r) => !r.title.includes('{{') && !r.title.includes('\n')));
  });

  it('have a reason if there are none', async () => {
    const why = async (text: string, api: string): Promise<string> => {
      const { made } = await found(text, api);
      return made.ok ? '' : made.problem;
    };
    assert.equal(await why('GET http://h/nothing', operation('')), 'Shop has no operation for the path of this URL.');
    assert.equal(await why('PUT http://h/users/1', operation('')), 'Shop describes /users/{id} for POST, not for PUT.');
    assert.equal(await why('POST /users/1', operation('')), 'The request cannot be resolved: correct its problems first.');
    assert.match(await why('POST http://h/users/1', 'openapi: 2'), /^\S*api\.yaml cannot be used: .*\.$/);
    assert.match(await why('POST http://h/users/1', operation('')), /has no rule that a changed request could break/);
    assert.match(
      await why('# @openapi none\nPOST http://h/users/1', operation('')),
      /No OpenAPI document is named for this request: write # @openapi/,
    );
    assert.throws(() => refuseProtected('prod', new Set(['prod'])), /prod is protected/);
    refuseProtected('dev', new Set(['prod']));
  });
});
