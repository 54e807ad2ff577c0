import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const answer =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-One: 1\r\nSet-Cookie: sid=abc; Path=/\r\nContent-Length: 45\r\n\r\n{"user":{"id":7,"tags":["a"]},"ok":true,"n":5}';

describe('scripts of Postman', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder((_, target) =>
      target.startsWith('/token')
        ? 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"token":"t"}'
        : answer.replace('45', '46'),
    );
  });
  afterEach(() => server.close());

  const send = (before: string, after: string, more: Parameters<typeof sendRun>[1] = {}): Promise<SendRun> =>
    sendRun(
      {
        'a.req': `@base = x\n\n###\n${before === '' ? '' : `< {%\n${before}\n%}\n`}GET ${server.url}/users?a=1\nX-Sent: 1\n${after === '' ? '' : `\n> {%\n${after}\n%}\n`}`,
      },
      more,
    );

  for (const [what, after, tests] of [
    [
      'pm.test and pm.expect with chai',
      'pm.test("a", () => { pm.expect(pm.response.json().user).to.have.property("id").that.is.a("number"); pm.expect([1]).to.eql([1]); });\npm.test("b", function () { pm.expect(1, "one").to.equal(2); });',
      ['pass a', 'fail b'],
    ],
    [
      'assertions about the response',
      'pm.test("a", () => { pm.response.to.have.status(200); pm.response.to.have.status("OK"); pm.response.to.be.ok; pm.response.to.be.success; pm.response.to.be.json; pm.response.to.be.withBody; pm.response.to.have.header("x-one"); pm.response.to.have.header("X-One", "1"); pm.response.to.have.jsonBody("user.id", 7); pm.response.to.have.jsonBody("user.tags[0]"); pm.response.to.not.be.error; pm.response.to.not.have.status(404); pm.expect(pm.response).to.have.status(200); pm.expect(pm.response.responseTime).to.be.below(60000); pm.expect(true).to.be.ok; })',
      ['pass a'],
    ],
    [
      'failed assertions',
      'pm.test("a", () => pm.response.to.have.status(404)); pm.test("b", () => pm.response.to.be.notFound); pm.test("c", () => pm.response.to.have.jsonBody("no")); pm.test("d", () => pm.response.to.have.header("x-no"))',
      ['fail a', 'fail b', 'fail c', 'fail d'],
    ],
    [
      'assertions about the headers of the request',
      'pm.test("a", () => pm.request.to.have.header("x-sent", "1")); pm.test("b", () => pm.request.to.have.header("x-sent", "2")); pm.test("c", () => pm.request.to.not.have.header("x-no"))',
      ['pass a', 'fail b', 'pass c'],
    ],
    [
      'JSON schemas',
      'const schema = { type: "object", required: ["user"], properties: { n: { type: "number" } } };\npm.test("a", () => pm.response.to.have.jsonSchema(schema)); pm.test("b", () => pm.expect({ user: 1, n: "x" }).to.have.jsonSchema(schema));',
      ['pass a', 'fail b'],
    ],
    [
      'tests with done',
      'pm.test("a", (done) => { setTimeout(() => { pm.expect(1).to.equal(1); done(); }, 1); }); pm.test("b", (done) => done(new Error("x")));',
      ['fail b', 'pass a'],
    ],
    [
      'tests[…], responseBody and responseCode',
      'tests["a"] = responseCode.code === 200 && responseBody.has("user"); tests["b"] = responseBody.has("nothing"); if (tests["a"]) tests["c"] = responseTime < 60000;',
      ['pass a', 'fail b', 'pass c'],
    ],
    [
      'headers and cookies',
      'pm.test("a", () => { pm.expect(pm.response.headers.get("x-one")).to.equal("1"); pm.expect(pm.cookies.get("sid")).to.equal("abc"); pm.expect(postman.getResponseHeader("X-One")).to.equal("1"); pm.expect(pm.request.headers.get("x-sent")).to.equal("1"); pm.expect(pm.request.url.getPath()).to.equal("/users"); })',
      ['pass a'],
    ],
    [
      'packages',
      'const moment = require("moment"); const uuid = require("uuid");\npm.test("a", () => { pm.expect(_.chunk([1, 2, 3], 2)).to.eql([[1, 2], [3]]); pm.expect(CryptoJS.SHA256("abc").toString().slice(0, 8)).to.equal("ba7816bf"); pm.expect(CryptoJS.AES.decrypt(CryptoJS.AES.encrypt("x", "k").toString(), "k").toString(CryptoJS.enc.Utf8)).to.equal("x"); pm.expect(moment(0).utc().format("YYYY")).to.equal("1970"); pm.expect(uuid.v4()).to.match(/^[\\w-]{36}$/); pm.expect(new (require("ajv"))().validate({ type: "string" }, "x")).to.be.true; })',
      ['pass a'],
    ],
    [
      'tv4',
      'const schema = { type: "object", required: ["id"], properties: { id: { type: "number" } } }; pm.test("a", () => { pm.expect(tv4.validate({ id: 1 }, schema)).to.be.true; pm.expect(require("tv4").validate({ id: "x" }, schema)).to.be.false; pm.expect(tv4.error.dataPath).to.equal("/id"); });',
      ['pass a'],
    ],
    [
      'eval of helpers',
      'pm.globals.set("helper", "(() => 5)"); const helper = eval(pm.globals.get("helper")); pm.test("a", () => pm.expect(helper()).to.equal(5));',
      ['pass a'],
    ],
  ] as const) {
    it(what, async () => {
      const sent = await send('', after);
      assert.equal(sent.result.failure?.message, undefined);
      assert.deepEqual(
        sent.tests.map((line) => line.split(':')[0]?.replace(/^\+/, 'pass').replace(/^-/, 'fail')),
        tests,
        sent.tests.join('\n'),
      );
    });
  }

  it('use variables of every kind, and replaceIn', async () => {
    const sent = await send(
      'pm.environment.set("a", 1); pm.globals.set("b", "x"); pm.collectionVariables.set("c", { d: 1 }); pm.variables.set("e", pm.variables.replaceIn("{{b}}-{{base}}-{{no}}")); pm.environment.unset("a"); postman.setEnvironmentVariable("f", pm.environment.has("a")); environment.g = globals.b; postman.clearGlobalVariable("b");',
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual(
      ['a', 'b', 'e', 'f', 'g'].map((name) => sent.variable(name)),
      [undefined, undefined, 'x-x-{{no}}', false, 'x'],
    );
  });

  it('change the request before it is sent', async () => {
    const sent = await send(
      'pm.request.headers.add({ key: "X-Added", value: "a" }); pm.request.headers.upsert({ key: "x-sent", value: "2" }); pm.request.addQueryParams("b=2");',
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    const head = server.requests[0]?.head ?? '';
    assert.match(head, /GET \/users\?a=1&b=2 /);
    assert.match(head, /X-Sent: 2\r\nX-Added: a/);
  });

  for (const [what, type, body, data] of [
    ['the fields of a form', 'application/x-www-form-urlencoded', 'name=Ada+L&mail=a%40b.example', { name: 'Ada L', mail: 'a@b.example' }],
    [
      'the fields of a multipart body',
      'multipart/form-data; boundary=xx',
      '--xx\nContent-Disposition: form-data; name="name"\n\nAda\n--xx--',
      { name: 'Ada' },
    ],
    ['the text of another body', 'application/json', '{"a":1}', '{"a":1}'],
  ] as const)
    it(`get ${what} from request.data, before any other name of Postman was used`, async () => {
      const { result, console } = await sendRun({
        'a.req': `###\nPOST ${server.url}/users\nContent-Type: ${type}\n\n${body}\n\n> {%\nconsole.log(JSON.stringify(request.data));\n%}\n`,
      });
      assert.equal(result.failure?.message, undefined);
      assert.deepEqual(
        console.map((line) => JSON.parse(line) as unknown),
        [data],
      );
    });

  it('send with pm.sendRequest and a callback, before the request', async () => {
    const sent = await send(
      `pm.variables.set("q", "v&w"); pm.sendRequest({ url: "${server.url}/token?x={{q}}&y=1", method: "post", header: { "X-Key": "{{q}}", "Content-Type": "application/json" }, body: { mode: "raw", raw: JSON.stringify({ a: "\\"é" }) } }, (err, res) => { pm.environment.set("token", err ? String(err) : res.json().token + res.code); });`,
      '',
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.equal(sent.variable('token'), 't201');
    const [first, second] = server.requests;
    assert.equal(first?.method, 'POST');
    assert.equal(first.target, '/token?x=v&w&y=1');
    assert.match(first.head, /X-Key: v&w/);
    assert.equal(Buffer.from(first.body, 'latin1').toString('utf8').includes('é') || first.body.includes('é'), true);
    assert.equal(second?.method, 'GET');
  });

  it('send a form with pm.sendRequest and a promise, and report its error', async () => {
    const sent = await send(
      '',
      `const res = await pm.sendRequest({ url: "${server.url}/token", method: "POST", body: { mode: "urlencoded", urlencoded: [{ key: "a b", value: "1&2" }, { key: "off", value: "1", disabled: true }] } }); pm.environment.set("code", res.code); pm.sendRequest("http://127.0.0.1:1/", (err, res) => pm.environment.set("err", err !== null && res === undefined));`,
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.equal(server.requests[1]?.body, 'a%20b=1%262');
    assert.match(server.requests[1].head, /Content-Type: application\/x-www-form-urlencoded/);
    assert.deepEqual([sent.variable('code'), sent.variable('err')], [201, true]);
  });

  it('ask before pm.sendRequest sends what the user did not allow, whatever the script made of it', async () => {
    const asked: string[] = [];
    const sent = await send(
      `const town = [...tool.interpolate("{{$env.TOWN}}")].reverse().join(""); pm.sendRequest({ url: "${server.url}/token", header: { ["X-" + town]: "1" } }, (err) => pm.environment.set("err", String(err)));`,
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
    assert.equal(server.requests.length, 0, sent.result.failure?.message);
    assert.deepEqual(asked.slice(0, 1), ['TOWN']);
  });

  it('show no secret with pm.sendRequest', async () => {
    const sent = await send(
      `pm.sendRequest({ url: "${server.url}/token?k=" + tool.interpolate("{{$secret.KEY}}").split("").join("-") });`,
      '',
      {
        host: { secret: () => Promise.resolve('hush-4711') },
      },
    );
    assert.match(server.requests[0]?.target ?? '', /h-u-s-h/);
    assert.doesNotMatch(JSON.stringify(sent.events), /h-u-s-h/);
  });

  for (const call of [
    'pm.sendRequest("URL/token", done)',
    'pm.sendRequest({ url: "{{base}}/token" }, done)',
    'pm.cookies.jar().get("URL/token", "a", done)',
  ])
    it(`make no secret of the host and of variables by ${call} in a request with credentials`, async () => {
      const { events, result } = await sendRun(
        {
          'a.req': `@base = ${server.url}\n\n###\n# @auth bearer {{$secret.KEY}}\nGET {{base}}/users\n\n> {%\nconst done = () => pm.environment.set("a", "plain-text");\n${call.replace('URL', server.url)};\n%}\n`,
        },
        { host: { secret: () => Promise.resolve('hush-4711') } },
      );
      assert.equal(result.failure?.message, undefined);
      const shown = JSON.stringify(events, (_, value: unknown) => (value instanceof Map ? [...value] : value));
      assert.match(shown, /plain-text/);
      assert.ok(shown.includes(`${server.url}/users`));
    });

  it('show what they send by pm.sendRequest and write into the request, apart from what they made of a secret', async () => {
    const before = `const key = pm.environment.get("key");
pm.sendRequest({ url: pm.environment.get("base") + "/token?mode=fast&k=" + [...key].reverse().join(""), header: { Accept: "application/json" } });
pm.request.headers.upsert({ key: "Content-Type", value: "application/json" });`;
    const { events, result } = await sendRun(
      {
        'a.req': `@base = ${server.url}\n@key = {{$secret.KEY}}\n\n###\n< {%\n${before}\n%}\nGET {{base}}/users\nX-Mode: fast\nX-Echo: 1174-hsuh\n`,
      },
      { host: { secret: () => Promise.resolve('hush-4711') } },
    );
    assert.equal(result.failure?.message, undefined);
    assert.match(server.requests[0]?.target ?? '', /mode=fast&k=1174-hsuh$/);
    const sending = events.find((e) => e.kind === 'sending');
    assert.equal(sending?.request.url, `${server.url}/users`);
    const shown = new Map(sending.request.headers);
    assert.deepEqual(
      ['Content-Type', 'X-Mode', 'X-Echo'].map((name) => shown.get(name)),
      ['application/json', 'fast', '•••'],
    );
  });

  it('write placeholders that only Req has as text, while those of the request work', async () => {
    const sent = await sendRun(
      {
        'a.req': `###\n< {%\npm.request.headers.upsert({ key: "X-A", value: "{{$env.OTHER}}" }); pm.variables.set("b", pm.variables.replaceIn("{{$env.TOWN}}")); pm.request.body.raw = pm.request.body.raw + "!{{$env.OTHER}}";\n%}\nPOST ${server.url}/users\n\n{{$env.TOWN}}\n`,
      },
      { host: { env: () => 'Riga' } },
    );
    assert.equal(sent.result.failure?.message, undefined);
    const [request] = server.requests;
    assert.match(request?.head ?? '', /X-A: \{\{\$env\.OTHER\}\}/);
    assert.equal(request?.body, 'Riga!{{$env.OTHER}}');
    assert.equal(sent.variable('b'), '{{$env.TOWN}}');
  });

  it('use the names of variables that the import wrote', async () => {
    const sent = await send('pm.environment.set("base url", "b"); pm.globals.set("$x", pm.variables.replaceIn("{{base url}}"));', '');
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual([sent.variable('base_url'), sent.variable('_x')], ['b', 'b']);
  });

  it('run xml2Json, set an undeclared variable, and read parts of the URL', async () => {
    const sent = await send(
      '',
      'data = xml2Json("<a><b>1</b></a>"); pm.test("a", () => { pm.expect(data.a.b).to.equal("1"); pm.expect(pm.request.url.query.get("a")).to.equal("1"); pm.expect(pm.request.url.path).to.eql(["users"]); });',
    );
    assert.deepEqual(sent.tests, ['+ a'], sent.result.failure?.message);
  });

  it('skip a request with pm.execution.skipRequest, and end the run with setNextRequest(null)', async () => {
    assert.equal((await send('pm.execution.skipRequest()', '')).result.outcome, 'ended');
    // A single send has no order.
    const { result, console: said } = await send(
      '',
      'postman.setNextRequest("other"); pm.setNextRequest(null); pm.test("goes on", () => {});',
    );
    assert.deepEqual([result.failure, said.filter((line) => line.includes('other')).length], [undefined, 1]);
  });
});
