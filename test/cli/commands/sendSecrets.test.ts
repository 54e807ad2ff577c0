import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runReq, type Ended } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

const env = { REQ_SECRET_KEY: 'hush-hush-1', REQ_SECRET_OTHER: 'quiet-2' };

describe('a secret', () => {
  const { server, folder } = useServerAndFolder();

  const send = async (text: string, ...flags: readonly string[]): Promise<Ended> => {
    folder.write('a.req', text);
    const ended = await runReq(['send', 'a.req', ...flags], { cwd: folder.path, env });
    for (const secret of Object.values(env)) assert.ok(!`${ended.stdout}${ended.stderr}`.includes(secret), 'a secret is shown');
    return ended;
  };

  it('reaches a script by its variable and by its placeholder', async () => {
    const { code, stdout, stderr } = await send(
      `@key = {{$secret.KEY}}\n\n### a\n< {%\n  const all = [tool.getVar("key"), tool.interpolate("{{$secret.OTHER}}")];\n` +
        `  tool.setVar("lengths", all.map((x) => x.length));\n%}\nPOST ${server.url}/echo\n\n{{lengths}}\n`,
    );
    assert.equal(code, 0, stderr);
    assert.equal((JSON.parse(stdout) as { body: string }).body, '[11,7]');
  });

  it('may be the origin of the URL', async () => {
    folder.write('http-client.private.env.json', JSON.stringify({ dev: { origin: server.url } }));
    const { code, stdout, stderr } = await send('GET {{origin}}/echo?a=1\n', '--env', 'dev');
    assert.equal(code, 0, stderr);
    assert.equal((JSON.parse(stdout) as { method: string }).method, 'GET');
    assert.match((await send('GET {{origin}}/echo?a=1\n', '--env', 'dev', '-v')).stderr, /^> GET •••\/?echo\?a=1 HTTP\/1\.1$/m);
  });

  it('is left out of tool.vars() until it is needed', async () => {
    const { stdout } = await send(
      `@key = {{$secret.KEY}}\n@plain = 1\n\n### a\n< {%\n  const before = Object.keys(tool.vars()).length;\n  tool.getVar("key");\n` +
        `  tool.setVar("counts", [before, Object.keys(tool.vars()).length]);\n%}\nPOST ${server.url}/echo\n\n{{counts}}\n`,
    );
    assert.equal((JSON.parse(stdout) as { body: string }).body, '[1,2]');
  });

  it('is known to an assertion that alone names it', async () => {
    const { code, stderr } = await send(`POST ${server.url}/echo\n\n${env.REQ_SECRET_KEY}\n\n?? body.body == {{$secret.KEY}}\n`);
    assert.equal(code, 0, stderr);
    const wrong = await send(`GET ${server.url}/echo\n\n?? body.method == {{$secret.KEY}}\n`);
    assert.match(wrong.stderr, /expected "•••", got "GET"/);
  });

  it('is filled into a file that alone names it', async () => {
    folder.write('body.txt', '{{$secret.KEY}}!');
    const { stdout } = await send(`POST ${server.url}/echo\n\n<@ ./body.txt\n`);
    assert.equal((JSON.parse(stdout) as { body: string }).body, '•••!');
    assert.doesNotMatch(stdout, /not known/);
  });

  it('stays hidden in a variable that a script made of it, in requests that do not name it', async () => {
    const { stdout } = await send(
      `### a\n< {%\n  tool.setVar("sent", { credentials: "Bearer " + tool.interpolate("{{$secret.KEY}}") });\n%}\nGET ${server.url}/echo\n\n` +
        `### b\nGET ${server.url}/echo\nAuthorization: {{sent.credentials}}\n`,
      '--all',
      '--json',
    );
    // The variable is a secret as a whole.
    assert.match(stdout, /"Authorization",\s*"•••"/);
  });

  it("stays hidden in another request's value that reads its exchange", async () => {
    const { stdout } = await send(
      `### a\n# @name a\nGET ${server.url}/echo\nX-Key: {{$secret.KEY}}\n\n### b\nGET ${server.url}/echo\nX-Again: {{a.request.headers.X-Key}}\n`,
      '--all',
      '--json',
    );
    assert.equal([...stdout.matchAll(/"X-Again",\s*"•••"/g)].length, 1);
  });
});

describe("a script's file", () => {
  const { server, folder } = useServerAndFolder();
  beforeEach(() => {
    fs.mkdirSync(path.join(folder.path, 'inner'));
    folder.write('outside.js', 'tool.setVar("from", "outside")');
  });

  const send = (script: string, ...flags: readonly string[]): Promise<Ended> => {
    folder.write('inner/a.req', `< ${script}\nPOST ${server.url}/echo\n\n{{from}}\n`);
    return runReq(['send', 'inner/a.req', ...flags], { cwd: folder.path });
  };

  it('finds index.js of a required folder, and a file beside a folder of the same name', async () => {
    folder.write('inner/lib/index.js', 'module.exports = "index"');
    folder.write('inner/util/other.js', '');
    folder.write('inner/util.js', 'module.exports = "util"');
    folder.write('inner/main.js', 'tool.setVar("from", require("./lib") + require("./util"))');
    const { stdout, stderr } = await send('./main.js');
    assert.equal((JSON.parse(stdout) as { body: string }).body, 'indexutil', stderr);
  });

  it('outside the collection is read only with --allow-read', async () => {
    const { code, stderr } = await send('../outside.js');
    assert.equal(code, 6);
    assert.match(stderr, /a\.req:1:\d+: .*outside\.js is outside .*was not allowed[^]*--allow-read DIR/);
    assert.equal((JSON.parse((await send('../outside.js', '--allow-read', '.')).stdout) as { body: string }).body, 'outside');
  });

  it('is where its symbolic link leads', async () => {
    fs.symlinkSync('../outside.js', path.join(folder.path, 'inner/link.js'));
    assert.match((await send('./link.js')).stderr, /was not allowed/);
    fs.writeFileSync(path.join(folder.path, 'inner/a.req'), `POST ${server.url}/echo\n\n< ./link.js\n`);
    const body = await runReq(['send', 'inner/a.req'], { cwd: folder.path });
    assert.match(body.stderr, /was not allowed/);
  });
});

describe('a certificate or a key outside the collection', () => {
  const { server, folder } = useServerAndFolder();

  for (const directive of ['cacert ../outside.pem', 'auth jwt alg=RS256 key-file=../outside.pem claims={"a":1}'])
    it(`ends with 6 without --allow-read: # @${directive}`, async () => {
      folder.write('outside.pem', 'outside');
      folder.write('inner/a.req', `# @${directive}\nGET ${server.url}/echo\n`);
      const { code, stderr } = await runReq(['send', 'inner/a.req'], { cwd: folder.path });
      assert.match(stderr, /was not allowed[^]*--allow-read DIR/);
      assert.equal(code, 6);
    });
});
