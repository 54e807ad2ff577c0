import assert from 'node:assert/strict';
import type { CookieStore } from '../../../src/runner/index.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { sendRun, type SendOptions } from '../../support/sendRun.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** A store that outlives the runner, as an editor's does. */
function lasting(): CookieStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: async (key) => texts.get(key),
    set: async (key, text) => void (text === undefined ? texts.delete(key) : texts.set(key, text)),
  };
}

describe('cookies of a run', () => {
  let server: TestServer;
  let other: TestServer;
  let raw: FaultServer | undefined;
  beforeEach(async () => {
    [server, other] = await Promise.all([startServer(), startServer()]);
  });
  afterEach(async () => {
    await Promise.all([server.close(), other.close(), raw?.close()]);
    raw = undefined;
  });

  const setting = (...cookies: readonly string[]): string =>
    `${server.url}/headers?${cookies.map((c) => `Set-Cookie=${encodeURIComponent(c)}`).join('&')}`;
  const cookieOf = (target: string, from = server): string | undefined =>
    from.requests.findLast((r) => r.target.startsWith(target))?.headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  const run = (text: string, options: SendOptions = {}): ReturnType<typeof sendRun> => sendRun({ 'a.req': text }, options);

  it('set by a response are sent with later requests: by @ref', async () => {
    await run(`# @name login\nGET ${setting('id=1; Max-Age=60', 'theme=dark, or so')}\n\n###\n# @ref login\nGET ${server.url}/echo\n`);
    assert.equal(cookieOf('/echo'), 'id=1; theme=dark, or so');
  });

  it('set by a response are sent with later requests: by tool.send, and its cookies with the request itself', async () => {
    await run(
      `# @name login\nGET ${setting('id=1')}\n\n###\n# @name who\nGET ${server.url}/echo?who\n\n###\n< {%\nawait tool.send("login"); await tool.send("who");\n%}\nGET ${server.url}/echo?me\n`,
    );
    assert.deepEqual([cookieOf('/echo?who'), cookieOf('/echo?me')], ['id=1', 'id=1']);
  });

  it('of each step of a redirect are kept, and go where they belong', async () => {
    const moved = (to: string, cookie: string): string =>
      `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nSet-Cookie: ${cookie}\r\nContent-Length: 0\r\n\r\n`;
    raw = await startFaultServer([request, moved(`http://localhost:${other.port}/redirect/302?to=${server.url}/echo`, 'id=1; Path=/')]);
    const { result } = await run(`GET ${raw.url}/start\nAuthorization: Bearer x\n`);
    assert.equal(result.outcome, 'complete');
    assert.deepEqual([cookieOf('/redirect', other), cookieOf('/echo')], [undefined, 'id=1']);
  });

  it('make a redirect to the same place another message: no circle', async () => {
    const again = 'HTTP/1.1 302 Found\r\nLocation: /a\r\nSet-Cookie: seen=1\r\nContent-Length: 0\r\n\r\n';
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    raw = await startFaultServer([request, again, request, ok]);
    assert.equal((await run(`GET ${raw.url}/a\n`)).result.outcome, 'complete');
    assert.match(String(raw.received[0]), /\r\nCookie: seen=1\r\n/);
    await raw.close();
    raw = await startFaultServer([request, again, request, again, request, ok]);
    const { result } = await run(`GET ${raw.url}/a\n`);
    assert.match(result.failure?.message ?? '', /Redirect loop: GET (\S+) → GET \1$/);
    await raw.close();
    raw = await startFaultServer([request, again, request, ok]);
    assert.match((await run(`# @no-cookie-jar\nGET ${raw.url}/a\n`)).result.failure?.message ?? '', /Redirect loop/);
  });

  it('stand behind those that the author writes, each name once, and are shown as added where the author writes none', async () => {
    const { events } = await run(
      `# @name a\nGET ${setting('a=0', 'b=2')}\n\n###\n# @name x\n# @ref a\nGET ${server.url}/echo?x\n\n###\n# @ref x\nGET ${server.url}/echo?y\nCookie: a=1\n`,
    );
    assert.deepEqual([cookieOf('/echo?x'), cookieOf('/echo?y')], ['a=0; b=2', 'a=1; b=2']);
    const sent = events.flatMap((e) => (e.kind === 'sending' ? [e.request] : [])).at(-1);
    assert.deepEqual([sent?.headers.find(([name]) => name === 'Cookie')?.[1], sent?.added.includes('cookie')], ['a=1; b=2', false]);
  });

  it('are neither sent nor kept if the request or the settings exclude them, nor sent for an empty Cookie', async () => {
    const cookies = lasting();
    const host = { cookies };
    await run(`# @no-cookie-jar\nGET ${setting('id=1; Max-Age=60')}\n`, { host });
    assert.equal(cookies.texts.size, 0);
    await run(`GET ${setting('id=1; Max-Age=60')}\n`, { host });
    assert.equal(cookies.texts.size, 1);
    await run(`# @no-cookie-jar\nGET ${server.url}/echo?directive\nCookie: own=1\n`, { host });
    await run(`GET ${server.url}/echo?empty\nCookie:\n`, { host });
    await run(`GET ${server.url}/echo?sent\n`, { host });
    assert.deepEqual([cookieOf('/echo?directive'), cookieOf('/echo?empty'), cookieOf('/echo?sent')], ['own=1', undefined, 'id=1']);
  });

  it('outlive the runner where they have an end, and no longer', async () => {
    const host = { cookies: lasting() };
    await run(`GET ${setting('lasting=1; Max-Age=60', 'session=1')}\n`, { host });
    await run(`GET ${server.url}/echo\n`, { host });
    assert.equal(cookieOf('/echo'), 'lasting=1');
    await run(`GET ${setting('lasting=; Max-Age=0')}\n`, { host });
    assert.equal(host.cookies.texts.size, 0);
  });

  it('of two environments never meet', async () => {
    const host = { cookies: lasting() };
    const files = { 'http-client.env.json': '{"dev": {}, "prod": {}}' };
    const send = (text: string, environment: string | undefined): Promise<unknown> =>
      sendRun({ ...files, 'a.req': text }, { host, ...(environment === undefined ? {} : { environment }) });
    await send(`GET ${setting('id=dev; Max-Age=60')}\n`, 'dev');
    await send(`GET ${setting('id=none; Max-Age=60')}\n`, undefined);
    for (const environment of ['dev', 'prod', undefined]) await send(`GET ${server.url}/echo?${environment}\n`, environment);
    assert.deepEqual([cookieOf('/echo?dev'), cookieOf('/echo?prod'), cookieOf('/echo?undefined')], ['id=dev', undefined, 'id=none']);
  });

  it('are neither sent with a request for a token nor kept of its answer', async () => {
    const token = '{"access_token":"the-token","token_type":"Bearer"}';
    const json = `Content-Type: application/json\r\nContent-Length: ${token.length}`;
    raw = await startFaultServer([request, `HTTP/1.1 200 OK\r\nSet-Cookie: token=1\r\n${json}\r\n\r\n${token}`]);
    const api = { 'Grant Type': 'Client Credentials', 'Token URL': `${raw.url}/token`, 'Client ID': 'c', 'Client Secret': 'client-secret' };
    const { result } = await sendRun({
      'http-client.env.json': JSON.stringify({ $shared: { Security: { Auth: { api } } } }),
      'a.req': `# @name a\nGET ${setting('id=1')}\n\n###\n# @ref a\n# @auth oauth2 api\nGET ${server.url}/echo\n`,
    });
    assert.equal(result.failure, undefined);
    assert.match(String(raw.received[0]), /^POST \/token/);
    assert.doesNotMatch(String(raw.received[0]), /\r\ncookie:/i);
    assert.equal(cookieOf('/echo'), 'id=1');
  });

  it('that are refused are reported with the reason, and the response stays', async () => {
    const { console, result } = await run(`GET ${setting('id=1; Domain=example.com', 'ok=1')}\n`);
    assert.equal(result.outcome, 'complete');
    assert.deepEqual(console, ['warn: The cookie id was not kept: its Domain does not match this host.']);
  });

  it('with a secret in them hide it in later runs too', async () => {
    const host = { cookies: lasting(), secret: async () => 'hunter22' };
    const first = await run(`POST ${setting('id=x-hunter22-y; Max-Age=60')}\nX-Key: {{$secret.KEY}}\n`, { host });
    assert.equal(first.result.outcome, 'complete');
    const { events } = await run(`GET ${server.url}/echo\n`, { host });
    assert.equal(cookieOf('/echo'), 'id=x-hunter22-y');
    const sending = events.find((e) => e.kind === 'sending');
    assert.equal(sending?.request.headers.find(([name]) => name === 'Cookie')?.[1], 'id=x-•••-y');
  });

  it('are shown by a dry run, which keeps none', async () => {
    const host = { cookies: lasting() };
    await run(`GET ${setting('id=1; Max-Age=60')}\n`, { host });
    const before = server.requests.length;
    const { events } = await run(`GET ${server.url}/echo\n`, { host, mode: 'dry' });
    const sending = events.find((e) => e.kind === 'sending');
    assert.deepEqual(
      sending?.request.headers.find(([name]) => name === 'Cookie'),
      ['Cookie', 'id=1'],
    );
    assert.equal(server.requests.length, before);
  });

  it('are kept whatever the store holds: what is no list of cookies is none', async () => {
    const cookies = lasting();
    await run(`GET ${setting('id=1; Max-Age=60')}\n`, { host: { cookies } });
    for (const text of ['', 'nonsense', '{}', '[1, null, {"name": "a"}]', 'null']) {
      for (const key of cookies.texts.keys()) cookies.texts.set(key, text);
      const { result } = await run(`GET ${setting('new=1; Max-Age=60')}\n`, { host: { cookies } });
      assert.equal(result.outcome, 'complete', text);
      await run(`GET ${server.url}/echo\n`, { host: { cookies } });
      assert.equal(cookieOf('/echo'), 'new=1', text);
    }
  });

  it('of a response that sets 10,000, each with a path of its own, are taken up to 500 without blocking, with a warning', async () => {
    const fields = Array.from({ length: 10_000 }, (_, i) => `Set-Cookie: a=${i}; Path=/${i.toString(36)}\r\n`).join('');
    raw = await startFaultServer([
      request,
      `HTTP/1.1 200 OK\r\n${fields.slice(0, 250_000).replace(/\n[^\n]*$/, '\n')}Content-Length: 0\r\n\r\n`,
    ]);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const { result, events } = await run(`GET ${raw.url}/a\n`);
    clearInterval(timer);
    assert.equal(result.outcome, 'complete');
    const warnings = events.flatMap((e) => (e.kind === 'console' && e.isOwn === true ? [e.text] : []));
    assert.match(warnings.join('\n'), /^The response sets \d{4} cookies\. Req takes the first 500 and ignores the others\.$/);
    // It took two minutes, in one piece.
    assert.ok(longest < 2000, `${longest} ms`);
  });
});
