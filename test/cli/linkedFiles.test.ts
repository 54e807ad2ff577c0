import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { makeFolder, runReq, startReq, type Ended, type Folder } from '../support/command.ts';
import { peakOnExit } from '../support/peakMemory.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';

/** A user other than root and the user of the tests. */
const stranger = 54_321;
const isRoot = process.getuid?.() === 0;

describe('files that a collection holds', function () {
  let recorder: Recorder;
  let outer: Folder;
  const at = (...names: readonly string[]): string => path.join(outer.path, ...names);
  const req = (...args: readonly string[]): Promise<Ended> => runReq(args, { cwd: at('ws'), env: { HOME: at('home') } });

  before(async function () {
    if (process.platform === 'win32') this.skip();
    recorder = await startRecorder();
  });
  after(() => recorder?.close());
  beforeEach(() => {
    outer = makeFolder({ 'ws/a.req': '', 'outside/kept': 'kept', 'home/x': '' });
  });
  afterEach(() => outer.remove());

  /** Everything outside of the collection, as text. */
  const outside = (): string =>
    fs
      .readdirSync(at('outside'), { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => `${name}: ${fs.statSync(at('outside', name)).isDirectory() ? '' : fs.readFileSync(at('outside', name), 'utf8')}`)
      .join('\n');
  const link = (to: string, from: string): void => {
    fs.mkdirSync(path.dirname(at('ws', from)), { recursive: true });
    fs.symlinkSync(to, at('ws', from));
  };

  it('are reported if the selected environment, or a name of .env, is in an ignored file', async () => {
    outer.write('outside/env.json', '{"dev": {"v": "1"}}');
    outer.write('outside/dotenv', 'KEY=1');
    outer.write('ws/x.req', `GET ${recorder.url}/{{$dotenv.KEY}}\n`);
    link(at('outside/env.json'), 'http-client.env.json');
    link(at('outside/dotenv'), '.env');
    const { code, stderr } = await req('send', 'x.req', '--env', 'dev');
    assert.equal(code, 2);
    assert.match(
      stderr,
      /http-client\.env\.json:1:1: error: The environment "dev" is not known\. This file is ignored: a symbolic link leads to/,
    );
    const { stderr: dotenv } = await req('send', 'x.req');
    assert.match(dotenv, /\.env is ignored: a symbolic link leads to \S+, outside \S+\. Until this is fixed, it has no KEY\./);
  });

  it('are not imported by a link that leads out of the repository', async () => {
    outer.write('ws/.git/HEAD', '');
    outer.write('ws/c.sh', 'curl -u me:hunter2-secret http://h.example/');
    link(at('outside'), 'to');
    const before = outside();
    for (const dir of ['to', 'to/new']) {
      const { code, stdout, stderr } = await req('import', 'curl', 'c.sh', '-o', dir, '--secrets-file', 'secrets');
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /cannot be written: a symbolic link leads out of the folder \S+ws: \S+to to \S+outside/);
    }
    assert.equal(outside(), before);
    assert.ok(!fs.existsSync(at('ws/secrets')));
    fs.rmSync(at('ws/.git'), { recursive: true });
    assert.equal((await req('import', 'curl', 'c.sh', '-o', 'to')).code, 0);
    assert.ok(fs.existsSync(at('outside/c.req')));
  });

  describe('snapshots', () => {
    const snapshot = (): void => outer.write('ws/x.req', `### pwn\nGET ${recorder.url}/\n\n?? body matchesSnapshot\n`);

    for (const [what, from, to] of [
      ['a dangling link', '__snapshots__/x.pwn.snap', 'outside/zshenv'],
      ['a link to a file', '__snapshots__/x.pwn.snap', 'outside/kept'],
      ['a folder that is a link', '__snapshots__', 'outside'],
      ['a folder that is a dangling link', '__snapshots__', 'outside/none'],
    ] as const)
      for (const flags of [[], ['--update-snapshots']] as const)
        it(`are not written by ${what}${flags.length > 0 ? ', neither when they are updated' : ''}, and the link is named`, async () => {
          snapshot();
          link(at(to), from);
          const before = outside();
          const { code, stdout } = await req('run', 'x.req', ...flags);
          assert.equal(code, 1);
          assert.ok(stdout.includes(at('ws', from)), stdout);
          assert.match(stdout, /a symbolic link leads out of the folder/);
          assert.equal(outside(), before);
        });

    it('are not written by a link that stays in the collection', async () => {
      snapshot();
      outer.write('ws/b.req', '### b\nGET http://h\n');
      link('../b.req', '__snapshots__/x.pwn.snap');
      const { code, stdout } = await req('run', 'x.req', '--update-snapshots');
      assert.equal(code, 1);
      assert.match(stdout, /x\.pwn\.snap is a symbolic link to .*b\.req, and Req does not write through links/);
      assert.match(outer.read('ws/b.req'), /^### b/);
    });

    it('are not written where a folder on the way is a link out of the collection', async () => {
      outer.write('ws/collection.req', '');
      outer.write('outside/x.req', `### pwn\nGET ${recorder.url}/\n\n?? body matchesSnapshot\n`);
      link(at('outside'), 'sub');
      const before = outside();
      const { code, stdout } = await req('run', 'sub/x.req');
      assert.equal(code, 1);
      assert.ok(stdout.includes(at('ws/sub')), stdout);
      assert.equal(outside(), before);
    });

    it('of other users are not deleted in a linked folder, nor compared with the targets of links', async () => {
      outer.write('ws/x.req', `### other\nGET ${recorder.url}/\n`);
      outer.write('outside/x.pwn.snap', 'theirs');
      outer.write('outside/y.snap', 'theirs');
      link(at('outside'), '__snapshots__');
      const before = outside();
      const { stderr } = await req('run', '.', '--update-snapshots');
      assert.equal(outside(), before);
      assert.doesNotMatch(stderr, /was deleted/);
      snapshot();
      const { stdout } = await req('run', '.', '--ci');
      assert.doesNotMatch(stdout, /theirs/);
    });

    it('that are links are not deleted either, which is reported', async () => {
      outer.write('ws/x.req', `### other\nGET ${recorder.url}/\n`);
      link(at('outside/kept'), '__snapshots__/x.pwn.snap');
      const { stderr } = await req('run', '.', '--update-snapshots');
      assert.match(stderr, /x\.pwn\.snap was not deleted: a symbolic link leads out of the folder/);
      assert.equal(outer.read('outside/kept'), 'kept');
    });
  });

  describe('around requests', () => {
    const secret = 'AWS_KEY=leaked';
    const cases: Readonly<Record<string, { readonly content: string; readonly value: string }>> = {
      '.env': { content: secret, value: '{{$dotenv.AWS_KEY | default ""}}' },
      'http-client.env.json': { content: '{"$shared":{"v":"leaked"}}', value: '{{v | default ""}}' },
      'http-client.private.env.json': { content: '{"$shared":{"v":"leaked"}}', value: '{{v | default ""}}' },
      'folder.req': { content: '@v = leaked\nX-Other: leaked\n', value: '{{v | default ""}}' },
      'collection.req': { content: '@v = leaked\nX-Other: leaked\n', value: '{{v | default ""}}' },
    };
    const request = (value: string): string => `### one\nGET ${recorder.url}/\nX-Value: <${value}>\n`;

    for (const [name, { content, value }] of Object.entries(cases)) {
      it(`are ignored if ${name} is a link out of the collection, as reported by send, run and check`, async () => {
        outer.write('outside/values', content);
        outer.write('ws/a.req', request(value));
        link('../outside/values', name);
        const sent = await req('send', 'a.req', '--dry-run');
        assert.doesNotMatch(sent.stdout, /leaked|•••/);
        const said = new RegExp(`${name.replaceAll('.', '\\.')}:1:1.* ignored: a symbolic link leads to ${at('outside/values')}`);
        assert.match(sent.stderr, said);
        const ran = await req('run', '.');
        assert.doesNotMatch(recorder.requests.at(-1)?.head ?? '', /leaked/);
        assert.match(ran.stderr, said);
        const checked = await req('check', '.');
        assert.match(checked.stdout, said);
        assert.match(checked.stdout, /\[ignored-file\]/);
      });

      it(`count where ${name} is a link that stays in the collection`, async () => {
        outer.write('ws/kept/values', content);
        outer.write('ws/a.req', request(value));
        link('kept/values', name);
        const sent = await req('send', 'a.req', '--dry-run');
        assert.match(sent.stdout, /leaked|•••/, sent.stderr);
        assert.equal(sent.stderr, '');
      });

      it(`are ignored if ${name} belongs to another user, which is reported`, async function () {
        if (!isRoot) this.skip();
        outer.write(`ws/${name}`, content);
        outer.write('ws/one/two/collection.req', '');
        if (name === 'collection.req') fs.rmSync(at('ws/one/two/collection.req'));
        const file = name === 'collection.req' ? 'ws/one/two/a.req' : 'ws/a.req';
        outer.write(file, request(value));
        fs.chownSync(at('ws', name), stranger, stranger);
        const sent = await req('send', at(file), '--dry-run');
        assert.doesNotMatch(sent.stdout, /leaked|•••/);
        assert.match(
          sent.stderr,
          new RegExp(`${name.replaceAll('.', '\\.')}:1:1.* ignored: its owner \\(user ${stranger}\\) is neither you nor root`),
        );
        // Whoever owns the folder of the requests could replace the requests, too.
        fs.chownSync(path.dirname(at(file)), stranger, stranger);
        assert.match((await req('send', at(file), '--dry-run')).stdout, /leaked|•••/);
      });
    }

    it('count with sudo where they belong to who called it', async function () {
      if (!isRoot) this.skip();
      outer.write('ws/a.req', request('{{v}}'));
      outer.write('ws/folder.req', '@v = mine\n');
      fs.chownSync(at('ws/folder.req'), stranger, stranger);
      const around = { cwd: at('ws'), env: { SUDO_UID: String(stranger) } };
      assert.match((await runReq(['send', 'a.req', '--dry-run'], around)).stdout, /<mine>/);
    });

    it('are looked for up to the root of a repository, and up to home', async () => {
      for (const [marked, made] of [
        ['ws/repo', '.git/HEAD'],
        ['home', 'x'],
      ] as const) {
        outer.write('collection.req', 'X-Other: above\n');
        outer.write(`${marked}/${made}`, '');
        outer.write(`${marked}/one/two/a.req`, request(''));
        const send = (): Promise<Ended> => req('send', at(marked, 'one/two/a.req'), '--dry-run');
        assert.doesNotMatch((await send()).stdout, /above/);
        outer.write(`${marked}/collection.req`, 'X-Other: inside\n');
        assert.match((await send()).stdout, /X-Other: inside/);
      }
    });
  });

  describe('that are not files', () => {
    const peaks = async (...args: readonly string[]): Promise<Ended & { readonly peak: number }> => {
      outer.write('peak.cjs', peakOnExit);
      const env = { NODE_OPTIONS: `--require ${at('peak.cjs')}`, REQ_TEST_PEAK: at('peak') };
      const ended = await runReq(args, { cwd: at('ws'), env });
      return { ...ended, peak: Number(outer.read('peak')) / 1024 };
    };
    const fifo = (name: string): void => void execFileSync('mkfifo', [at('ws', name)]);

    for (const command of ['send', 'run', 'check'] as const)
      for (const [what, make, said] of [
        ['the device /dev/zero', () => link('/dev/zero', 'folder.req'), /folder\.req cannot be read: it is a device, not a regular file\./],
        ['a named pipe', () => fifo('folder.req'), /folder\.req cannot be read: it is a named pipe, not a regular file\./],
      ] as const)
        it(`end ${command} with one clear error where folder.req is ${what}`, async () => {
          outer.write('ws/a.req', `GET ${recorder.url}/\n`);
          make();
          const { code, stderr, peak } = await peaks(command, 'a.req');
          assert.equal(code, 2);
          assert.match(stderr, said);
          assert.ok(peak < 300, `${peak} MB`);
        });

    it('are refused at once as secrets, values, rows and bodies, devices and sockets alike', async () => {
      outer.write('ws/a.req', `POST ${recorder.url}/\n\n< ./body\n`);
      fifo('body');
      const socket = at('ws/socket');
      const server = net.createServer().listen(socket);
      try {
        for (const [args, said] of [
          [['send', 'a.req', '--secrets', '/dev/urandom'], /\/dev\/urandom cannot be read: it is a device/],
          [['send', 'a.req', '--vars', '/dev/zero'], /\/dev\/zero cannot be read: it is a device/],
          [['run', 'a.req', '--data', '/dev/zero'], /\/dev\/zero cannot be read: it is a device/],
          [['send', 'a.req', '--secrets', 'socket'], /socket cannot be read: it is a socket/],
          [['send', 'a.req'], /The body file .*body is not a file/],
          [['send', '/dev/zero'], /\/dev\/zero cannot be read: it is a device/],
        ] as const) {
          const { code, stderr, peak } = await peaks(...args);
          assert.equal(code, 2, stderr);
          assert.match(stderr, said);
          assert.ok(peak < 300, `${peak} MB`);
        }
      } finally {
        server.close();
      }
    });

    it('are left out where a folder holds them by the name of a request file', async () => {
      outer.write('ws/a.req', `### a\nGET ${recorder.url}/\n`);
      fifo('b.req');
      link('/dev/zero', 'c.req');
      const { code, stdout, stderr } = await req('list', '.');
      assert.equal(code, 0);
      assert.match(stdout, /^a\.req:2/);
      assert.match(stderr, /b\.req was left out: it is a named pipe/);
      assert.match(stderr, /c\.req was left out: it is a symbolic link to \/dev\/zero, outside/);
    });

    it('do not affect requests that do not need them: a .env that is a pipe is ignored', async () => {
      outer.write('ws/a.req', `GET ${recorder.url}/\n`);
      fifo('.env');
      const { code, stderr } = await req('send', 'a.req');
      assert.equal(code, 0);
      assert.match(stderr, /\.env:1:1.* ignored: it is a named pipe/);
    });

    it('are read where a shell substitutes a pipe, and where it is the null device', async () => {
      outer.write('ws/a.req', `GET ${recorder.url}/{{v | default "none"}}\n`);
      fifo('pipe');
      const running = await startReq(['send', 'a.req', '--secrets', '/dev/null', '--vars', 'pipe', '--dry-run'], { cwd: at('ws') });
      await fs.promises.writeFile(at('ws/pipe'), '{"v":"piped"}');
      const { code, stdout, stderr } = await running.ended;
      assert.equal(code, 0, stderr);
      assert.match(stdout, /\/piped/);
    });
  });

  describe('as links to request files elsewhere', () => {
    const ugly = 'GET   http://127.0.0.1:1/\n\n\n\n';

    it('are not formatted, listed or run with the folder, nor formatted by name', async () => {
      outer.write('outside/b.req', ugly);
      outer.write('ws/a.req', ugly);
      link(at('outside/b.req'), 'b.req');
      const { code, stdout, stderr } = await req('format', '.');
      assert.deepEqual([code, stdout], [0, 'a.req\n']);
      assert.match(stderr, /b\.req was left out: it is a symbolic link to .*outside\/b\.req, outside/);
      assert.doesNotMatch((await req('list', '.')).stdout, /b\.req/);
      const named = await req('format', 'b.req');
      assert.equal(named.code, 2);
      assert.match(named.stderr, /b\.req was not formatted: it is a symbolic link to /);
      assert.equal(outer.read('outside/b.req'), ugly);
    });

    it('do not end a search: a folder that links to itself is skipped', async () => {
      outer.write('ws/a.req', ugly);
      link(at('ws'), 'again');
      assert.equal((await req('list', '.')).stdout.trim().split('\n').length, 1);
    });
  });
});
