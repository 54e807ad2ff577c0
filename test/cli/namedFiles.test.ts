import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { commandBundle, makeFolder, runReq, startReq, type Ended, type Folder } from '../support/command.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';

describe('files that an argument names to write to', function () {
  let recorder: Recorder;
  let outer: Folder;
  const at = (...names: readonly string[]): string => path.join(outer.path, ...names);
  const req = (...args: readonly string[]): Promise<Ended> => runReq(args, { cwd: at('ws') });
  const outside = (): readonly string[] =>
    fs.readdirSync(at('outside')).map((name) => `${name}: ${fs.readFileSync(at('outside', name), 'utf8')}`);
  const link = (to: string, from: string): void => fs.symlinkSync(to, at('ws', from));

  before(async function () {
    if (process.platform === 'win32') this.skip();
    recorder = await startRecorder();
  });
  after(() => recorder?.close());
  afterEach(() => outer.remove());
  beforeEach(() => {
    outer = makeFolder({ 'outside/kept': 'kept', 'ws/a.req': `### one\n# @name one\nGET ${recorder.url}/\n` });
  });

  for (const [what, args, code] of [
    ['a body', ['send', 'large.req', '-o', '/dev/stdout'], 0],
    ['a report', ['run', 'slow.req', '--reporter', 'tap=/dev/stdout'], 1],
  ] as const)
    it(`end without a message when the reader of a pipe with ${what} ends first, and req ${args[0]} exits with ${code}`, async () => {
      const body = 'some text\n'.repeat(1024 * 1024);
      const large = await startRecorder(() => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      try {
        fs.writeFileSync(at('ws', 'large.req'), `GET ${large.url}/\n`);
        // The first line of the report is written while the script sleeps.
        const slow = `< {% await tool.sleep(300) %}\nGET ${recorder.url}/\n\n?? status == 201\n\n`;
        fs.writeFileSync(at('ws', 'slow.req'), `### a\n${slow}### b\n${slow}`);
        const line = `("$@"; echo "code $?" >&2) | head -c 1`;
        const shell = spawn('sh', ['-c', line, 'sh', process.execPath, await commandBundle(), ...args], { cwd: at('ws') });
        assert.equal((await text(shell.stderr)).replace(/^HTTP.*\n|^saved.*\n/gm, ''), `code ${code}\n`);
      } finally {
        await large.close();
      }
    });

  for (const [what, args] of [
    ['the body', ['send', 'a.req', '-o', 'out']],
    ['a report', ['run', 'a.req', '--reporter', 'junit=out']],
    ['the cookies', ['send', 'a.req', '--cookie-jar', 'out']],
    ['an export', ['export', 'curl', 'a.req', '-o', 'out', '--force']],
  ] as const) {
    it(`do not write ${what} out of the folder through a link, dangling or not, and report it`, async () => {
      for (const to of ['outside/kept', 'outside/none']) {
        link(at(to), 'out');
        const before = outside();
        const { code, stderr } = await req(...args);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /out cannot be written: a symbolic link leads out of the folder/);
        assert.deepEqual(outside(), before);
        fs.rmSync(at('ws/out'));
      }
    });

    it(`write ${what} to a link's target in the folder, and keep the link and its permissions`, async () => {
      outer.write('ws/real', '');
      fs.chmodSync(at('ws/real'), 0o640);
      link('real', 'out');
      const { code, stderr } = await req(...args);
      assert.equal(code, 0, stderr);
      assert.ok(fs.lstatSync(at('ws/out')).isSymbolicLink());
      assert.equal(fs.statSync(at('ws/real')).mode & 0o777, 0o640);
      assert.deepEqual(fs.readdirSync(at('ws')).toSorted(), ['a.req', 'out', 'real']);
    });

    it(`write ${what} to a device`, async () => {
      const { code, stderr } = await req(...args.map((arg) => arg.replace(/^(junit=)?out$/, '$1/dev/null')));
      assert.equal(code, 0, stderr);
      assert.ok(fs.statSync('/dev/null').isCharacterDevice());
    });
  }

  it('keep their content until a body is complete, even if the command is killed; a cancelled one writes the received part', async () => {
    const slow = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart'));
    });
    await new Promise<void>((resolve) => void slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as net.AddressInfo;
    try {
      outer.write('ws/a.req', `GET http://127.0.0.1:${port}/\n`);
      outer.write('ws/out', 'old');
      for (const [signal, expected] of [
        ['SIGKILL', 'old'],
        ['SIGINT', 'part'],
      ] as const) {
        const begun = (): readonly string[] => fs.readdirSync(at('ws')).filter((name) => name.endsWith('.tmp'));
        for (const name of begun()) fs.rmSync(at('ws', name));
        const running = await startReq(['send', 'a.req', '-o', 'out'], { cwd: at('ws') });
        await until('a part has come', () => (begun().some((name) => outer.read(`ws/${name}`) === 'part') ? true : undefined));
        assert.equal(outer.read('ws/out'), 'old');
        running.process.kill(signal);
        await running.ended;
        assert.equal(outer.read('ws/out'), expected);
      }
    } finally {
      slow.close();
    }
  });

  it('keep their content until a report is complete, even if the command is killed; a cancelled one writes the report so far', async () => {
    let waiting = 0;
    const silent = net.createServer((socket) => {
      waiting++;
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as net.AddressInfo;
    try {
      outer.write('ws/a.req', `### one\nGET ${recorder.url}/\n\n### two\nGET http://127.0.0.1:${port}/\n`);
      outer.write('ws/report.tap', 'old');
      for (const [signal, expected] of [
        ['SIGKILL', /^old$/],
        ['SIGINT', /^TAP version 14\n# a\.req\nok 1 - one\nnot ok 2 - two\n[^]*Cancelled/],
      ] as const) {
        const before = waiting;
        const running = await startReq(['run', 'a.req', '--reporter', 'tap=report.tap'], { cwd: at('ws') });
        await until('the second is sent', () => (waiting > before ? true : undefined));
        assert.equal(outer.read('ws/report.tap'), 'old');
        running.process.kill(signal);
        await running.ended;
        assert.match(outer.read('ws/report.tap'), expected);
      }
    } finally {
      silent.close();
    }
  });
});
