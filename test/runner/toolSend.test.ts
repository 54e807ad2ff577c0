import assert from 'node:assert/strict';
import { ScriptVariables } from '../../src/runner/index.ts';
import { givingTime } from '../support/givingTime.ts';
import { sendRun, type SendOptions, type SendRun } from '../support/sendRun.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('tool.send', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  /** Sends the last request of `a.req`; `{{host}}` is the server. */
  function send(files: Record<string, string> | string, options: SendOptions = {}): Promise<SendRun> {
    const given = typeof files === 'string' ? { 'a.req': files } : files;
    return sendRun(
      Object.fromEntries(Object.entries(given).map(([name, text]) => [name, text.replaceAll('{{host}}', server.url)])),
      options,
    );
  }
  const targets = (from: number): readonly string[] => server.requests.slice(from).map((r) => r.target);
  const login = '### login\nPOST {{host}}/echo?login\n\n{"a": 12345678901234567890}\n\n> {%\n  tool.setVar("token", "t1");\n%}\n\n';

  it('sends another request of the file and gives its response as `response` is', async () => {
    const from = server.requests.length;
    const { result, variable, console } = await send(`${login}### me
< {%
  const r = await tool.send("login");
  tool.setVar("seen", [r.status, r.statusText, r.headers["content-type"], r.body.method, r.json() === r.body, r.text.length === r.size, r.duration > 0, r.events, Object.isFrozen(r)]);
  tool.setVar("token", tool.getVar("token") + "!");
%}
GET {{host}}/echo?me={{token}}
`);
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.deepEqual(variable('seen'), [200, 'OK', 'application/json', 'POST', true, true, true, [], true]);
    assert.deepEqual(targets(from), ['/echo?login', '/echo?me=t1!']);
    assert.deepEqual(console, ['login was sent: 200 OK']);
  });

  it('sends requests from scripts after the response too', async () => {
    const { result, variable } = await send(
      '### other\nPOST {{host}}/echo\n\nhello\n\n### me\nGET {{host}}/json\n\n> {%\n  tool.setVar("body", (await tool.send("other")).body.body);\n%}\n',
    );
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.equal(variable('body'), 'hello');
  });

  it('finds requests in other files of the collection, each with what surrounds it there', async () => {
    const from = server.requests.length;
    const { result, variable } = await send({
      'collection.req': '@who = all\n',
      'auth/folder.req': '@who = auth\nX-Folder: auth\n',
      'auth/login.req':
        '@path = echo\n\n### Sign in\n# @name login\n# @ref first\nPOST {{host}}/{{path}}?{{who}}\n\n### first\nGET {{host}}/echo?first\n',
      'a.req':
        '### me\n< {%\n  tool.setVar("h", (await tool.send("login")).body.headers.find((h) => h[0] === "X-Folder")[1]);\n%}\nGET {{host}}/echo?{{who}}\n',
    });
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.equal(variable('h'), 'auth');
    assert.deepEqual(targets(from), ['/echo?first', '/echo?auth', '/echo?all']);
  });

  it('takes the request of the same file first, and says where there are several elsewhere', async () => {
    const one = '### login\nGET {{host}}/echo?other\n';
    const me = '### me\n< {%\n  await tool.send("login");\n%}\nGET {{host}}/echo\n';
    const from = server.requests.length;
    assert.equal((await send({ 'a.req': login + me, 'b.req': one })).result.outcome, 'complete');
    assert.deepEqual(targets(from), ['/echo?login', '/echo']);
    const { result } = await send({ 'a.req': me, 'b.req': one, 'c.req': one });
    assert.match(result.failure?.message ?? '', /Several files have a request named login: b\.req, c\.req/);
    assert.equal((await send({ 'a.req': me, 'b.req': one, 'c.req': '# @name login\nGET {{host}}/echo\n' })).result.outcome, 'complete');
  });

  for (const [what, call, message] of [
    ['no request has', '"nobody"', 'Error: The collection has no request named nobody.'],
    ['is not text', '7', 'TypeError: tool.send(name) takes the name of a request'],
    ['every object has', '"constructor"', 'Error: The collection has no request named constructor.'],
  ] as const)
    it(`fails at its line for a name that ${what}`, async () => {
      const { result } = await send(`### me\n< {%\n  1;\n  await tool.send(${call});\n%}\nGET {{host}}/echo\n`);
      assert.equal(result.outcome, 'failed');
      assert.equal(result.failure?.message, message);
      assert.deepEqual([result.failure.at?.line, result.failure.hint], [4, `4 | await tool.send(${call});`]);
    });

  it('fails, and may be caught, where nothing was answered', async () => {
    const { result, variable } = await send(`### down
GET http://127.0.0.1:1/

### skipped
< {%
  tool.skip("not today");
%}
GET {{host}}/echo

### broken
GET {{host}}/json

> {%
  nope();
%}

### me
< {%
  const why = [];
  for (const name of ["down", "skipped", "broken"]) {
    try { await tool.send(name) } catch (e) { why.push(e.message) }
  }
  tool.setVar("why", why);
%}
GET {{host}}/echo
`);
    assert.equal(result.outcome, 'complete', result.failure?.message);
    const [down, skipped, broken] = variable('why') as string[];
    assert.match(down ?? '', /^down: .*127\.0\.0\.1:1.* \(a\.req:2\)$/);
    assert.equal(skipped, 'skipped: a script prevented it from being sent');
    assert.equal(broken, "broken: ReferenceError: 'nope' is not defined (a.req:14)");
  });

  it('tells what the other request tests and prints', async () => {
    const { console, tests } = await send(
      '### b\nGET {{host}}/json\n\n?? status == 404\n> {%\n  console.warn("hm");\n  tool.test("t", () => {});\n%}\n\n### me\n< {%\n  await tool.send("b");\n%}\nGET {{host}}/json\n',
    );
    assert.deepEqual(tests, ['- b: status == 404', '+ b: t']);
    assert.deepEqual(console, ['warn: hm', 'b was sent: 200 OK']);
  });

  it('names a circle', async () => {
    const { result } = await send(
      '### a\n< {%\n  await tool.send("b");\n%}\nGET {{host}}/echo\n\n### b\n< {%\n  await tool.send("c");\n%}\nGET {{host}}/echo\n\n### c\n# @ref a\nGET {{host}}/echo\n',
    );
    assert.match(result.failure?.message ?? '', /The request sends itself: c → a → b → c/);
    const own = await send('### me\n< {%\n  await tool.send("me");\n%}\nGET {{host}}/echo\n');
    assert.match(own.result.failure?.message ?? '', /The request sends itself: me → me$/);
  });

  it('goes ten deep, no deeper', async () => {
    const from = server.requests.length;
    const chain = (length: number): string =>
      Array.from(
        { length },
        (_, i) => `### r${length - i}\n< {%\n  ${i === 0 ? '' : `await tool.send("r${length - i + 1}");`}\n%}\nGET {{host}}/echo\n\n`,
      ).join('');
    assert.equal((await send(chain(11))).result.outcome, 'complete');
    assert.equal(server.requests.length - from, 11);
    assert.match((await send(chain(12))).result.failure?.message ?? '', /tool\.send can be nested at most 10 deep: r1 → r2 → .* → r12/);
  });

  it('sends a hundred at most, and says so', async () => {
    const from = server.requests.length;
    const { result, variable } = await send(`### ping
HEAD {{host}}/status/204

### me
< {%
  const all = await Promise.allSettled(Array.from({ length: 1000 }, () => tool.send("ping")));
  tool.setVar("sent", all.filter((a) => a.status === "fulfilled").length);
  tool.setVar("why", all[999].reason.message);
%}
GET {{host}}/echo
`);
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.equal(variable('sent'), 100);
    assert.equal(variable('why'), 'ping was not sent: the scripts of one run can send 100 requests.');
    assert.equal(server.requests.length - from, 101);
  });

  it('takes its own time, not that of the script', async () => {
    await givingTime(async (times) => {
      const slow = `### slow\nGET {{host}}/delay/${900 * times}\n\n`;
      const { result } = await send(`${slow}### me\n< {%\n  await tool.send("slow");\n%}\nGET {{host}}/echo\n`, {
        limits: { script: { timeMs: 400 * times, memory: 64 << 20 } },
      });
      assert.equal(result.outcome, 'complete', result.failure?.message);
    });
    const busy = await send('### slow\nGET {{host}}/delay/900\n\n### me\n< {%\n  tool.send("slow"); for (;;);\n%}\nGET {{host}}/echo\n', {
      limits: { script: { timeMs: 400, memory: 64 << 20 } },
    });
    assert.match(busy.result.failure?.message ?? '', /ran longer than 400 ms/);
  });

  it('is waited for where the script does not await it', async () => {
    const from = server.requests.length;
    const { result } = await send(`${login}### me\n< {%\n  tool.send("login");\n%}\nGET {{host}}/echo?{{token}}\n`);
    assert.equal(result.outcome, 'complete', result.failure?.message);
    assert.deepEqual(targets(from), ['/echo?login', '/echo?t1']);
  });

  it('ends with the run that is cancelled', async () => {
    const stop = new AbortController();
    const begun = server.untilBegun(server.requests.length + 1).then(() => stop.abort());
    const { result } = await send('### hang\nGET {{host}}/hang\n\n### me\n< {%\n  await tool.send("hang");\n%}\nGET {{host}}/echo\n', {
      signal: stop.signal,
    });
    await begun;
    assert.equal(result.outcome, 'cancelled');
    await server.untilOpen(0);
  });

  it('sends nothing in a dry run', async () => {
    const from = server.requests.length;
    const { result } = await send(`${login}### me\n< {%\n  await tool.send("login");\n%}\nGET {{host}}/echo\n`, { mode: 'dry' });
    assert.match(result.failure?.message ?? '', /login was not sent: nothing is sent in a dry run/);
    assert.deepEqual(targets(from), []);
  });

  it('keeps variables of both requests in the one store', async () => {
    const variables = new ScriptVariables();
    await send(`${login}### me\n< {%\n  tool.setVar("mine", 1);\n  await tool.send("login");\n%}\nGET {{host}}/echo\n`, { variables });
    assert.deepEqual([...variables.names()].toSorted(), ['mine', 'token']);
  });
});

