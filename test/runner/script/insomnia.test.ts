import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const body = '{"token":"t-1","items":[1,2]}';

const messages = ({ events, result }: SendRun): string =>
  [result.failure?.message ?? '', ...events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : []))].join('\n').trim();

describe('scripts of Insomnia run unchanged:', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  afterEach(() => server.close());

  const send = (before: string, after: string): Promise<SendRun> =>
    sendRun({
      'a.req': `@base = x\n\n###\n< {%\n${before}\n%}\nPOST ${server.url}/users?a=1\nContent-Type: application/json\n\n{"sent": "{{base}}"}\n\n> {%\n${after}\n%}\n`,
    });

  it('set variables of every store, and change the request', async () => {
    const sent = await send(
      `insomnia.environment.set("a", 1); insomnia.baseEnvironment.set("b c", "2"); insomnia.collectionVariables.set("d", [3]); insomnia.variables.set("e", insomnia.variables.replaceIn("{{ a }}-{{base}}"));
insomnia.parentFolders.get("users").environment.set("f", 4);
insomnia.variables.set("all", [insomnia.baseEnvironment.get("b c"), insomnia.environment.has("a"), insomnia.environment.has("no")].join());
insomnia.request.addHeader({ key: "X-A", value: "{{e}}" });
insomnia.request.url.addQueryParams([{ key: "k", value: "v" }]);
insomnia.request.body.update({ mode: "raw", raw: '{"n": 1}' });`,
      '',
    );
    assert.equal(messages(sent), '');
    assert.deepEqual(
      ['a', 'b_c', 'e', 'f', 'all'].map((name) => sent.variable(name)),
      [1, '2', '1-x', 4, '2,true,false'],
    );
    const [request] = server.requests;
    assert.match(request?.head ?? '', /^POST \/users\?a=1&k=v [^]*X-A: 1-x/);
    assert.equal(request?.body, '{"n": 1}');
  });

  it('test the response', async () => {
    const sent = await send(
      '',
      `insomnia.test("a", () => { insomnia.expect(insomnia.response.code).to.eql(200); insomnia.expect(insomnia.response.json().items).to.have.length(2); insomnia.response.to.have.status(200); insomnia.expect(insomnia.response.headers.get("Content-Type")).to.include("json"); });
insomnia.test("b", () => { insomnia.expect(1).to.equal(2); });
insomnia.environment.set("token", insomnia.response.json().token);`,
    );
    assert.deepEqual(sent.tests, ['+ a', '- b']);
    assert.equal(sent.variable('token'), 't-1');
  });

  it('send requests, and set cookies', async () => {
    const sent = await send(
      `const response = await new Promise((resolve, reject) => insomnia.sendRequest({ url: "${server.url}/login", method: "POST", body: { mode: "raw", raw: "x" } }, (error, answer) => (error ? reject(error) : resolve(answer))));
insomnia.environment.set("t", response.json().token);
await insomnia.cookies.jar().set("${server.url}", "c", "1");`,
      '',
    );
    assert.equal(messages(sent), '');
    assert.equal(sent.variable('t'), 't-1');
    assert.match(server.requests[1]?.head ?? '', /Cookie: c=1/);
  });

  it('get the replacement for their vault from an error', async () =>
    assert.match(
      messages(await send('insomnia.vault.get("k");', '')),
      /insomnia\.vault is not possible in Req: write \{\{\$secret\.NAME\}\}/,
    ));
});
