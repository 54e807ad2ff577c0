import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runReq, startReq, type Ended } from '../../support/command.ts';
import { until } from '../../support/until.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

function endless(response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const timer = setInterval(() => response.write('data: endless\n\n'), 5);
  response.once('close', () => clearInterval(timer));
}

describe('cookies of the command', () => {
  const { server, folder } = useServerAndFolder();
  const others: http.Server[] = [];
  afterEach(() => {
    for (const other of others.splice(0)) other.close().closeAllConnections();
  });

  /** The URL of a server with this handler. */
  const answering = async (answer: (response: http.ServerResponse) => void): Promise<string> => {
    const other = http.createServer((_, response) => answer(response));
    others.push(other);
    await once(other.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  };

  const send = (text: string, ...args: string[]): Promise<Ended> => {
    folder.write('a.req', text);
    return runReq(['send', 'a.req', ...args], { cwd: folder.path });
  };
  const setting = (cookie: string): string => `${server.url}/headers?Set-Cookie=${encodeURIComponent(cookie)}`;
  const cookieOf = (): string | undefined => server.requests.at(-1)?.headers.find(([name]) => name === 'Cookie')?.[1];
  const both = (cookie: string): string => `GET ${setting(cookie)}\n\n###\nGET ${server.url}/echo\n`;

  it('go with the requests after the one whose answer sets them, and with no other command', async () => {
    assert.equal((await send(both('id=1; Max-Age=60'), '--all')).code, 0);
    assert.equal(cookieOf(), 'id=1');
    assert.equal((await send(`GET ${server.url}/echo\n`)).code, 0);
    assert.equal(cookieOf(), undefined);
  });

  it('are neither sent nor kept for --no-cookie-jar', async () => {
    assert.equal((await send(both('id=1'), '--all', '--no-cookie-jar')).code, 0);
    assert.equal(server.requests.at(-1)?.target, '/echo');
    assert.equal(cookieOf(), undefined);
  });

  it('are reported with -v when one is refused', async () => {
    const { code, stderr } = await send(`GET ${setting('id=1; Domain=com')}\n`, '-v');
    assert.equal(code, 0);
    assert.match(stderr, /\nwarn: The cookie id was not kept: its Domain is a public suffix, which unrelated sites share\.\n/);
  });

  it('are stored in the file of --cookie-jar, readable only by its owner, and sent from it', async () => {
    const file = path.join(folder.path, 'jar.txt');
    assert.equal((await send(`GET ${setting('id=1')}\n`, '--cookie-jar', 'jar.txt')).code, 0);
    assert.match(fs.readFileSync(file, 'utf8'), /^# Netscape HTTP Cookie File\n[^]*\n127\.0\.0\.1\tFALSE\t\/\tFALSE\t0\tid\t1\n$/);
    if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    await send(`GET ${server.url}/echo\n`, '--cookie-jar', 'jar.txt');
    assert.equal(cookieOf(), 'id=1');
    await send(`GET ${setting('id=; Max-Age=0')}\n`, '--cookie-jar', 'jar.txt');
    assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /127\.0\.0\.1/);
  });

  /** The jar's cookies after a command that sets two and saves them, then waits while another command writes the jar. */
  const keptWith = async (
    before: Readonly<Record<string, string>>,
    theirs: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const file = path.join(folder.path, 'jar.txt');
    const lines = (of: Readonly<Record<string, string>>): string =>
      Object.entries(of)
        .map(([name, value]) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}\n`)
        .join('');
    let release: (() => void) | undefined;
    const setsBoth = await answering((response) => response.setHeader('Set-Cookie', ['mine=2', 'added=1']).end());
    const waits = await answering((response) => (release = () => response.end('late')));
    folder.write('jar.txt', lines(before));
    folder.write('a.req', `GET ${setsBoth}\n\n###\nGET ${waits}\n`);
    const running = await startReq(['send', 'a.req', '--all', '--cookie-jar', 'jar.txt'], { cwd: folder.path });
    await until('the second request waits', () => release);
    folder.write('jar.txt', lines(theirs));
    release?.();
    assert.equal((await running.ended).code, 0);
    const kept = [...fs.readFileSync(file, 'utf8').matchAll(/\t(\w+)\t(\w+)$/gm)].map(([, name, value]) => `${name}=${value}`);
    return kept.toSorted();
  };

  it('are merged with changes that another command has written meanwhile: the last value of each applies', async () => {
    const kept = await keptWith({ mine: '1', yours: '1', gone: '1' }, { mine: '3', yours: '2', new: '1', added: '1' });
    assert.deepEqual(kept, ['added=1', 'mine=3', 'new=1', 'yours=2']);
  });

  it('stay if another command, which read the file earlier, writes the older ones again', async () => {
    const kept = await keptWith({ mine: '1', yours: '1' }, { mine: '1', yours: '2' });
    assert.deepEqual(kept, ['added=1', 'mine=2', 'yours=2']);
  });

  it('of a file with too many are not used, and the file is not changed', async () => {
    const lines = Array.from({ length: 3001 }, (_, i) => `h${i}.example\tFALSE\t/\tFALSE\t0\tid\t1\n`).join('');
    folder.write('jar.txt', lines);
    const before = server.requests.length;
    const { code, stderr } = await send(`GET ${setting('id=1')}\n`, '--cookie-jar', 'jar.txt');
    assert.equal(code, 2);
    assert.match(stderr, /jar\.txt cannot be used, so nothing was sent: it has 3001 cookies, and Req keeps at most 3000/);
    assert.equal(folder.read('jar.txt'), lines);
    assert.equal(server.requests.length, before);
    fs.rmSync(path.join(folder.path, 'jar.txt'));
  });

  it('are kept where Ctrl+C ends the printing of a response that is not the last', async () => {
    const before = server.requests.length;
    const large = await answering((response) => response.setHeader('Set-Cookie', 'id=1').end('x'.repeat(30_000_000)));
    folder.write('a.req', `GET ${large}\n\n###\nGET ${server.url}/echo\n`);
    const running = await startReq(['send', 'a.req', '--all', '--cookie-jar', 'jar.txt'], { cwd: folder.path });
    const { stdout } = running.process;
    assert.ok(stdout);
    await running.untilOut('xxxxxxxx');
    stdout.removeAllListeners('data');
    stdout.pause();
    running.process.kill('SIGINT');
    stdout.resume();
    await running.ended;
    assert.equal(server.requests.length, before);
    assert.match(fs.readFileSync(path.join(folder.path, 'jar.txt'), 'utf8'), /\tid\t1\n/);
  });

  it('that are not kept are warned of by `req run` without -v, once for each reason', async () => {
    const fields = ['a=1; Domain=other.example', 'b=1; Domain=other.example', '__Host-c=1'];
    const url = await answering((response) => response.setHeader('Set-Cookie', fields).end());
    folder.write('a.req', `GET ${url}\n`);
    const { stderr } = await runReq(['run', 'a.req'], { cwd: folder.path });
    assert.equal(stderr.match(/warning: The cookie . was not kept: its Domain does not match this host/g)?.length, 1, stderr);
    assert.equal(stderr.match(/warning: The cookie __Host-c was not kept/g)?.length, 1, stderr);
  });

  it('are stored if the reader of standard output exits', async () => {
    folder.write('a.req', `GET ${setting('id=1')}\n\n###\nGET ${await answering(endless)}\n`);
    const running = await startReq(['send', 'a.req', '--all', '--cookie-jar', 'jar.txt'], { cwd: folder.path });
    await running.untilOut('endless');
    running.process.stdout?.destroy();
    assert.equal((await running.ended).code, 0);
    assert.match(fs.readFileSync(path.join(folder.path, 'jar.txt'), 'utf8'), /\tid\t1\n/);
  });

  it('are shown by --dry-run, which does not change the file', async () => {
    const text = '# mine\n127.0.0.1\tFALSE\t/\tFALSE\t0\tid\t1\n';
    folder.write('jar.txt', text);
    const { stdout } = await send(`GET ${server.url}/echo\n`, '--cookie-jar', 'jar.txt', '--dry-run');
    assert.match(stdout, /\nCookie: id=1\n/);
    assert.equal(fs.readFileSync(path.join(folder.path, 'jar.txt'), 'utf8'), text);
  });

  it('never overwrite a file with other content', async () => {
    folder.write('notes.txt', 'my notes\n');
    const before = server.requests.length;
    const { code, stdout, stderr } = await send(`GET ${server.url}/echo\n`, '--cookie-jar', 'notes.txt');
    assert.deepEqual([code, stdout, server.requests.length], [2, '', before]);
    assert.match(stderr, /notes\.txt is not a cookie file, so nothing was sent: line 1 is not a cookie\./);
    assert.equal(fs.readFileSync(path.join(folder.path, 'notes.txt'), 'utf8'), 'my notes\n');
    const nowhere = await send(`GET ${server.url}/echo\n`, '--cookie-jar', 'nowhere/jar.txt');
    assert.deepEqual([nowhere.code, server.requests.length], [2, before]);
    assert.match(nowhere.stderr, /nowhere\/jar\.txt cannot be written: there is no folder nowhere/);
  });
});
