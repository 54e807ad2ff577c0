import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { runReq, startReq, type Ended } from '../../support/command.ts';
import { startServer } from '../../support/server.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('the exit code of req send', () => {
  const { server, folder } = useServerAndFolder();

  const send = (text: string | Uint8Array, ...args: string[]): Promise<Ended> => {
    folder.write('a.req', text);
    return runReq(['send', 'a.req', ...args], { cwd: folder.path });
  };
  const ends = async (wanted: number, message: RegExp, text: string | Uint8Array, ...args: string[]): Promise<void> => {
    const before = server.requests.length;
    const { code, stderr } = await send(text, ...args);
    assert.match(stderr, message);
    assert.equal(code, wanted, stderr);
    if (wanted === 2 || wanted === 3) assert.equal(server.requests.length, before, 'nothing is sent');
  };

  it('is 0 whatever the status', async () => {
    assert.equal((await send(`GET ${server.url}/status/404\n`)).code, 0);
  });

  it('is 1 when an assertion or a test fails, and the output contains the place and the reason', async () => {
    await ends(
      1,
      /✓ size > 0\n✗ status == 201 {2}a\.req:4\n {4}expected 201, got 200\n/,
      `GET ${server.url}/json\n\n?? size > 0\n?? status == 201\n`,
    );
    await ends(
      1,
      /✗ is odd {2}a\.req:4\n {4}Error: even\n/,
      `GET ${server.url}/json\n\n> {%\ntool.test("is odd", () => { throw new Error("even") })\n%}\n`,
    );
  });

  it('is printed with the place of the failure, which is the request line if no other is known', async () => {
    const hole = net.createServer().listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as net.AddressInfo;
    hole.close();
    await ends(4, /^a\.req:2:1: error: Nothing listens at /, `# there was a server\nGET http://127.0.0.1:${port}/\n`);
    await ends(2, /^a\.req:4:3: error: The body file \S+none\.bin does not exist/, `POST ${server.url}/echo\nX-A: b\n\n< ./none.bin\n`);
    const parts = `--B\nContent-Disposition: form-data; name="f"\n\n< ./none.bin\n--B--\n`;
    await ends(2, /^a\.req:7:3: error: /, `POST ${server.url}/echo\nContent-Type: multipart/form-data; boundary=B\n\n${parts}`);
  });

  describe('is 2 for a file that', () => {
    it('is not there, is a folder, or is shared by others', async () => {
      folder.write('collection.req', '@a = 1\n');
      for (const [name, message] of [
        ['none.req', 'There is no file or folder none.req.'],
        ['.', '. is a folder'],
        ['collection.req', 'collection.req contains no request'],
      ] as const) {
        const { code, stderr } = await runReq(['send', name], { cwd: folder.path });
        assert.equal(code, 2);
        assert.ok(stderr.includes(message), stderr);
      }
    });

    it('cannot be read', async function () {
      // The superuser may read everything.
      if (process.getuid?.() === 0) this.skip();
      folder.write('a.req', 'GET http://127.0.0.1/');
      fs.chmodSync(path.join(folder.path, 'a.req'), 0);
      const { code, stderr } = await runReq(['send', 'a.req'], { cwd: folder.path });
      assert.deepEqual([code, stderr], [2, 'error: a.req cannot be read: permission was refused.\n']);
    });

    it('has links that go in a circle', async () => {
      fs.symlinkSync('b.req', path.join(folder.path, 'a.req'));
      fs.symlinkSync('a.req', path.join(folder.path, 'b.req'));
      const { code, stderr } = await runReq(['send', 'a.req'], { cwd: folder.path });
      assert.deepEqual([code, stderr], [2, 'error: a.req cannot be read: its symbolic links form a loop.\n']);
    });

    it('is not UTF-8', async () => {
      const bytes = Buffer.concat([Buffer.from('# grün\nGET http://x/'), Buffer.from([0xfc])]);
      await ends(2, /^a\.req:2:14: error: a\.req is not UTF-8: byte 21, in line 2\.\n/, bytes);
    });

    it('holds no request', () => ends(2, /a\.req contains no request/, '@a = 1\n'));
    it('has a request line without a URL', () => ends(2, /^a\.req:1:\d+: error: .*URL/, 'GET\nAccept: text/plain\n'));
    it('has a header line without a colon', () => ends(2, /^a\.req:2:1: error: /, `GET ${server.url}/echo\nAccept text/plain\n`));
    it('has a script block that does not end', () =>
      ends(2, /^a\.req:1:1: error: /, `< {%\ntool.setVar("a", 1)\nGET ${server.url}/echo\n`));
  });

  it('is 2 for a broken request only when that request is sent', async () => {
    const file = `### good\nGET ${server.url}/json\n\n### bad\nGET ${server.url}/json\nAccept text/plain\n`;
    assert.equal((await send(file, '-n', 'good')).code, 0);
    await ends(2, /^a\.req:6:1: error: /, file, '-n', 'bad');
    const { code, stdout } = await send(file, '--all', '--json');
    assert.equal(code, 2);
    const [good, bad] = JSON.parse(stdout) as { response: unknown; error: { kind: string; at: unknown } | null }[];
    assert.equal(good?.error, null);
    assert.equal(bad?.response, null);
    assert.deepEqual([bad?.error?.kind, bad?.error?.at], ['parse', { file: 'a.req', line: 6, column: 1 }]);
  });

  it('is 2 for a URL, a header or a body that cannot be sent', async () => {
    await ends(2, /error: /, 'GET http://exa mple.com:99999/\n');
    await ends(2, /X-A contains a line break/, `GET ${server.url}/echo\nX-A: {{x}}\n`, '--var', 'x=["a\nb"]', '--var', 'x=a\nb');
    await ends(2, /none\.bin/, `POST ${server.url}/echo\n\n< ./none.bin\n`);
  });

  describe('is 3', () => {
    it('when a variable, a property or an item is missing, and names every place', async () => {
      const text = '@user = {"name": "Ada", "tags": ["a"]}\nGET http://127.0.0.1/{{usr}}/{{user.nmae}}/{{user.tags[3]}}\n';
      const { code, stderr } = await send(text);
      assert.equal(code, 3);
      assert.match(stderr, /^a\.req:2:22: error: Nothing was sent: 3 placeholders have no value\.\n/);
      assert.match(stderr, /\{\{usr\}\}: .*user/);
      assert.match(stderr, /\{\{user\.nmae\}\}: .*did you mean name/);
      assert.match(stderr, /\{\{user\.tags\[3\]\}\}: /);
    });

    it('when environment values go in a circle', async () => {
      folder.write('http-client.env.json', '{"$shared": {"a": "{{b}}", "b": "{{a}}"}}');
      await ends(3, /a → b → a/, 'GET http://127.0.0.1/{{a}}\n');
    });
  });

  describe('is 4', () => {
    it('when nothing listens there', async () => {
      const listener = net.createServer().listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const { port } = listener.address() as net.AddressInfo;
      listener.close();
      await once(listener, 'close');
      await ends(4, new RegExp(`error: .*127\\.0\\.0\\.1.*${port}`), `GET http://127.0.0.1:${port}/\n`);
    });

    it('when there is no response in time, by --timeout', () => ends(4, /error: /, `GET ${server.url}/hang\n`, '--timeout', '100ms'));

    it('when the connection breaks in the body, and shows the received part', async () => {
      const { code, stdout } = await send(`GET ${server.url}/truncated\n`);
      assert.deepEqual([code, stdout], [4, '0123456789']);
    });

    it('when a certificate is not trusted, yet sends with --insecure', async () => {
      const secure = await startServer({ tls: true });
      try {
        await ends(4, /certificate/, `GET ${secure.url}/json\n`);
        assert.equal((await send(`GET ${secure.url}/json\n`, '--insecure')).code, 0);
      } finally {
        await secure.close();
      }
    });
  });

  describe('is 5', () => {
    const script = (body: string): string => `GET ${server.url}/json\n\n> {%\n${body}\n%}\n`;

    it('when a script throws, and names its line', () => ends(5, /^a\.req:4:\d+: error: .*boom/m, script('throw new Error("boom")')));
    it('when a script never ends', () => ends(5, /error: .*longer than 300 ms/, script('for (;;) {}'), '--script-time', '300ms'));
    it('when a script exhausts its memory', () =>
      ends(5, /error: .*memory/i, script('const a = []; for (;;) a.push("x".repeat(100000) + a.length)'), '--script-time', '10m'));
    it('when a script is not JavaScript', () => ends(5, /error: /, script('const = 1')));

    it('and still shows the response', async () => {
      assert.match((await send(script('throw new Error("boom")'))).stdout, /"text"/);
    });
  });

  it('is the lowest of several', async () => {
    const file = `GET ${server.url}/reset\n###\nGET ${server.url}/json\n\n?? status == 500\n###\nGET http://h/{{nowhere}}\n`;
    assert.equal((await send(file, '--all')).code, 1);
  });

  it('is 130 at an interrupt, after the received part is shown and before more is sent', async () => {
    folder.write('a.req', `GET ${server.url}/slow?count=1000000&interval=5\n###\nGET ${server.url}/never\n`);
    const begun = server.requests.length;
    const { process, ended } = await startReq(['send', 'a.req', '--all', '--json'], { cwd: folder.path });
    await server.untilBegun(begun + 1);
    await server.untilOpen(1);
    // The head is there as soon as something of the body is; what counts is that the output is whole whenever it comes.
    process.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.equal(code, 130);
    const all = JSON.parse(stdout) as { error: { kind: string } }[];
    assert.deepEqual(
      all.map((r) => r.error.kind),
      ['cancelled'],
    );
    assert.equal(server.requests.filter((r) => r.target === '/never').length, 0);
  });

  it('is 130 at an interrupt while a script runs', async () => {
    folder.write('a.req', `GET ${server.url}/json\n\n> {%\nconsole.log("running");\nfor (;;) {}\n%}\n`);
    const { process, untilErr, ended } = await startReq(['send', 'a.req', '-v'], { cwd: folder.path });
    await untilErr('running');
    process.kill('SIGINT');
    assert.equal((await ended).code, 130);
  });
});