describe('tool.stop', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());
  const send = (text: string): Promise<SendRun> => sendRun({ 'a.req': text.replaceAll('{{host}}', server.url) });

  for (const [what, text] of [
    ['before the request', '### me\n< {%\n  tool.stop("no token");\n%}\nGET {{host}}/echo\n'],
    ['after the answer', '### me\nGET {{host}}/echo\n\n> {%\n  tool.stop("no token");\n%}\n> {%\n  console.log("never");\n%}\n'],
    [
      'in a request that is needed first',
      '### x\n< {%\n  tool.stop("no token");\n%}\nGET {{host}}/echo\n\n### me\n# @ref x\nGET {{host}}/echo\n',
    ],
    [
      'in a request that a script sends, caught or not',
      '### x\n< {%\n  tool.stop("no token");\n%}\nGET {{host}}/echo\n\n### me\n< {%\n  try { await tool.send("x") } catch {}\n%}\nGET {{host}}/echo\n',
    ],
  ] as const)
    it(`${what} stops the run`, async () => {
      const { result, console } = await send(text);
      assert.equal(result.stopped, 'no token');
      assert.equal(result.failure, undefined);
      assert.equal(console.at(-1), 'Stopped by a script: no token');
      assert.ok(!console.includes('never'));
    });

  it('is not what tool.skip does', async () => {
    const { result, console } = await send('### me\n< {%\n  tool.skip("x");\n%}\nGET {{host}}/echo\n');
    assert.deepEqual([result.outcome, result.stopped], ['ended', undefined]);
    assert.deepEqual(console, ['Skipped by a script: x']);
  });
});
