import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, startReq, type Folder, type Running } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { until } from '../../support/until.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

describe('req run --watch', () => {
  let recorder: Recorder;
  let folder: Folder;
  let running: Running | undefined;
  let answers: (target: string) => string;

  beforeEach(async () => {
    answers = () => ok;
    recorder = await startRecorder((_, target) => answers(target));
    folder = makeFolder();
  });
  afterEach(async () => {
    running?.process.kill('SIGKILL');
    await running?.ended;
    running = undefined;
    folder.remove();
    await recorder.close();
  });

  const write = (name: string, text: string): void => folder.write(name, text.replaceAll('HOST', recorder.url));
  const targets = (): readonly string[] => recorder.requests.map((r) => r.target);
  const sent = (...wanted: readonly string[]): Promise<unknown> =>
    until(`the requests ${wanted.join(', ')}, not ${targets().join(', ')}`, () => targets().join() === wanted.join() || undefined);

  /** Starts the command; `idle` waits until it has waited for changes that many times. */
  async function watch(...args: string[]): Promise<{ readonly command: Running; readonly idle: (times: number) => Promise<unknown> }> {
    const command = await startReq(['run', '--watch', ...args], { cwd: folder.path });
    running = command;
    let errors = '';
    command.process.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const idle = (times: number): Promise<unknown> =>
      until(`it waits for changes for the ${times}. time`, () => errors.split('Ctrl+C ends.').length > times || undefined);
    return { command, idle };
  }

  it('runs again after a change of a request, a shared file, an environment, a script, a body or the data', async () => {
    write('collection.req', '@host = HOST\n');
    write('http-client.env.json', '{"dev": {"e": "e1"}}');
    write('script.js', 'request.headers;');
    write('sub/body.txt', 'b1');
    write('rows.csv', 'row\nr1\n');
    write('a.req', '< ./script.js\nPOST {{host}}/{{e}}/{{row}}\n\n< ./sub/body.txt\n');
    const { command, idle } = await watch('a.req', '--env', 'dev', '--data', 'rows.csv');
    await idle(1);
    const steps: readonly (readonly [name: string, text: string, target: string])[] = [
      ['rows.csv', 'row\nr2\n', '/e1/r2'],
      ['http-client.env.json', '{"dev": {"e": "e2"}}', '/e2/r2'],
      ['sub/body.txt', 'b2', '/e2/r2'],
      ['script.js', 'request.headers;;', '/e2/r2'],
      ['collection.req', '@host = HOST/v2\n', '/v2/e2/r2'],
      ['folder.req', '# @header X-A: 1\n', '/v2/e2/r2'],
      ['a.req', 'GET {{host}}/new\n', '/v2/new'],
    ];
    for (const [i, [name, text, target]] of steps.entries()) {
      write(name, text);
      await idle(i + 2);
      assert.deepEqual(targets().slice(i + 1), [target], `after ${name}`);
    }
    assert.deepEqual(
      recorder.requests.slice(2, 5).map((r) => r.body),
      ['b1', 'b2', 'b2'],
    );
    assert.match(await command.untilErr('a.req ─'), /\n── \d\d:\d\d:\d\d {2}rows\.csv ─+\n/);
  });

  it('finds new files and folders, also in new folders, and notices those that are deleted or renamed', async () => {
    write('a.req', 'GET HOST/a\n');
    const { idle } = await watch('.');
    await idle(1);
    write('new/deep/b.req', 'GET HOST/b\n');
    await idle(2);
    fs.renameSync(path.join(folder.path, 'new'), path.join(folder.path, 'other'));
    await idle(3);
    fs.rmSync(path.join(folder.path, 'other'), { recursive: true });
    await idle(4);
    write('other/c.req', 'GET HOST/c\n');
    await idle(5);
    assert.deepEqual(targets(), ['/a', '/a', '/b', '/a', '/b', '/a', '/a', '/c']);
  });

  for (const named of ['.', 'tests'])
    it(`notices changes in a folder that was deleted and created again: req run ${named}`, async () => {
      write('tests/a.req', 'GET HOST/a\n');
      const { command, idle } = await watch(named);
      await idle(1);
      // At once, as a generator does it.
      fs.rmSync(path.join(folder.path, 'tests'), { recursive: true });
      write('tests/a.req', 'GET HOST/b\n');
      await sent('/a', '/b');
      write('tests/a.req', 'GET HOST/c\n');
      await sent('/a', '/b', '/c');
      fs.rmSync(path.join(folder.path, 'tests'), { recursive: true });
      // After a pass without it.
      await command.untilErr(named === '.' ? 'error: This folder contains no' : 'error: There is no');
      fs.mkdirSync(path.join(folder.path, 'tests'));
      write('tests/a.req', 'GET HOST/d\n');
      await sent('/a', '/b', '/c', '/d');
      write('tests/a.req', 'GET HOST/e\n');
      await sent('/a', '/b', '/c', '/d', '/e');
    });

  it('cancels a run under way, and runs the changed file', async () => {
    answers = (target) => (target === '/slow' ? '' : ok);
    write('a.req', '### a\nGET HOST/slow\n\n### b\nGET HOST/never\n');
    const { idle } = await watch('a.req');
    await sent('/slow');
    write('a.req', 'GET HOST/fast\n');
    await idle(1);
    assert.deepEqual(targets(), ['/slow', '/fast']);
  });

  it('does not run again for files that it writes, or that are not part of the run', async () => {
    write('a.req', 'GET HOST/a\n\n?? body matchesSnapshot\n');
    const { idle, command } = await watch('.', '--reporter', 'junit=report.xml', '--reporter', 'pretty', '--cookie-jar', 'jar.txt');
    await idle(1);
    assert.match(folder.read('report.xml'), /<testsuite /);
    assert.equal(fs.readdirSync(path.join(folder.path, '__snapshots__')).length, 1);
    write('server.log', 'a line');
    write('node_modules/x.req', 'GET HOST/never\n');
    write('.hidden/x.req', 'GET HOST/never\n');
    write('a.req', 'GET HOST/b\n');
    await idle(2);
    assert.match(await command.untilErr('──'), /\n── [\d:]+ {2}a\.req ─+\n/);
    assert.deepEqual(targets(), ['/a', '/b']);
    assert.match(folder.read('report.xml'), /\/b/);
    assert.match(await command.untilOut('/b'), /✓ .*\/a/);
  });

  it('continues after an error, and runs when it is corrected', async () => {
    write('a.req', 'GET HOST/a\n');
    const { command, idle } = await watch('a.req');
    await idle(1);
    folder.write('a.req', new Uint8Array([0xff]));
    await command.untilErr('is not UTF-8');
    await idle(2);
    fs.rmSync(path.join(folder.path, 'a.req'));
    await command.untilErr('There is no file or folder a.req');
    await idle(3);
    write('a.req', 'GET HOST/b\n');
    await idle(4);
    assert.deepEqual(targets(), ['/a', '/b']);
  });

  it('ends at once where the command line is wrong', async () => {
    write('a.req', 'GET HOST/a\n');
    for (const args of [['none.req'], ['-'], ['a.req', '--env', 'none'], ['a.req', '--reporter', 'none']]) {
      const { command } = await watch(...args);
      assert.equal((await command.ended).code, 2);
    }
  });

  it('does not watch the targets of links out of the collection', async () => {
    const other = makeFolder({ 'x.req': 'GET http://never/\n', 'body.txt': 'b' });
    try {
      write('collection.req', '');
      write('a.req', 'GET HOST/a\n');
      const { idle } = await watch('.');
      await idle(1);
      fs.symlinkSync(other.path, path.join(folder.path, 'out'));
      fs.symlinkSync(path.join(other.path, 'x.req'), path.join(folder.path, 'x.req'));
      other.write('x.req', 'GET http://never/2\n');
      other.write('y.req', 'GET http://never/3\n');
      write('a.req', 'GET HOST/b\n');
      await idle(2);
      assert.deepEqual(targets(), ['/a', '/b']);
      const inotify = fs.existsSync(`/proc/${running?.process.pid}/fdinfo`) ? watchesOf(running?.process.pid) : undefined;
      if (inotify !== undefined) assert.ok(!inotify.includes(fs.statSync(other.path).ino));
    } finally {
      other.remove();
    }
  });

  /** Inodes that a process watches (Linux). */
  function watchesOf(pid: number | undefined): readonly number[] {
    const folderOf = `/proc/${pid}/fdinfo`;
    const texts = fs.readdirSync(folderOf).map((fd) => fs.readFileSync(path.join(folderOf, fd), 'utf8'));
    return texts.flatMap((text) => [...text.matchAll(/^inotify .*?\bino:([\da-f]+)/gm)].map(([, ino = '']) => Number.parseInt(ino, 16)));
  }

  it('watches folders, not each of thousands of files', async () => {
    for (let i = 0; i < 3000; i++) folder.write(`many/${i % 10}/${i}.req`, `# @disabled\nGET http://h/${i}\n`);
    write('a.req', 'GET HOST/a\n');
    const { idle } = await watch('.');
    await idle(1);
    if (process.platform === 'linux') {
      const watches = watchesOf(running?.process.pid);
      assert.ok(watches.length >= 12 && watches.length < 30, String(watches.length));
    }
    write('many/3/13.req', 'GET HOST/13\n');
    await idle(2);
    assert.deepEqual(targets(), ['/a', '/a', '/13']);
  });

  for (const [when, slow] of [
    ['while it waits', false],
    ['during a run', true],
  ] as const) {
    it(`ends by Ctrl+C with its reports written whole ${when}`, async () => {
      answers = () => (slow ? '' : ok);
      write('a.req', 'GET HOST/a\n');
      const { command, idle } = await watch('a.req', '--reporter', 'junit=j.xml');
      await (slow ? sent('/a') : idle(1));
      command.process.kill('SIGINT');
      const { code } = await command.ended;
      assert.equal(code, 130);
      assert.match(folder.read('j.xml'), /<testsuite[\s\S]*<\/testsuites>/);
    });
  }
});
