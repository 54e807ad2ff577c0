import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { memoryHost, sendRun, type SendOptions, type SendRun } from '../../support/sendRun.ts';

const body = Buffer.concat([Buffer.from('{"n":1,"t":"'), Buffer.from([0xff]), Buffer.from('"}')]);
const ok = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;

const messages = ({ events, result }: SendRun): string =>
  [result.failure?.message ?? '', ...events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : []))].join('\n').trim();

describe('scripts of other clients ask and change more of their request:', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder((_, target) => {
      if (target.startsWith('/slow')) return '';
      if (target.startsWith('/redirect')) return `HTTP/1.1 302 Found\r\nLocation: ${server.url}/end\r\nContent-Length: 0\r\n\r\n`;
      return Buffer.concat([Buffer.from(ok), body]);
    });
  });
  afterEach(() => server.close());

  const send = (request: string, more: SendOptions = {}): Promise<SendRun> =>
    sendRun({ 'users/a.req': request.replaceAll('URL', server.url) }, { file: 'users/a.req', ...more });

  it('limits: the time until the response, and redirects', async () => {
    const slow = await send(
      '# @timeout 60s\n< {%\nbru.setVar("was", req.getTimeout()); req.setTimeout(50); bru.setVar("is", req.getTimeout());\n%}\nGET URL/slow\n',
    );
    assert.match(messages(slow), /No response within 50 ms \(req\.setTimeout\(\)\)/);
    assert.deepEqual([slow.variable('was'), slow.variable('is')], [60_000, 50]);
    const stayed = await send('< {%\nreq.setMaxRedirects(0);\n%}\nGET URL/redirect\n\n?? status == 302\n');
    assert.deepEqual(stayed.tests, ['+ status == 302'], messages(stayed));
    const followed = await send('# @no-redirect\n< {%\nreq.setMaxRedirects(2);\n%}\nGET URL/redirect\n\n?? status == 200\n');
    assert.deepEqual(followed.tests, ['+ status == 200'], messages(followed));
  });

  for (const [code, message] of [
    ['req.setTimeout(-1);', /A time limit is a number of milliseconds/],
    ['req.setTimeout(Infinity);', /A time limit is a number of milliseconds/],
    ['req.setMaxRedirects(1.5);', /A limit of redirects/],
  ] as const)
    it(`refuses ${code}`, async () => assert.match(messages(await send(`< {%\n${code}\n%}\nGET URL/\n`)), message));

  it('no limit changes after the response', async () =>
    assert.match(messages(await send('GET URL/\n\n> {%\nreq.setTimeout(1);\n%}\n')), /can only be changed by a script before/));

  it('facts of the file', async () => {
    const sent = await sendRun(
      {
        'collection.req': '# @tag all\n# @auth bearer t\n',
        'users/a.req': `### show\n# @tag a, b\n# @description What it shows\nGET ${server.url}/users/{{id}}/x?q={{id}}\nX-On: 1\n# X-Off: 2\n\n> {%
test("a", () => {
  expect(req.getTags()).to.eql(["a", "b", "all"]);
  expect(req.getAuthMode()).to.equal("bearer");
  expect(req.getPathParams()).to.eql([{ name: "id", value: "7", type: "path" }]);
  expect(bru.getCollectionName()).to.equal(pm.execution.location[0]);
  expect([...pm.execution.location].slice(1)).to.eql(["users", "a", "show"]);
  expect(pm.execution.location.current).to.equal("show");
  expect(pm.request.description.toString()).to.equal("What it shows");
  expect(pm.request.auth.type).to.equal("bearer");
  expect(req.headerList.one("x-off")).to.eql({ key: "X-Off", value: "2", disabled: true });
  expect(req.headerList.has("X-Off")).to.be.true;
  expect(pm.request.headers.toString()).to.not.include("X-Off");
  expect(req.getHeaders()).to.not.have.property("X-Off");
  expect(bru.utils.minifyXml("<a>\\n <b/>\\n</a>")).to.equal("<a><b/></a>");
});\n%}\n`,
      },
      { file: 'users/a.req', ...(await idVariable()) },
    );
    assert.equal(messages(sent), '');
    assert.deepEqual(sent.tests, ['+ a']);
  });

  it('headers that are off are removed, and sent by no change of others', async () => {
    const sent = await send(
      '< {%\nreq.headerList.remove("x-off"); req.headerList.remove((h) => h.key === "X-One"); bru.setVar("n", req.headerList.count());\n%}\nGET URL/\nX-One: 1\nX-Two: {{$env.TOWN}}\n# X-Off: 2\n',
      {
        host: { env: () => 'Riga' },
      },
    );
    assert.equal(messages(sent), '');
    assert.equal(sent.variable('n'), 1);
    assert.match(server.requests[0]?.head ?? '', /X-Two: Riga/);
    assert.doesNotMatch(server.requests[0]?.head ?? '', /X-O/);
  });

  it('the pass of a run', async () => {
    const code =
      'bru.setVar("v", [pm.info.iteration, pm.info.iterationCount, bru.runner.iterationIndex, bru.runner.totalIterations, iteration]);';
    const request = `< {%\n${code}\n%}\nGET URL/\n`;
    assert.deepEqual((await send(request)).variable('v'), [0, 1, 0, 1, 0]);
    assert.deepEqual((await send(request, { pass: { index: 2, count: 5 } })).variable('v'), [2, 5, 2, 5, 2]);
  });

  it('the bytes of the body', async () => {
    const sent = await send(
      'GET URL/\n\n> {%\nbru.setVar("hex", res.getDataBuffer().toString("hex")); bru.setVar("same", pm.response.stream.equals(res.getDataBuffer()));\n%}\n',
    );
    assert.equal(messages(sent), '');
    assert.deepEqual([sent.variable('hex'), sent.variable('same')], [body.toString('hex'), true]);
  });

  it('res.setBody is visible to later scripts only', async () => {
    const sent = await send(
      'GET URL/\n\n> {%\nres.setBody({ id: 2 });\n%}\n\n> {%\ntest("a", () => { expect(res.getBody()).to.eql({ id: 2 }); expect(response.body.id).to.equal(2); expect(res.getDataBuffer().toString()).to.equal(\'{"id":2}\'); });\nres.setBody(null);\n%}\n\n> {%\ntest("b", () => { expect(res.getBody()).to.be.null; });\n%}\n\n?? body.n == 1\n@kept << body.n\n',
    );
    assert.deepEqual(sent.tests, ['+ a', '+ b', '+ body.n == 1'], messages(sent));
  });

  it('res.disableParsingResponseJson keeps the text for later scripts', async () => {
    const sent = await send(
      '< {%\nreq.disableParsingResponseJson();\n%}\nGET URL/\n\n> {%\ntest("a", () => { expect(res.getBody()).to.be.a("string"); });\n%}\n',
    );
    assert.deepEqual(sent.tests, ['+ a'], messages(sent));
  });

  it('a body that a script set after it read a secret makes its readers secret', async () => {
    const asked: string[] = [];
    const files = new Map<string, string>();
    const host = memoryHost(files, {
      secret: () => Promise.resolve('hush-4711'),
      mayLookUp: ({ what }) => Promise.resolve(asked.push(what) > 0),
    });
    const sent = await send(
      'GET URL/\n\n> {%\nres.setBody([...tool.interpolate("{{$secret.KEY}}")].reverse().join(""));\n%}\n\n> {%\nconsole.log(response.text.slice(0, 3)); bru.setVar("v", response.text.slice(0, 3));\n%}\n',
      { as: host, host: { secret: () => Promise.resolve('hush-4711') } },
    );
    assert.equal(messages(sent), '');
    assert.deepEqual(sent.console, ['•••']);
    assert.deepEqual(asked, ['{{$secret.KEY}}', 'response']);
    const shown = sent.events.find((e) => e.kind === 'variables');
    assert.deepEqual([...(shown?.set ?? [])], [['v', '•••']]);
  });
});

async function idVariable(): Promise<SendOptions> {
  const { ScriptVariables } = await import('../../../src/runner/index.ts');
  const variables = new ScriptVariables();
  variables.set('id', { value: '7', origin: { layer: 'script', file: 'a.req', line: 1 } });
  return { variables };
}
