import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../../support/recorder.ts';
import { sendRun, type SendOptions, type SendRun } from '../../../support/sendRun.ts';
import type { CookieStore } from '../../../../src/runner/index.ts';

const response = 'HTTP/1.1 200 OK\r\nSet-Cookie: seen=1; Path=/\r\nSet-Cookie: gone=; Max-Age=0\r\nContent-Length: 0\r\n\r\n';

/** A store that keeps saved texts. */
function lasting(): CookieStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (key) => Promise.resolve(texts.get(key)),
    set: (key, text) => Promise.resolve(text === undefined ? void texts.delete(key) : void texts.set(key, text)),
  };
}

const messages = ({ events, result }: SendRun): string =>
  [result.failure?.message ?? '', ...events.flatMap((e) => (e.kind === 'test' ? [e.result.message ?? ''] : []))].join('\n');

describe('scripts of Postman and Bruno use the cookie jar of the run:', () => {
  let server: Recorder;
  beforeEach(async () => {
    server = await startRecorder(() => response);
  });
  afterEach(() => server.close());

  const send = (before: string, after = '', more: SendOptions = {}, lines = ''): Promise<SendRun> =>
    sendRun(
      {
        'a.req': `@base = ${server.url}\n\n###\n${lines}${before === '' ? '' : `< {%\n${before}\n%}\n`}GET {{base}}/a/b?q=1\n${after === '' ? '' : `\n> {%\n${after}\n%}\n`}`,
      },
      more,
    );
  const sentCookie = (): string | undefined => /\r\ncookie: (.*)\r\n/i.exec(server.requests.at(-1)?.head ?? '')?.[1];

  it('Postman sets cookies by name, as text and as an object, and they are sent', async () => {
    const sent = await send(
      `const jar = pm.cookies.jar();
jar.set("${server.url}", "one", "1", (error, cookie) => { pm.variables.set("first", [error, cookie.name, cookie.value, cookie.path].join()); });
await jar.set("{{base}}/a", "two=2; Path=/a; HttpOnly");
await jar.set("${server.url}", { name: "three", value: "3", path: "/other" });
pm.variables.set("all", (await jar.getAll("${server.url}/a/x")).map(({ name, value, httpOnly }) => name + value + httpOnly).join());
jar.get("${server.url}", "one", (error, value) => { pm.variables.set("got", value); });`,
    );
    assert.equal(messages(sent), '');
    assert.equal(sentCookie(), 'two=2; one=1');
    assert.deepEqual(
      ['first', 'all', 'got'].map((name) => sent.variable(name)),
      [',one,1,/', 'two2true,one1false', '1'],
    );
  });

  it('Postman deletes cookies of a URL', async () => {
    const sent = await send(
      `const jar = pm.cookies.jar();
for (const name of ["a", "b", "c"]) await jar.set("${server.url}", name, "1");
jar.unset("${server.url}", "a", (error) => { pm.variables.set("error", error); });
await jar.set("https://other.example", "d", "1");
pm.variables.set("left", pm.cookies.toString());
await jar.clear("${server.url}");
pm.variables.set("other", await jar.get("https://other.example", "d"));`,
    );
    assert.equal(messages(sent), '');
    assert.equal(sentCookie(), undefined);
    assert.deepEqual(
      ['error', 'left', 'other'].map((name) => sent.variable(name)),
      [null, 'b=1; c=1', '1'],
    );
  });

  it('pm.cookies has the cookies of the request and of its response', async () => {
    const sent = await send(
      `await pm.cookies.jar().set(pm.request.url.toString(), "one", "1");`,
      `pm.test("a", () => {
  const { cookies } = pm;
  pm.expect(cookies.get("one")).to.equal("1");
  pm.expect(cookies.has("seen")).to.be.true;
  pm.expect(cookies.has("gone")).to.be.false;
  pm.expect(cookies.toObject()).to.eql({ one: "1", seen: "1" });
  pm.expect(cookies.map((c) => c.name)).to.eql(["one", "seen"]);
  pm.expect(cookies.one("one")).to.include({ path: "/a", secure: false, session: true });
  pm.expect(cookies.count()).to.equal(2);
  pm.expect(cookies.filter((c) => c.path === "/")).to.have.length(1);
});`,
    );
    assert.equal(messages(sent), '\n');
    assert.deepEqual(sent.tests, ['+ a'], messages(sent));
  });

  it('Bruno sets, reads and deletes cookies of any URL', async () => {
    const sent = await send(
      `const jar = bru.cookies.jar();
await jar.setCookie("${server.url}", "one", "1");
await jar.setCookies("{{base}}", [{ key: "two", value: "2", path: "/" }, { key: "three", value: "3", path: "/", expires: new Date(Date.now() + 60000) }]);
await jar.setCookie("https://other.example", { key: "four", value: "4", secure: true });
await jar.deleteCookie("${server.url}", "one");
await jar.hasCookie("${server.url}", "two", (error, exists) => { bru.setVar("has", [error, exists]); });
bru.setVar("none", await jar.getCookie("https://other.example", "two"));`,
      `const jar = bru.cookies.jar();
test("a", async () => {
  const three = await jar.getCookie("${server.url}", "three");
  expect(three).to.include({ key: "three", value: "3", path: "/" });
  expect(three.expires).to.be.a("date");
  expect((await jar.getCookies("https://other.example")).map((c) => c.key)).to.eql(["four"]);
  await jar.deleteCookies("${server.url}");
  expect(await jar.getCookies("${server.url}")).to.eql([]);
  await jar.clear();
  expect(await jar.getCookie("https://other.example", "four")).to.be.null;
});`,
    );
    assert.equal(messages(sent), '\n');
    assert.deepEqual(sent.tests, ['+ a'], messages(sent));
    assert.equal(sentCookie(), 'two=2; three=3');
    assert.equal(sent.variable('none'), null);
  });

  it('bru.cookies has the cookies of the request, and changes them', async () => {
    const sent = await send(
      `await bru.cookies.add({ key: "a", value: "1" }); await bru.cookies.upsert({ key: "a", value: "2" }); await bru.cookies.add({ key: "b", value: "x" }, (error) => bru.setVar("error", error));`,
      `await test("a", async () => {
  expect(bru.cookies.get("a")).to.equal("2");
  expect(bru.cookies.has("a", "1")).to.be.false;
  expect(bru.cookies.indexOf(bru.cookies.one("b"))).to.equal(1);
  expect(bru.cookies.idx(9)).to.be.undefined;
  await bru.cookies.remove("a");
  expect(bru.cookies.toObject()).to.eql({ b: "x", seen: "1" });
  await bru.cookies.clear();
  expect(bru.cookies.count()).to.equal(0);
});`,
    );
    assert.equal(messages(sent), '\n');
    assert.deepEqual(sent.tests, ['+ a'], messages(sent));
    assert.equal(sentCookie(), 'a=2; b=x');
  });

  it('keeps cookies of a run that fails, and those with an end longer', async () => {
    const cookies = lasting();
    const sent = await send(
      `await pm.cookies.jar().set("${server.url}", { name: "a", value: "1", maxAge: 60 }); throw new Error("no");`,
      '',
      { host: { cookies } },
    );
    assert.match(messages(sent), /no/);
    await send('', '', { host: { cookies } });
    assert.equal(sentCookie(), 'a=1');
  });

  it('a dry run sees the cookies that its scripts set, and keeps none', async () => {
    const cookies = lasting();
    await send(`await pm.cookies.jar().set("${server.url}", { name: "old", value: "1", maxAge: 60 });`, '', { host: { cookies } });
    const before = [...cookies.texts.values()];
    const count = server.requests.length;
    const { events } = await send(
      `await pm.cookies.jar().set("${server.url}", { name: "a", value: "1", maxAge: 60 }); await pm.cookies.jar().unset("${server.url}", "old");`,
      '',
      { host: { cookies }, mode: 'dry' },
    );
    const sending = events.find((e) => e.kind === 'sending');
    assert.equal(sending?.request.headers.find(([name]) => name === 'Cookie')?.[1], 'a=1');
    assert.equal(server.requests.length, count);
    assert.deepEqual([...cookies.texts.values()], before);
  });

  it('environments have jars of their own', async () => {
    const cookies = lasting();
    const files = { 'http-client.env.json': '{"dev": {}, "prod": {}}' };
    const inEnvironment = (environment: string, code: string): Promise<SendRun> =>
      sendRun({ ...files, 'a.req': `< {%\n${code}\n%}\nGET ${server.url}/\n` }, { host: { cookies }, environment });
    await inEnvironment('dev', `await bru.cookies.jar().setCookie("${server.url}", { key: "a", value: "1", maxAge: 60 });`);
    const { variable } = await inEnvironment('prod', `bru.setVar("n", (await bru.cookies.jar().getCookies("${server.url}")).length);`);
    assert.equal(variable('n'), 0);
  });

  it('a request without a jar has no cookies, and sets none', async () => {
    const cookies = lasting();
    await send(`await pm.cookies.jar().set("${server.url}", { name: "a", value: "1", maxAge: 60 });`, '', { host: { cookies } });
    const lines = '# @no-cookie-jar\n';
    const read = await send(
      'const jar = pm.cookies.jar(); await jar.clear("{{base}}"); pm.variables.set("n", pm.cookies.count());',
      'pm.test("a", () => { pm.expect(pm.cookies.toObject()).to.eql({ seen: "1" }); });',
      { host: { cookies } },
      lines,
    );
    assert.deepEqual(read.tests, ['+ a'], messages(read));
    assert.equal(read.variable('n'), 0);
    assert.equal(cookies.texts.size, 1);
    const set = await send(`await pm.cookies.jar().set("${server.url}", "b", "1");`, '', { host: { cookies } }, lines);
    assert.match(messages(set), /No cookie was set, because this request has no cookie jar/);
  });
});
