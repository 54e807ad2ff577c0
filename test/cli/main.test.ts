import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { commandBundle, makeFolder, runReq, shellCode, startReq, type Folder } from '../support/command.ts';
import { startServer, type TestServer } from '../support/server.ts';
import packageJson from '../../package.json' with { type: 'json' };

describe('req', () => {
  let folder: Folder;
  let server: TestServer;
  before(async () => {
    server = await startServer();
    folder = makeFolder({ 'endless.req': `GET ${server.url}/sse?count=1000000&interval=1\n` });
  });
  after(async () => {
    folder.remove();
    await server.close();
  });
  const req = (...args: string[]): ReturnType<typeof runReq> => runReq(args, { cwd: folder.path });

  it('prints its version', async () => {
    assert.deepEqual(await req('--version'), { code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  it('prints help on standard output when it is asked for, and on standard error when it is not', async () => {
    const asked = await req('help', 'send');
    assert.equal(asked.code, 0);
    assert.match(asked.stdout, /^Usage: req send FILE/);
    assert.match(asked.stdout, /--max-events N/);
    assert.match(asked.stdout, /--proxy URL/);
    const bare = await req();
    assert.equal(bare.code, 2);
    assert.equal(bare.stdout, '');
    assert.match(bare.stderr, /^Usage: req COMMAND/);
  });

  it('uses colors without a terminal for FORCE_COLOR, unless NO_COLOR is set', async () => {
    const isColored = async (env: Readonly<Record<string, string>>): Promise<boolean> =>
      (await runReq(['send', 'none.req'], { cwd: folder.path, env })).stderr.startsWith('\u001b[31merror');
    assert.deepEqual([await isColored({ FORCE_COLOR: '1' }), await isColored({ FORCE_COLOR: '3', TERM: 'dumb' })], [true, true]);
    for (const env of [{ FORCE_COLOR: '' }, { FORCE_COLOR: '0' }, { FORCE_COLOR: 'false' }, { FORCE_COLOR: '1', NO_COLOR: '1' }])
      assert.equal(await isColored(env), false, JSON.stringify(env));
  });

  it('says how a request is chosen if a name follows the file', async () => {
    assert.match((await req('send', 'endless.req', 'two')).stderr, /One file .*endless\.req two\nhint: .* with -n two\n/);
    assert.match((await req('send', 'endless.req', 'log', 'in')).stderr, /hint: .* with -n "log in"\n/);
    assert.match((await req('send', 'endless.req', 'b.req')).stderr, /hint: req run sends/);
  });

  it('reports errors of a command line, and exits with 2', async () => {
    const unknown = await req('exprot', 'x.req');
    assert.deepEqual(unknown, {
      code: 2,
      stdout: '',
      stderr: 'error: There is no command "exprot".\nhint: Did you mean req export?\n',
    });
  });

  it('leads from the commands of other tools to its own', async () => {
    assert.match((await req('test', '.')).stderr, /hint: Did you mean req run\?/);
    assert.match((await req('lint', '.')).stderr, /hint: Did you mean req check\?/);
    assert.match((await req('constructor')).stderr, /hint: req --help lists the commands\./);
  });

  for (const [args, message] of [
    [['export', 'curl'], /hint: req export TO FILE;/],
    [['graphql'], /hint: req graphql FILE;/],
    [['graphql', 'two.req'], /choose one with FILE#NAME, -n or -l\.$/m],
  ] as const)
    it(`names what the command can do: req ${args.join(' ')}`, async () => {
      fs.writeFileSync(path.join(folder.path, 'two.req'), 'GET http://h/\n\n###\nGET http://h/\n');
      const { code, stderr } = await req(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });

  it('prints nothing on standard error for a run that passes', async () => {
    folder.write('ok.req', `GET ${server.url}/echo\n\n?? status == 200\n`);
    assert.deepEqual({ ...(await req('run', 'ok.req')), stdout: '' }, { code: 0, stdout: '', stderr: '' });
  });

  it('keeps compiled code beside the command where Node.js can', async function () {
    if (!('enableCompileCache' in module)) this.skip();
    await req('--version');
    assert.ok(fs.existsSync(path.join(path.dirname(await commandBundle()), '.compiled')));
  });

  it('needs the runner for sending alone', async () => {
    const built = path.dirname(await commandBundle());
    const alone = path.join(folder.path, 'req.cjs');
    for (const name of fs.readdirSync(built).filter((file) => /^(?:req|javascript)\b(?!-runner).*\.cjs$/.test(file)))
      fs.copyFileSync(path.join(built, name), path.join(folder.path, name));
    const run = (command: string): number | null =>
      spawnSync(process.execPath, [alone, command, 'endless.req'], { cwd: folder.path }).status;
    assert.deepEqual([run('list'), run('check')], [0, 0]);
    assert.equal(run('send'), 70);
  });

  it('exits silently, and cancels the request, when its reader exits', async () => {
    const { process, untilOut, ended } = await startReq(['send', 'endless.req'], { cwd: folder.path });
    await untilOut('{"n":3}');
    process.stdout?.destroy();
    const { code, stderr } = await ended;
    assert.equal(code, 0);
    assert.equal(stderr, 'HTTP/1.1 200 OK\n');
    await server.untilOpen(0);
  });

  it('ends at once at a second interrupt', async () => {
    const { process, untilOut } = await startReq(['send', 'endless.req'], { cwd: folder.path });
    await untilOut('{"n":3}');
    const closed = once(process, 'exit');
    process.kill('SIGINT');
    process.kill('SIGINT');
    const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
    assert.equal(shellCode(code, signal), 130);
  });
});
