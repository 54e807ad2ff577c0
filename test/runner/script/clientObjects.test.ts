import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const messages = ({ events, result }: SendRun): string =>
  [result.failure?.message ?? '', ...events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : []))].join('\n').trim();

describe('scripts of Postman and Bruno pass on their objects:', () => {
  let server: Recorder;
  before(async () => {
    server = await startRecorder(
      () => 'HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Path=/\r\nContent-Length: 0\r\n\r\n',
    );
  });
  beforeEach(() => void (server.requests.length = 0));
  after(() => server.close());

  const send = (script: string, request = 'GET {{base}}/p', lines = ''): Promise<SendRun> =>
    sendRun({
      'a.req': `@base = ${server.url}\n\n###\n${lines}< {%\n${script.replaceAll('"URL', `"${server.url}`)}\n%}\n${request}\n`,
    });
  const form = 'POST {{base}}/p?q=1\nContent-Type: application/x-www-form-urlencoded\nX-A: 1\n\na=1&b=2';

  for (const url of ['pm.request.url', 'pm.request.url.toString()', 'new URL("URL/x")'])
    it(`the jar of cookies takes ${url}`, async () => {
      const sent = await send(
        `const jar = pm.cookies.jar(); await jar.set("URL", "old", "1"); await jar.clear(${url}); await jar.set(${url}, "k", "v");`,
      );
      assert.equal(messages(sent), '');
      assert.match(server.requests[0]?.head ?? '', /\r\nCookie: k=v\r\n/);
    });

  it('pm.sendRequest takes pm.request, its URL, and its parts', async () => {
    const sent = await send(
      `await pm.sendRequest(pm.request);
await pm.sendRequest(pm.request.url);
await pm.sendRequest({ url: pm.request.url, method: "PUT", header: pm.request.headers, body: pm.request.body });`,
      form,
      '# @no-cookie-jar\n',
    );
    assert.equal(messages(sent), '');
    const seen = server.requests.map(({ method, target, head, body }) => [method, target, /X-A: 1/.test(head), body]);
    assert.deepEqual(seen, [
      ['POST', '/p?q=1', true, 'a=1&b=2'],
      ['GET', '/p?q=1', false, ''],
      ['PUT', '/p?q=1', true, 'a=1&b=2'],
      ['POST', '/p?q=1', true, 'a=1&b=2'],
    ]);
  });

  it('pm.sendRequest fills in the placeholders of the request itself, but none of a server', async () => {
    const sent = await send(
      `await pm.sendRequest(pm.request);
const theirs = { all: 1, isEmpty: 1 };
await pm.sendRequest({ method: "POST", url: "URL/theirs", header: [{ key: "X", value: "{" + "{v}}" }], body: { ...theirs, raw: "{" + "{v}}" } });`,
      'POST {{base}}/{{v}}\nX-{{v}}: {{v}}\n\n{{v}}',
      '# @no-cookie-jar\n@v = mine\n',
    );
    assert.equal(messages(sent), '');
    const seen = server.requests.map(({ target, head, body }) => [target, /\r\n(X.*)\r\n/.exec(head)?.[1], body]);
    const mine = ['/mine', 'X-mine: mine', 'mine'];
    assert.deepEqual(seen, [mine, ['/theirs', 'X: {{v}}', '{{v}}'], mine]);
  });

  it('pm.sendRequest takes lines of headers, and a form beside no text', async () => {
    const sent = await send(
      'await pm.sendRequest({ method: "POST", url: "URL/h", header: ["A: 1", { key: "B", value: "2" }], body: { mode: "urlencoded", raw: null, urlencoded: [{ key: "a", value: "1" }] } });',
    );
    assert.equal(messages(sent), '');
    assert.match(server.requests[0]?.head ?? '', /\r\nA: 1\r\nB: 2\r\n/);
    assert.equal(server.requests[0]?.body, 'a=1');
  });

  it('pm.sendRequest does not send credentials that it does not know', async () => {
    const sent = await send('await pm.sendRequest(pm.request);', 'GET {{base}}/p', '# @auth bearer t\n');
    assert.match(messages(sent), /cannot send with the auth "bearer"/);
    assert.equal(server.requests.length, 0);
  });

  for (const [code, target, type, body] of [
    ['pm.request.body = { mode: "raw", raw: "new" };', '/p', undefined, 'new'],
    ['pm.request.body = "new";', '/p', undefined, 'new'],
    ['pm.request.body.update({ mode: "graphql", graphql: { query: "{a}" } });', '/p', 'application/json', '{"query":"{a}"}'],
    [
      'pm.request.body.update({ mode: "formdata", formdata: [{ key: "a", value: "b" }] });',
      '/p',
      'multipart/form-data',
      'name="a"\r\n\r\nb',
    ],
    ['pm.request.headers = [{ key: "Content-Type", value: "text/x" }];', '/p', 'text/x', 'old'],
    ['pm.request.url = { raw: "URL/other" };', '/other', undefined, 'old'],
    ['pm.request.url.update({ protocol: "http", host: "127.0.0.1", port: PORT, path: ["b"] });', '/b', undefined, 'old'],
    ['pm.request.url += "#part"; pm.request.url.addQueryParams("q=1");', '/p?q=1', undefined, 'old'],
  ] as const)
    it(`sends what ${code.slice(0, 70)} sets`, async () => {
      const sent = await send(code.replace('PORT', new URL(server.url).port), 'POST {{base}}/p\n\nold');
      assert.equal(messages(sent), '');
      const [request] = server.requests;
      assert.equal(request?.target, target);
      assert.equal(/\r\nContent-Type: ([^;\r]+)/.exec(request?.head ?? '')?.[1], type);
      assert.ok(request?.body.includes(body));
    });

  for (const [code, target] of [
    ['url.path = ["q", "r"];', '/q/r?a=1&b=2'],
    ['url.path = "/q";', '/q?a=1&b=2'],
    ['url.host = ["127", "0", "0", "1"]; url.port = PORT; url.protocol = "http";', '/p?a=1&b=2'],
    ['url.query = [{ key: "n" }, { key: "c", value: "3" }];', '/p?n&c=3'],
    ['url.query.add("x=1"); url.query.upsert("a=9");', '/p?a=9&b=2&x=1'],
    ['url.removeQueryParams([{ key: "a" }, "none"]);', '/p?b=2'],
    ['url.addQueryParams([{ key: "n" }, { key: "o", value: null }, { key: "i", value: 5 }]);', '/p?a=1&b=2&n&o&i=5'],
  ] as const)
    it(`sends the URL that ${code} makes`, async () => {
      const sent = await send(`const { url } = pm.request; ${code.replace('PORT', new URL(server.url).port)}`, 'GET {{base}}/p?a=1&b=2');
      assert.equal(messages(sent), '');
      assert.equal(server.requests[0]?.target, target);
    });

  it('sends headers and fields that are given as texts', async () => {
    const sent = await send(
      'const { headers, body } = pm.request; headers.add("A: 1:2"); headers.upsert("X-A: 3"); pm.request.addHeader("B:4"); body.urlencoded = [{ key: "z", value: "1 2" }]; body.urlencoded.add("y=1");',
      form,
    );
    assert.equal(messages(sent), '');
    assert.match(server.requests[0]?.head ?? '', /\r\nX-A: 3\r\nA: 1:2\r\nB: 4\r\n/);
    assert.equal(server.requests[0]?.body, 'z=1%202&y=1');
  });

  for (const [code, message] of [
    ['pm.request.auth = { type: "bearer" };', /pm\.request\.auth is not possible in Req: set the header Authorization/],
    ['pm.request.body.update({ mode: "file", file: { src: "a" } });', /cannot be of the mode "file"/],
    ['pm.request.body.update({ mode: "formdata", formdata: [{ key: "f", type: "file", src: "a" }] });', /cannot send a file/],
  ] as const)
    it(`refuses ${code.slice(0, 70)}`, async () => {
      assert.match(messages(await send(code, 'POST {{base}}/p\n\nold')), message);
      assert.equal(server.requests.length, 0);
    });

  for (const code of [
    'pm.sendRequest({ url: "URL", auth: { type: "basic", basic: { username: "jö", password: "€" } } })',
    'axios.get("URL", { auth: { username: "jö", password: "€" } })',
  ])
    it(`sends user and password in UTF-8 with ${code.slice(0, 15)}`, async () => {
      assert.equal(messages(await send(`await ${code};`)), '');
      const written = /Authorization: Basic (\S+)/.exec(server.requests[0]?.head ?? '')?.[1] ?? '';
      assert.equal(Buffer.from(written, 'base64').toString(), 'jö:€');
    });

  for (const call of [
    'axios.post("URL", DATA, { headers: HEADERS })',
    'bru.sendRequest({ method: "POST", url: "URL", data: DATA, headers: HEADERS })',
  ])
    it(`sends an object as a form if its type is that of one, with ${call.slice(0, 15)}`, async () => {
      const code = call
        .replace('DATA', '{ a: "1 2", list: [1, 2], o: { in: true }, none: null, off: undefined }')
        .replace('HEADERS', '{ "content-type": "application/x-www-form-urlencoded" }');
      assert.equal(messages(await send(`await ${code};`)), '');
      const body = new URLSearchParams(server.requests[0]?.body.toString());
      assert.deepEqual(
        [...body],
        [
          ['a', '1 2'],
          ['list[]', '1'],
          ['list[]', '2'],
          ['o[in]', 'true'],
          ['none', ''],
        ],
      );
    });

  it('Set-Cookie is a list in scripts of Bruno', async () => {
    const sent = await sendRun({
      'a.req': `GET ${server.url}/\n\n> {%\nconst first = (all) => all.map((c) => c.split(";")[0]).join();\ntool.setVar("seen", [first(res.headers["set-cookie"]), first(res.getHeader("Set-Cookie")), first((await axios.get("${server.url}/")).headers["set-cookie"])]);\n%}\n`,
    });
    assert.equal(messages(sent), '');
    assert.deepEqual(sent.variable('seen'), ['a=1,b=2', 'a=1,b=2', 'a=1,b=2']);
  });
});
