import assert from 'node:assert/strict';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';

import { makeFolder, runReq, shellCode, startReq, type Folder } from '../support/command.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';

const answer = (body: string, type = 'text/plain'): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('Ctrl+C', () => {
  let folder: Folder;
  let recorder: Recorder;
  let body = '';
  before(async () => {
    folder = makeFolder({});
    recorder = await startRecorder(() => answer(body));
  });
  after(async () => {
    folder.remove();
    await recorder.close();
  });

  const ended = async (child: ChildProcess): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return shellCode(child.exitCode, child.signalCode);
  };

  it('ends a regular expression that would take years', async () => {
    body = `${'a'.repeat(60)}!`;
    folder.write('matches.req', `GET ${recorder.url}/\n\n> {% console.log("asserted next") %}\n?? body matches ^(a+)+$\n`);
    const { process, untilErr } = await startReq(['send', 'matches.req', '-v'], { cwd: folder.path });
    await untilErr('asserted next');
    process.kill('SIGINT');
    assert.equal(await ended(process), 130);
  });

  for (const line of ['?? body.$PATH exists', '?? body.$PATH matchesSchema {}', '?? body.$PATH matchesShape', '@x << body.$PATH'])
    it(`ends a JSONPath that would take years: ${line}`, async () => {
      body = '['.repeat(1000) + ']'.repeat(1000);
      const step = line.replace('$PATH', () => '$[?@..[?@..[?@..*[0].nope]]]');
      folder.write('path.req', `GET ${recorder.url}/\n\n> {% console.log("asserted next") %}\n${step}\n`);
      const { process, untilErr } = await startReq(['send', 'path.req', '-v', '--script-time', '30m'], { cwd: folder.path });
      await untilErr('asserted next');
      process.kill('SIGINT');
      assert.equal(await ended(process), 130);
    });

  it('is not needed for a slow one: the assertion fails with its name and a solution', async () => {
    body = `${'a'.repeat(60)}!`;
    folder.write('late.req', `GET ${recorder.url}/\n\n?? body matches ^(a+)+$\n?? status == 200\n`);
    const { code, stderr } = await runReq(['send', 'late.req', '--script-time', '100ms'], { cwd: folder.path });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /✗ body matches \^\(a\+\)\+\$ {2}late\.req:3\n {4}the regular expression \^\(a\+\)\+\$ ran longer than 0\.1 s .*Avoid/,
    );
    assert.match(stderr, /✓ status == 200/);
  });

  for (const [what, args] of [
    ['send', ['send', 'large.req']],
    ['send --json', ['send', 'large.req', '--json']],
    ['run', ['run', 'large.req', '--reporter', 'json']],
  ] as const) {
    it(`ends req ${what} whose output is not read`, async () => {
      body = 'x'.repeat(8 * 1024 * 1024);
      folder.write('large.req', `GET ${recorder.url}/\n`);
      const { process } = await startReq(args, { cwd: folder.path });
      const { stdout } = process;
      assert.ok(stdout);
      stdout.removeAllListeners('data');
      stdout.pause();
      await until('something waits to be read', () => stdout.readableLength > 0);
      process.kill('SIGINT');
      assert.equal(await ended(process), 130);
    });
  }

  it('ends a stream whose output is no longer read', async () => {
    const endless = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${'data: x\n\n'.repeat(1_000_000)}`,
    );
    folder.write('stream.req', `GET ${endless.url}/\nAccept: text/event-stream\n`);
    try {
      const { process } = await startReq(['send', 'stream.req'], { cwd: folder.path });
      const { stdout } = process;
      assert.ok(stdout);
      stdout.removeAllListeners('data');
      stdout.pause();
      await until('something waits to be read', () => stdout.readableLength > 0);
      process.kill('SIGINT');
      assert.equal(await ended(process), 130);
    } finally {
      await endless.close();
    }
  });

  for (const flag of ['--color=never', '--jsonl', '--text'])
    it(`ends the printing of a large event with ${flag}: the rest is dropped`, async () => {
      // Text with non-ASCII characters takes seconds to print.
      const data = 'grüße '.repeat(8 * 1024 * 1024);
      const events = `${'data: start\n\n'.repeat(5)}data: ${data}\n\ndata: end\n\n`;
      const single = await startRecorder(() => `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${events}`);
      folder.write('event.req', `GET ${single.url}/\n`);
      try {
        const { process, ended: over } = await startReq(['send', 'event.req', flag], { cwd: folder.path });
        const { stdout } = process;
        assert.ok(stdout);
        let size = 0;
        // At once, because a busy machine delays timers for longer than all of it takes to print.
        stdout.on('data', (chunk: string | Buffer) => {
          if (size <= 1000 && size + chunk.length > 1000) process.kill('SIGINT');
          size += chunk.length;
        });
        assert.equal(await ended(process), 130);
        await over;
        assert.ok(size < data.length / 2, `${size} characters were printed`);
        assert.match((await over).stderr, /The event that was being printed is shortened/);
      } finally {
        await single.close();
      }
    });

  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
  const letters = Buffer.alloc(1024 * 1024, 'some text ');
  const get = 'GET URL/\n';
  /** Phases that only the signal ends, with the bytes that the server writes before it stops responding. */
  const phases: readonly (readonly [what: string, text: string, ...sent: readonly (string | Buffer)[]])[] = [
    ['a TLS handshake', 'GET https://HOST/\n'],
    ['an upload that the server does not read', `POST URL/\n\n< ./upload\n`],
    ['the wait for the head', get],
    ['the wait for the head after an informational one', get, 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['a body', get, `${head}\r\n`, letters],
    ['a chunked body', get, `${head}Transfer-Encoding: chunked\r\n\r\n5;`],
    ['a body in gzip', get, `${head}Content-Encoding: gzip\r\n\r\n`, zlib.gzipSync(letters).subarray(0, -8)],
    ['a body in deflate', get, `${head}Content-Encoding: deflate\r\n\r\n`, zlib.deflateSync(letters).subarray(0, -4)],
    ['a body in br', get, `${head}Content-Encoding: br\r\n\r\n`, zlib.brotliCompressSync(letters).subarray(0, -4)],
    ['a body in zstd', get, `${head}Content-Encoding: zstd\r\n\r\n`, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])],
    [
      'an unfinished line of NDJSON',
      get,
      `${head.replace('text/plain', 'application/x-ndjson')}\r\n[`,
      ...Array<Buffer>(60).fill(Buffer.from('1,[{}],'.repeat(149_796))),
    ],
    ['an unfinished event', get, `${head.replace('text/plain', 'text/event-stream')}\r\ndata: `, ...Array<Buffer>(60).fill(letters)],
    ['the wait before a retry', `# @retry 5 10s\n${get}`, 'HTTP/1.1 503 Busy\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n'],
    [
      'the wait before a reconnect',
      `# @reconnect\n${get}`,
      `${head.replace('text/plain', 'text/event-stream')}\r\nretry: 99999999\n\n`,
      '',
    ],
  ];
  for (const [what, text, ...sent] of phases)
    for (const args of [['send'], ['run', '--parallel', '2']])
      it(`ends ${what} in req ${args.join(' ')}`, async () => {
        let silent = false;
        const server = net.createServer((socket) => {
          socket.on('error', () => socket.destroy());
          socket.once('data', () => {
            socket.pause();
            for (const piece of sent) if (piece !== '') socket.write(piece);
            // An empty piece ends the connection.
            if (sent.at(-1) === '') socket.end(() => (silent = true));
            else socket.write('', () => (silent = true));
          });
        });
        await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
        const host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
        fs.rmSync(path.join(folder.path, 'phases'), { recursive: true, force: true });
        if (what.startsWith('an upload')) folder.write('phases/upload', Buffer.alloc(32 * 1024 * 1024));
        folder.write('phases/a.req', text.replace('URL', `http://${host}`).replace('HOST', host));
        const [command = '', ...flags] = args;
        const { process: child } = await startReq([command, 'a.req', ...flags], { cwd: path.join(folder.path, 'phases') });
        try {
          await until('the server is silent', () => silent);
          child.kill('SIGINT');
          assert.equal(await ended(child), 130);
        } finally {
          child.kill('SIGKILL');
          server.close();
        }
      });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`ends a script that sleeps, by ${signal}`, async () => {
      body = 'ok';
      folder.write('sleep.req', `GET ${recorder.url}/\n\n> {%\nconsole.log("on");\nawait tool.sleep(50_000);\n%}\n`);
      const { process, untilErr } = await startReq(['send', 'sleep.req', '-v'], { cwd: folder.path });
      await untilErr('on');
      process.kill(signal);
      assert.equal(await ended(process), 130);
    });

  it('ends the lookup of a host whose name server does not respond, although the thread pool of Node.js waits for it', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [path.join(folder.path, 'silent')]);
    // Takes a thread of the pool as getaddrinfo does, until something writes into the pipe.
    folder.write(
      'lookup.cjs',
      `const lookUp = () => { console.error('looked up'); require('node:fs').open('silent', 'r', () => undefined); };
      require('node:dns').lookup = lookUp;`,
    );
    folder.write('slow.req', 'GET http://slow.example/\n');
    const around = { cwd: folder.path, env: { NODE_OPTIONS: `--require ${path.join(folder.path, 'lookup.cjs')}` } };
    const { process: child, untilErr } = await startReq(['send', 'slow.req'], around);
    try {
      await untilErr('looked up');
      child.kill('SIGINT');
      assert.equal(await ended(child), 130);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('ends the reading of a large file', async () => {
    folder.write('many.req', '### a\nGET http://h/\n\n'.repeat(300_000));
    const { process } = await startReq(['check', 'many.req'], { cwd: folder.path });
    process.kill('SIGINT');
    assert.equal(await ended(process), 130);
    assert.equal(process.signalCode, 'SIGINT');
  });
});
