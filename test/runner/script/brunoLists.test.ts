import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const answer = '{"a":{"list":[{"name":"first"}],"x.y":{"z":1}},"mail":"no mail"}';

describe('lists of headers, bodies and assertions in scripts of Bruno and Postman', () => {
  let server: Recorder;
  before(async () => {
    server = await startRecorder((_, target) => {
      const status = target.startsWith('/no') ? '404 Not Found' : '200 OK';
      return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nX-One: 1\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`;
    });
  });
  beforeEach(() => void (server.requests.length = 0));
  after(() => server.close());

  const send = async (before: string, after: string, type = 'text/plain'): Promise<SendRun> => {
    const script = (open: string, text: string): string => (text === '' ? '' : `${open} {%\n${text}\n%}\n`);
    const text = `###\n${script('<', before)}POST ${server.url}/\nX-Sent: 1\nX-Two: 2\nContent-Type: ${type}\n\n${script('\n>', after)}`;
    const sent = await sendRun({ 'a.req': text });
    assert.equal(sent.result.failure?.message, undefined);
    return sent;
  };
  const failed = ({ events }: SendRun): readonly string[] =>
    events.flatMap((e) => (e.kind === 'test' && !e.result.passed ? [e.result.message ?? ''] : []));

  for (const [who, list, test, expect] of [
    ['req.headerList', 'req.headerList', 'test', 'expect'],
    ['pm.request.headers', 'pm.request.headers', 'pm.test', 'pm.expect'],
  ] as const)
    it(`reads ${who} by name without case, and by functions`, async () => {
      const sent = await send(
        '',
        `const l = ${list}; ${test}("a", () => { ${expect}(l.get("x-sent")).to.equal("1"); ${expect}(l.get("none")).to.equal(undefined);
        ${expect}(l.one("X-SENT")).to.eql({ key: "X-Sent", value: "1" }); ${expect}([l.has("x-two"), l.has("x-two", "9"), l.has({ key: "X-Two", value: "2" })]).to.eql([true, false, true]);
        ${expect}(l.find((h) => h.value === "2").key).to.equal("X-Two"); ${expect}(l.filter((h) => h.key.startsWith("X-")).length).to.equal(2);
        ${expect}([l.indexOf("x-two"), l.indexOf({ key: "X-Two", value: "3" })]).to.eql([1, -1]); ${expect}(l.idx(0).key).to.equal("X-Sent");
        ${expect}(l.map((h) => h.key)).to.include("X-Sent"); ${expect}(l.reduce((sum, h) => sum + h.key.length, 0)).to.be.above(10);
        const context = { keys: [] }; l.each(function (h) { this.keys.push(h.key); }, context); ${expect}(context.keys.length).to.equal(l.count());
        ${expect}(l.toObject()["X-Two"]).to.equal("2"); ${expect}(String(l)).to.include("X-Sent: 1\\n"); ${expect}(l.toJSON()).to.eql(l.all()); });`,
      );
      assert.deepEqual(failed(sent), []);
      assert.equal(sent.tests.length, 1);
    });

  it('lists the headers of a response in lower case, as Bruno does', async () => {
    const sent = await send(
      '',
      'test("a", () => { expect(res.headerList.one("X-One")).to.eql({ key: "x-one", value: "1" }); expect(res.headerList.toObject()["x-one"]).to.equal("1"); });',
    );
    assert.deepEqual(failed(sent), []);
  });

  it('changes the headers of a request by its list', async () => {
    await send(
      'const l = req.headerList; l.add({ key: "X-New", value: "a" }); l.upsert({ key: "x-sent", value: "3" }); l.upsert({ key: "X-Up", value: "b" }); l.remove("X-Two"); l.populate([{ key: "X-Sent", value: "kept" }, { key: "X-Pop", value: "c" }]); l.remove((h) => h.key === "X-Up"); l.remove({ key: "X-New", value: "other" });',
      '',
    );
    const head = server.requests[0]?.head ?? '';
    assert.match(head, /X-Sent: 3\r\n(?:Content-Type: text\/plain\r\n)X-New: a\r\nX-Pop: c\r\n/);
    assert.doesNotMatch(head, /X-Two|X-Up/);
  });

  for (const [what, body, expected] of [
    ['an object', '{ key: "a b", list: ["x", "y"], none: null }', 'key=a%20b&list=x&list=y&none='],
    ['a list of names and values', '[{ name: "", value: "v" }, { name: "n", value: 0 }, { name: "n", value: false }]', '=v&n=0&n=false'],
    ['a text', '"a=1&b=2"', 'a=1&b=2'],
  ] as const)
    it(`req.setBody sends ${what} as a form, if the request has a form`, async () => {
      await send(`req.setBody(${body});`, '', 'application/x-www-form-urlencoded');
      assert.equal(server.requests[0]?.body.toString(), expected);
    });

  it('checks parts of a body by jsonBody', async () => {
    const sent = await send(
      '',
      `test("a", () => { const b = expect(res.body).to; b.have.jsonBody(); b.have.jsonBody("a.list[0].name"); b.have.jsonBody("a.list[0].name", "first"); b.have.jsonBody('a["x.y"].z', 1);
      b.not.have.jsonBody("a.list[1]"); }); test("b", () => expect(res.body).to.have.jsonBody("a.list", [])); test("c", () => expect(res.body).to.not.have.jsonBody("a.list[0]", { name: "first" }));`,
    );
    assert.deepEqual(failed(sent), [
      "AssertionError: expected JSON body at 'a.list' to be as given",
      "AssertionError: expected JSON body at 'a.list[0]' not to be as given",
    ]);
  });

  for (const [client, test, expected] of [
    [
      'Bruno',
      'test("a", () => expect(res.body).to.have.jsonSchema(schema))',
      /^AssertionError: expected value to match the JSON schema: data\/mail must match format "email"/,
    ],
    [
      'Postman',
      'pm.test("a", () => pm.response.to.have.jsonSchema(schema))',
      /^AssertionError: expected data to satisfy schema .*data\/mail must match format "email"/,
    ],
    [
      'ajv itself',
      'const ajv = new (require("ajv"))(); require("ajv-formats")(ajv); tool.test("a", () => { if (!ajv.validate(schema, response.body)) throw new Error(ajv.errorsText()); })',
      /^Error: data\/mail must match format "email"/,
    ],
  ] as const)
    it(`checks formats of a JSON schema, by ${client}`, async () => {
      const sent = await send(
        '',
        `const schema = { type: "object", properties: { mail: { type: "string", format: "email" } } };\n${test};`,
      );
      assert.match(failed(sent).join(), expected);
    });

  it('bru.sendRequest gives its callback an error for a status that is none of success', async () => {
    const sent = await send(
      `await bru.sendRequest({ url: "${server.url}/no" }, (error, response) => { tool.setVar("seen", [error.status, error.response.data.mail, response === undefined]); });`,
      '',
    );
    assert.deepEqual(sent.variable('seen'), [404, 'no mail', true]);
  });
});
