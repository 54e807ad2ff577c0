import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const messages = ({ events, result }: SendRun): string =>
  [result.failure?.message ?? '', ...events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : []))].join('\n').trim();

describe('parts of requests and responses in scripts of Postman:', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder(
      () => 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 2\r\n\r\nhi',
    );
  });
  afterEach(() => server.close());

  const send = (request: string): Promise<SendRun> => sendRun({ 'a.req': request.replaceAll('URL', server.url) });

  it('the query is read and changed', async () => {
    const sent = await send(
      `< {%
const { url } = pm.request;
pm.variables.set("was", [url.query.get("a"), url.query.has("b"), url.query.count(), url.query.map((p) => p.key).join(), url.port, url.getPathWithQuery()]);
url.query.add({ key: "c", value: "x" }); url.query.upsert({ key: "a", value: "9" }); url.query.remove("b"); pm.request.removeQueryParams("d");
%}
GET URL/p?a=1&b=2&d=3#part
`,
    );
    assert.equal(messages(sent), '');
    assert.deepEqual(sent.variable('was'), ['1', true, 3, 'a,b,d', server.url.split(':').at(-1), '/p?a=1&b=2&d=3']);
    assert.equal(server.requests[0]?.target, '/p?a=9&c=x');
  });

  it('the fields of a form are read and changed', async () => {
    const sent = await send(
      `@v = a&b

###
< {%
const { body } = pm.request;
pm.variables.set("was", [body.mode, body.urlencoded.get("a b"), body.urlencoded.toObject()]);
body.urlencoded.add({ key: "x", value: "{{v}} c" }); body.urlencoded.remove("n");
%}
POST URL/
Content-Type: application/x-www-form-urlencoded

a%20b=c+d&n=1
`,
    );
    assert.equal(messages(sent), '');
    const [mode, value, all] = sent.variable('was') as readonly [string, string, ReadonlyMap<string, string>];
    assert.deepEqual(
      [mode, value, [...all]],
      [
        'urlencoded',
        'c d',
        [
          ['a b', 'c d'],
          ['n', '1'],
        ],
      ],
    );
    assert.equal(new URLSearchParams(server.requests[0]?.body).get('a b'), 'c d');
    assert.match(server.requests[0]?.body ?? '', /^a%20b=c%20d&x=/);
  });

  it('the response has cookies, a media type and a data URL', async () => {
    const sent = await send(
      'GET URL/\n\n> {%\nconst { cookies } = pm.response; pm.variables.set("r", [cookies.get("a"), pm.response.mime().type, pm.response.dataURI()]);\n%}\n',
    );
    assert.equal(messages(sent), '');
    assert.deepEqual(sent.variable('r'), ['1', 'text/plain', 'data:text/plain;base64,aGk=']);
  });

  it('pm.sendRequest sends forms in parts, GraphQL, URLs of parts and auth', async () => {
    const port = server.url.split(':').at(-1) ?? '';
    const sent = await send(
      `@v = filled

###
< {%
await pm.sendRequest({ method: "POST", url: { protocol: "http", host: ["127", "0", "0", "1"], port: "${port}", path: ["a", "b"], query: [{ key: "q", value: "1" }] }, body: { mode: "formdata", formdata: [{ key: "f\\"\\r\\n", value: "{{v}}", type: "text" }, { key: "off", value: "x", disabled: true }] } });
await pm.sendRequest({ method: "POST", url: "URL/g", auth: { type: "bearer", bearer: [{ key: "token", value: "{{v}}" }] }, body: { mode: "graphql", graphql: { query: "query { a }", variables: "{\\"x\\": 1}" } } });
await pm.sendRequest({ url: "URL/k", auth: { type: "apikey", apikey: [{ key: "key", value: "X-Key" }, { key: "value", value: "k" }] } });
await pm.sendRequest({ url: "URL/u", auth: { type: "basic", basic: { username: "u", password: "p" } } });
%}
GET URL/end
`,
    );
    assert.equal(messages(sent), '');
    const [form, graphql, key, basic] = server.requests;
    assert.equal(form?.target, '/a/b?q=1');
    assert.match(form?.body ?? '', /^--(form-[-\w]+)\r\nContent-Disposition: form-data; name="f%22%0D%0A"\r\n\r\nfilled\r\n--\1--\r\n$/);
    assert.match(form?.head ?? '', /Content-Type: multipart\/form-data; boundary=form-/);
    assert.equal(graphql?.body, '{"query":"query { a }","variables":{"x":1}}');
    assert.match(graphql?.head ?? '', /Authorization: Bearer filled\r\n[^]*Content-Type: application\/json/);
    assert.match(key?.head ?? '', /X-Key: k/);
    assert.match(basic?.head ?? '', /Authorization: Basic dTpw/);
  });

  for (const [code, message] of [
    [
      'pm.sendRequest({ url: "URL", method: "POST", body: { mode: "formdata", formdata: [{ key: "f", type: "file", src: "/etc/passwd" }] } })',
      /cannot send a file/,
    ],
    ['pm.sendRequest({ url: "URL", auth: { type: "ntlm" } })', /cannot send with the auth "ntlm"/],
  ] as const)
    it(`refuses ${code.slice(0, 60)}…`, async () => assert.match(messages(await send(`< {%\nawait ${code};\n%}\nGET URL/\n`)), message));
});
