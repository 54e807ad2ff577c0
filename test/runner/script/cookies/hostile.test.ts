import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../../support/recorder.ts';
import { memoryHost, sendRun, testRunner, type SendOptions, type SendRun } from '../../../support/sendRun.ts';
import type { Runner } from '../../../../src/runner/index.ts';

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

describe('the cookie jar of scripts, with hostile values:', () => {
  let server: Recorder;
  let other: Recorder;
  let set = '';
  beforeEach(async () => {
    set = '';
    server = await startRecorder(() => `HTTP/1.1 200 OK\r\n${set}Content-Length: 0\r\n\r\n`);
    other = await startRecorder(() => plain);
  });
  afterEach(async () => {
    await server.close();
    await other.close();
  });

  const send = (before: string, after = '', more: SendOptions = {}, head = '', target = `${server.url}/`): Promise<SendRun> =>
    sendRun(
      {
        'a.req': `${head}${before === '' ? '' : `< {%\n${before}\n%}\n`}GET ${target}\n${after === '' ? '' : `\n> {%\n${after}\n%}\n`}`,
      },
      more,
    );
  const heads = ({ requests }: Recorder): string => requests.map(({ head }) => head).join('\n');
  /** The error of setting a cookie; empty if it was set. */
  async function refusal(url: string, cookie: object | string): Promise<string> {
    const sent = await send(
      `try { await pm.cookies.jar().set(${JSON.stringify(url)}, ${JSON.stringify(cookie)}); pm.variables.set("e", ""); } catch (e) { pm.variables.set("e", e.message); }`,
    );
    assert.equal(sent.result.failure?.message, undefined);
    return sent.variable('e') as string;
  }

  for (const [what, url, cookie, why] of [
    ['a line break in a value', 'http://a.example', { name: 'a', value: 'x\r\nX-Evil: 1' }, /a value cannot have/],
    ['a semicolon in a value', 'http://a.example', { name: 'a', value: 'x; Domain=example.com' }, /a value cannot have/],
    ['NUL in a value', 'http://a.example', { name: 'a', value: 'x\0' }, /a value cannot have/],
    ['a lone surrogate', 'http://a.example', { name: 'a', value: '\ud800' }, /a value cannot have/],
    ['a line break in a name', 'http://a.example', { name: 'a\r\nX', value: 'x' }, /a name cannot have/],
    ['an equals sign in a name', 'http://a.example', { name: 'a=b', value: 'x' }, /a name cannot have/],
    ['no name', 'http://a.example', { value: 'x' }, /has a name/],
    ['a semicolon in a path', 'http://a.example', { name: 'a', value: 'x', path: '/; Secure' }, /its Path/],
    ['a line break in a domain', 'http://a.example', { name: 'a', value: 'x', domain: 'a.example\r\n' }, /its Domain/],
    ['1 MB', 'http://a.example', { name: 'a', value: 'x'.repeat(1 << 20) }, /more than 4096 bytes/],
    ['another domain', 'http://a.example', { name: 'a', value: 'x', domain: 'b.example' }, /does not match this host/],
    ['a public suffix', 'https://a.co.uk', { name: 'a', value: 'x', domain: 'co.uk' }, /public suffix/],
    ['Secure without TLS', 'http://a.example', { name: 'a', value: 'x', secure: true }, /it is Secure, and the connection is not/],
    ['__Secure- that is not', 'https://a.example', { name: '__Secure-a', value: 'x' }, /must be Secure/],
    [
      '__Host- with a Domain',
      'https://a.example',
      { name: '__Host-a', value: 'x', secure: true, path: '/', domain: 'a.example' },
      /__Host-/,
    ],
    ['a file', 'file:///etc/passwd', { name: 'a', value: 'x' }, /write a URL with http/],
    ['no URL', 'http://', { name: 'a', value: 'x' }, /write a URL with http/],
    ['a placeholder', 'http://{{host}}/', { name: 'a', value: 'x' }, /placeholder without a value/],
  ] as const)
    it(`refuses ${what}`, async () => assert.match(await refusal(url, cookie), why));

  it('accepts prefixes that are kept, and other characters', async () => {
    assert.equal(await refusal('https://a.example', { name: '__Host-a', value: 'é€', secure: true, path: '/' }), '');
    assert.equal(await refusal('https://a.example', '__Secure-a=1; Secure'), '');
  });

  it('a script can set 500 cookies, and the jar keeps 180 of a domain', async () => {
    const sent = await send(
      `const jar = bru.cookies.jar(); let n = 0; try { for (; n < 100000; n++) await jar.setCookie("${server.url}", "c" + n, "1"); } catch (e) { bru.setVar("e", e.message); } bru.setVar("n", n); bru.setVar("kept", bru.cookies.count());`,
    );
    assert.equal(sent.result.failure?.message, undefined);
    assert.deepEqual([sent.variable('n'), sent.variable('kept')], [500, 180]);
    assert.match(sent.variable('e') as string, /A script can change 500 cookies/);
  });

  it('reads of the jar are limited too', async () => {
    const sent = await send(`for (let i = 0; i < 100000; i++) bru.cookies.get("a");`);
    assert.match(sent.result.failure?.message ?? '', /A script can call the cookie jar 5000 times/);
  });

  it('a cookie of a server chooses no placeholder', async () => {
    const host = { env: (name: string) => (name === 'TOWN' ? 'Riga-0815' : undefined), secret: () => Promise.resolve('hush-4711') };
    const evil = '{{$env.TOWN}}{{$secret.KEY}}{{mine}}';
    const runner = await testRunner(memoryHost(new Map(), host));
    set = `Set-Cookie: a=${evil}; Path=/\r\nSet-Cookie: ${evil}=b; Path=/\r\n`;
    try {
      await send('', '', { runner });
      set = '';
      const sent = await send(
        `const a = pm.cookies.get("a"); const name = Object.keys(pm.cookies.toObject()).find((n) => n !== "a");
pm.request.url.update(pm.request.url.toString() + "?q=" + a); pm.request.headers.add({ key: "X-A", value: a }); req.setHeader("X-B", bru.cookies.get("a")); req.setHeader("X-C", name);
await bru.cookies.jar().setCookie("${server.url}", "copy", a);
await pm.cookies.jar().set("${server.url}/" + a, "c", a).catch(() => {});
bru.setVar("v", a);`,
        '',
        { runner },
        '@both = {{$env.TOWN}} {{$secret.KEY}}\n@mine = local-1\n\n###\n',
      );
      assert.equal(sent.result.failure?.message, undefined);
    } finally {
      await runner.dispose();
    }
    const { head = '' } = server.requests.at(-1) ?? {};
    assert.doesNotMatch(head, /Riga|hush/);
    assert.match(head, /X-A: \{\{\$env\.TOWN\}\}\{\{\$secret\.KEY\}\}/);
    assert.match(head, /copy=\{\{\$env\.TOWN\}\}\{\{\$secret\.KEY\}\}\{\{mine\}\}/);
  });

  describe('a cookie carries what its script had read:', () => {
    let runner: Runner;
    afterEach(() => runner.dispose());

    const secretHost = { secret: () => Promise.resolve('hush-4711') };
    const shownCookie = ({ events }: SendRun): string | undefined =>
      events.flatMap((e) => (e.kind === 'sending' ? e.request.headers : [])).find(([name]) => name === 'Cookie')?.[1];

    it('a secret in another form is masked in later runs', async () => {
      runner = await testRunner(memoryHost(new Map(), secretHost));
      const code = `const key = tool.interpolate("{{$secret.KEY}}"); await bru.cookies.jar().setCookie("${server.url}", "k", [...key].reverse().join("_"));`;
      const first = await send(code, '', { runner });
      assert.equal(first.result.failure?.message, undefined);
      const later = await send('', 'console.log(pm.cookies.get("k"));', { runner });
      assert.match(heads(server), /k=1_1_7_4_-_h_s_u_h/);
      assert.equal(shownCookie(later), 'k=•••');
      assert.deepEqual(later.console, ['•••']);
    });

    it('pieces of a secret in many cookies are hidden', async () => {
      runner = await testRunner(memoryHost(new Map(), secretHost));
      await send(
        `const key = tool.interpolate("{{$secret.KEY}}"); for (let i = 0; i < key.length; i++) await bru.cookies.jar().setCookie("${server.url}", "k" + i, key[i]);`,
        '',
        { runner },
      );
      const later = await send('', '', { runner });
      assert.match(heads(server), /k0=h; k1=u; k2=s; k3=h/);
      assert.equal(shownCookie(later), '•••');
    });

    it('a value of the environment is sent nowhere without a question, also after a redirect', async () => {
      const asked: string[] = [];
      const files = new Map<string, string>();
      runner = await testRunner(
        memoryHost(files, {
          env: (name) => (name === 'TOWN' ? 'Riga' : undefined),
          maySendEnvironment: (names, _root, to) => Promise.resolve(asked.push(`${names.join()} ${to.host}`) < 0),
        }),
      );
      const head = '@town = {{$env.TOWN}}\n\n###\n';
      // Nothing is sent by this run: the script skips its request.
      await send(
        `await bru.cookies.jar().setCookie("${other.url}", "k", [...tool.getVar("town")].reverse().join("")); tool.skip();`,
        '',
        { runner },
        head,
      );
      assert.deepEqual(asked, []);
      const direct = await send('', '', { runner }, '', `${other.url}/`);
      assert.match(direct.result.failure?.message ?? '', /TOWN of the process's environment may not go to/);
      const redirecting = await startRecorder(() => `HTTP/1.1 302 Found\r\nLocation: ${other.url}/x\r\nContent-Length: 0\r\n\r\n`);
      const redirected = await send('', '', { runner }, '', `${redirecting.url.replace('127.0.0.1', 'localhost')}/`);
      await redirecting.close();
      assert.match(redirected.result.failure?.message ?? '', /The redirect was not followed|TOWN/);
      assert.equal(other.requests.length, 0);
      assert.equal(asked.length, 2);
    });
  });
});
