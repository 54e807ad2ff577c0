import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const body = '{"user":{"id":7,"tags":["a","b"]},"items":[{"id":1,"on":true},{"id":2,"on":false}],"n":5}';
const json = (status: string, text: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nX-One: 1\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

const messages = ({ events }: SendRun): string => events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : [])).join('\n');

describe('scripts of Bruno', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder((_, target) =>
      target.startsWith('/token')
        ? json('201 Created', '{"token":"t"}')
        : target.startsWith('/no')
          ? json('404 Not Found', '{"error":"no"}')
          : json('200 OK', body),
    );
  });
  afterEach(() => server.close());

  const send = (before: string, after: string, more: Parameters<typeof sendRun>[1] = {}): Promise<SendRun> =>
    sendRun(
      {
        'a.req': `@base = x\n\n###\n${before === '' ? '' : `< {%\n${before}\n%}\n`}POST ${server.url}/users?a=1\nX-Sent: 1\nContent-Type: application/json\n\n{"sent": "{{base}}"}\n${after === '' ? '' : `\n> {%\n${after}\n%}\n`}`,
      },
      more,
    );

  for (const [what, after] of [
    [
      'res',
      'expect(res.status).to.equal(200); expect(res.statusText).to.equal("OK"); expect(res.body.n).to.equal(5); expect(res.headers["x-one"]).to.equal("1"); expect(res.responseTime).to.be.a("number");',
    ],
    [
      'methods of res',
      'expect(res.getStatus()).to.equal(200); expect(res.getBody().user.id).to.equal(7); expect(res.getHeader("X-One")).to.equal("1"); expect(res.getHeaders()).to.have.property("x-one"); expect(res.getResponseTime()).to.be.below(60000); expect(res.getSize().body).to.be.above(10); expect(res.body).to.be.json;',
    ],
    [
      'res(path)',
      'expect(res("user.id")).to.equal(7); expect(res("user.tags[1]")).to.equal("b"); expect(res("items.id")).to.eql([1, 2]); expect(res("..id")).to.eql([7, 1, 2]); expect(res("items[?]", { on: true })).to.eql([{ id: 1, on: true }]); expect(res("items[?].id", (item) => item.id > 1)).to.eql([2]); expect(res("items[-1].id")).to.equal(2); expect(res("items[0:1]").length).to.equal(1); expect(res("no.such")).to.equal(undefined);',
    ],
    [
      'req after the response',
      'expect(req.getMethod()).to.equal("POST"); expect(req.getUrl()).to.match(/users/); expect(req.getHeader("x-sent")).to.equal("1"); expect(req.getBody()).to.eql({ sent: "x" }); expect(req.getPath()).to.equal("/users"); expect(req.getQueryString()).to.equal("a=1");',
    ],
    [
      'packages',
      'const dayjs = require("dayjs"); const { nanoid } = require("nanoid"); const xml2js = require("xml2js"); const cheerio = require("cheerio"); expect(dayjs(0).toISOString()).to.equal("1970-01-01T00:00:00.000Z"); expect(nanoid()).to.match(/^[\\w-]{21}$/); expect(cheerio.load("<p class=x>Hi</p>")(".x").text()).to.equal("Hi"); let xml; xml2js.parseString("<a b=\'1\'><c>2</c></a>", (e, found) => { xml = found; }); expect(xml).to.eql({ a: { $: { b: "1" }, c: ["2"] } }); expect(new xml2js.Builder({ headless: true }).buildObject({ a: 1 })).to.equal("<a>1</a>"); expect(require("atob")(require("btoa")("x"))).to.equal("x"); expect(require("lodash").last([1, 2])).to.equal(2);',
    ],
    [
      'promises of xml2js',
      'const { parseStringPromise } = require("xml2js"); const found = await parseStringPromise("<a>1</a>"); expect(found.a).to.equal("1"); let failed; await parseStringPromise("<a>").catch((e) => { failed = e; }); expect(failed).to.be.an("error");',
    ],
  ] as const) {
    it(what, async () => {
      const sent = await send('', `test("a", async () => { ${after} });`);
      assert.equal(sent.result.failure?.message, undefined);
      assert.deepEqual(sent.tests, ['+ a'], messages(sent));
    });
  }

  it('report tests that fail, with the message of chai', async () => {
    const sent = await send(
      '',
      'test("a", () => { expect(res.status).to.equal(404); }); test("b", async () => { await bru.sleep(1); assert.equal(1, 2); });',
    );
    assert.deepEqual(
      sent.tests.map((line) => line.slice(0, 3)),
      ['- a', '- b'],
      sent.tests.join('\n'),
    );
    assert.match(messages(sent), /expected 200 to equal 404/);
  });

  it('use variables of every kind, and interpolate', async () => {
    const sent = await send(
      'bru.setVar("a", 1); bru.setEnvVar("b", "x"); bru.setGlobalEnvVar("c c", { d: 1 }); bru.deleteVar("a"); bru.setVar("e", bru.interpolate("{{b}}-{{base}}-{{no}}")); bru.setVar("f", [bru.hasVar("a"), bru.hasEnvVar("b"), bru.getGlobalEnvVar("c c").d, bru.getCollectionVar("base"), bru.interpolate({ k: ["{{b}}"] }).k[0]].join());',
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual(
      ['a', 'b', 'e', 'f'].map((name) => sent.variable(name)),
      [undefined, 'x', 'x-x-{{no}}', 'false,true,1,x,x'],
    );
    assert.notEqual(sent.variable('c_c'), undefined);
  });

  it('change the request before it is sent', async () => {
    const sent = await send(
      'req.setHeader("X-Sent", "2"); req.setHeaders({ "X-More": "{{base}}" }); req.deleteHeader("Accept"); req.setUrl(req.getUrl() + "&b=2"); req.setMethod("PUT"); const body = req.getBody(); body.more = 1; req.setBody(body);',
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    const [request] = server.requests;
    assert.match(request?.head ?? '', /^PUT \/users\?a=1&b=2 [^]*X-Sent: 2[^]*X-More: x/);
    assert.equal(request?.body.replace(/\s/g, ''), '{"sent":"x","more":1}');
  });

  it('fill in no placeholder that a server has sent', async () => {
    const evil = '["{", "{a}", "}"].join("")';
    const sent = await send(
      'bru.setVar("a", "LEAKED");',
      `const evil = ${evil}; const axios = require("axios");
await axios.post("${server.url}/token?1", { note: evil }, { headers: { "X-Note": evil }, params: { q: evil } });
await bru.sendRequest({ url: "${server.url}/token?2={{base}}", method: "post", headers: { "X-Note": evil }, data: { note: evil } });
pm.sendRequest({ url: "${server.url}/token", method: "post", header: { "X-Note": evil }, body: { mode: "raw", raw: evil } }, () => {});`,
    );
    assert.equal(sent.result.failure?.message, undefined);
    const [, first, second, third] = server.requests;
    assert.doesNotMatch(JSON.stringify(server.requests), /LEAKED/);
    // axios has no placeholders at all; the others fill in what stands in the script.
    assert.match(first?.body ?? '', /"\{\{a\}\}"/);
    assert.match(second?.target ?? '', /2=x$/);
    assert.match(second?.body ?? '', /"\{\{a\}\}"/);
    assert.match(third?.body ?? '', /\{\{a\}\}/);
  });

  it('send through the runner with bru.sendRequest and axios', async () => {
    const sent = await send(
      `bru.setVar("q", "v&w"); const first = await bru.sendRequest({ url: "${server.url}/token?x={{q}}", method: "post", headers: { "X-Key": "{{q}}" }, data: { a: 1 } }); bru.setVar("first", first.data.token + first.status);
const axios = require("axios"); const api = axios.create({ baseURL: "${server.url}/", headers: { "X-Api": "1" } });
bru.setVar("second", (await api.get("/token", { params: { "a b": "c&d" } })).data.token);
try { await axios.post("${server.url}/no", "x=1"); } catch (e) { bru.setVar("third", e.response.status + e.response.data.error); }
await bru.sendRequest("${server.url}/token", (err, res) => { bru.setVar("fourth", err === null && res.status === 201); });`,
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual(
      ['first', 'second', 'third', 'fourth'].map((name) => sent.variable(name)),
      ['t201', 't', '404no', true],
    );
    const [first, second, third] = server.requests;
    assert.deepEqual([first?.method, first?.target, first?.body], ['POST', '/token?x=v&w', '{"a":1}']);
    assert.match(first?.head ?? '', /X-Key: v&w\r\n[^]*Content-Type: application\/json/);
    assert.equal(second?.target, '/token?a%20b=c%26d');
    assert.match(second.head, /X-Api: 1/);
    assert.match(third?.head ?? '', /Content-Type: application\/x-www-form-urlencoded/);
  });

  it('send a request of the collection with bru.runRequest', async () => {
    const sent = await sendRun({
      'a.req': `### login\nGET ${server.url}/token\n\n###\n< {%\nconst login = await bru.runRequest("folder/login"); bru.setVar("token", login.data.token);\n%}\nGET ${server.url}/users\nX-Token: {{token}}\n`,
    });
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual(
      server.requests.map((r) => r.target),
      ['/token', '/users'],
    );
    assert.match(server.requests[1]?.head ?? '', /X-Token: t/);
  });

  it('read the process environment only through the permission for $env', async () => {
    const asked: string[] = [];
    const sent = await send(
      'const town = bru.getProcessEnv("TOWN"); req.setHeader("X-Town", [...town].reverse().join("")); bru.setVar("no", bru.getProcessEnv("NO") === undefined);',
      '',
      {
        host: {
          env: (name) => (name === 'TOWN' ? 'Riga' : undefined),
          maySendEnvironment: (names) => {
            asked.push(names.join());
            return Promise.resolve(false);
          },
        },
      },
    );
    assert.equal(server.requests.length, 0);
    assert.deepEqual(asked, ['TOWN'], sent.result.failure?.message);
  });

  it('write placeholders that only Req has as text', async () => {
    const sent = await send('req.setHeader("X-Sent", "{{$env.TOWN}}"); bru.setVar("a", bru.interpolate("{{$env.TOWN}}"));', '', {
      host: { env: () => 'Riga' },
    });
    assert.equal(sent.result.failure?.message, undefined);
    assert.match(server.requests[0]?.head ?? '', /X-Sent: \{\{\$env\.TOWN\}\}/);
    assert.equal(sent.variable('a'), '{{$env.TOWN}}');
  });

  for (const [call, message] of [
    ['bru.cwd()', /bru\.cwd is not possible in Req: scripts have no file system/],
    ['bru.getProcessEnv("TO" + "WN")', /does not appear in any file/],
    ['require("fs")', /no package fs: scripts read no files/],
    ['require("left-pad")', /no package left-pad\. Scripts can load files of the collection, such as \.\/lib\.js, and ajv, /],
  ] as const)
    it(`are told what to use instead of ${call}`, async () => {
      assert.match((await send(call, '', { host: { env: () => 'Riga' } })).result.failure?.message ?? '', message);
    });

  it('skip requests with bru.runner', async () => {
    assert.equal((await send('bru.runner.skipRequest()', '')).result.outcome, 'ended');
    assert.equal(server.requests.length, 0);
  });
});
