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

  it('the comments of a JSON body are not sent, but written above the request', () => {
    const body =
      'body:json {\n  {\n    // "old": 1,\n    "url": "http://x//y", /* @why */\n    "n": {{n}} // last\n    /** two\n     lines **/\n  }\n}\n';
    assert.equal(
      one(request(body)).replace(/^.*?(?=# "old")/s, ''),
      '# "old": 1,\n# (@)why\n# last\n# two\n#    lines\n# @auth none\nPOST https://a.b/\nContent-Type: application/json\n\n{\n  "url": "http://x//y",\n  "n": {{n}}\n}\n',
    );
    assert.match(one(request('body:json {\n  not json // text\n}\n')), /^not json \/\/ text$/m);
    const variables = 'body:graphql {\n  { a }\n}\n\nbody:graphql:vars {\n  {"a": 1 // one\n  }\n}\n';
    assert.match(one(request(variables).replace('body: json', 'body: graphql')), /^# one\n[^]*\n\{ a \}\n\n\{"a": 1\n\}\n$/m);
  });

  it('the authentication of a folder replaces the header Authorization of requests that inherit it', () => {
    const header = 'headers {\n  Authorization: Basic YTpiYw==\n}\n';
    const collection = (auth: string, folder: string): string => {
      const files = {
        'bruno.json': '{"version": "1", "name": "C", "type": "collection"}',
        'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n',
        'F/folder.bru': `meta {\n  name: F\n}\n\nauth {\n  mode: ${folder}\n}\n`,
        'F/r.bru': request(header).replace('auth: none', `auth: ${auth}`),
      };
      const { files: made } = imported(
        'bruno',
        Object.entries(files).map(([path, text]) => ({ path, text })),
      );
      return /^(?:# )?(?=Authorization)/m.exec(made.find(({ path }) => path === 'F.req')?.text ?? '')?.[0] ?? 'no header';
    };
    assert.deepEqual([collection('inherit', 'inherit'), collection('inherit', 'none'), collection('none', 'inherit')], ['# ', '', '']);
  });

  it('a note names what is left out: certificates and the proxy of the collection, and disabled variables', () => {
    const config = {
      version: '1',
      name: 'C',
      type: 'collection',
      clientCertificates: { enabled: true, certs: [{ domain: 'a.b' }] },
      proxy: { enabled: true },
    };
    const { notes } = imported('bruno', [
      { path: 'bruno.json', text: JSON.stringify(config) },
      { path: 'environments/dev.bru', text: 'vars {\n  a: 1\n  ~b: 2\n}\n' },
    ]);
    assert.deepEqual(
      notes.map(({ level, message }) => `${level}: ${message}`),
      [
        'warning: Its client certificates are not carried over: # @cert names one.',
        'warning: Its proxy is not carried over: # @proxy names one.',
        'warning: The variable b is disabled and is left out.',
      ],
    );
  });
});
