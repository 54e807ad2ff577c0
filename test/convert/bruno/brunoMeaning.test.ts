import assert from 'node:assert/strict';
import { imported, importedText } from '../../support/imported.ts';
import { startRecorder } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';

const request = (blocks: string, url = 'https://a.b/'): string =>
  `meta {\n  name: R\n  type: http\n}\n\npost {\n  url: ${url}\n  body: json\n  auth: none\n}\n\n${blocks}`;
const one = (text: string): string => importedText('bruno', text, 'r.bru').replace('# Bruno\n\n', '');

const typed = `vars:pre-request {
  text: 42
  @number
  num: 42.0
  @boolean
  yes: true
  @object
  obj: '''
    {"k": "v", "n": 1.50}
  '''
  @number
  wrong: not-a-number
}
`;

describe('importing from Bruno as its runner reads it', () => {
  it('definitions have the types of their annotations, for scripts and bodies', async () => {
    const server = await startRecorder();
    const script =
      'tests {\n  test("a", () => {\n    expect([typeof bru.getVar("text"), typeof bru.getVar("num"), typeof bru.getVar("yes")]).to.eql(["string", "number", "boolean"]);\n    expect(bru.getVar("obj").n).to.equal(1.5);\n    expect(bru.getVar("wrong")).to.equal("not-a-number");\n  });\n}\n';
    const body = 'body:json {\n  {"num": {{num}}, "obj": {{obj}}}\n}\n\n';
    const text = one(request(`${body}${typed}\n${script}`, server.url));
    assert.doesNotMatch(text, /importedText/);
    const sent = await sendRun({ 'a.req': text });
    await server.close();
    assert.deepEqual(sent.tests, ['+ a'], text);
    assert.equal(server.requests[0]?.body, '{"num": 42.0, "obj": {"k":"v","n":1.50}}');
  });

  it('the assertion length compares the length of a text or a list', () =>
    assert.match(one(request('assert {\n  res.body.name: length 4\n}\n')), /^\?\? body\.name length 4$/m));

  it('a note says that process.env is not read from the .env file of Bruno', () => {
    const { notes } = imported('bruno', [{ path: 'r.bru', text: request('headers {\n  A: {{process.env.KEY}}\n}\n') }]);
    assert.match(
      notes.map((n) => `${n.level} ${n.message}`).join('\n'),
      /^information process\.env\.KEY .*\{\{\$dotenv\.KEY\}\} reads that file/m,
    );
  });

  it('path parameters keep their names where a script reads them', async () => {
    const server = await startRecorder();
    const params = 'params:path {\n  user: a b\n  empty: \n}\n\n';
    const script =
      'tests {\n  test("a", () => {\n    expect(req.getPathParams()[0]).to.eql({ name: "user", value: "a b", type: "path" });\n  });\n}\n';
    const text = one(request(`${params}${script}`, `${server.url}/users/:user/x`));
    const sent = await sendRun({ 'a.req': text });
    await server.close();
    assert.deepEqual(sent.tests, ['+ a'], text);
    assert.equal(server.requests[0]?.target, '/users/a%20b/x');
    assert.match(one(request(params, `${server.url}/users/:user/x`)), /\/users\/a%20b\/x/);
  });

  it('authentication replaces a header Authorization, as in Bruno', () => {
    const text = `meta {\n  name: R\n  type: http\n}\n\nget {\n  url: https://a.b/\n  body: none\n  auth: bearer\n}\n\nheaders {\n  Authorization: x\n}\n\nauth:bearer {\n  token: {{t}}\n}\n`;
    assert.match(one(text), /# @auth bearer \{\{t\}\}\nGET https:\/\/a\.b\/\n# Authorization: /);
  });
});
