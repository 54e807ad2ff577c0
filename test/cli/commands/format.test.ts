import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

const before = '@a=1\n###A\nGET http://h/{{a}}\n';
const after = '@a = 1\n\n### A\nGET http://h/{{a}}\n';

describe('req format', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());
  const format = (...args: string[]): Promise<Ended> => runReq(['format', ...args], { cwd: folder.path });
  const at = (name: string): string => path.join(folder.path, name);

  it('formats files and folders, and prints the names of those it changed', async () => {
    folder.write('a.req', before);
    folder.write('sub/b.req', before);
    folder.write('sub/good.req', after);
    assert.deepEqual(await format('a.req', 'sub'), { code: 0, stdout: 'a.req\nsub/b.req\n', stderr: '3 files: 2 changed\n' });
    assert.deepEqual([folder.read('a.req'), folder.read('sub/b.req')], [after, after]);
    assert.deepEqual(await format('.'), { code: 0, stdout: '', stderr: '3 files: 0 changed\n' });
    assert.deepEqual(fs.readdirSync(folder.path), ['a.req', 'sub'], 'nothing is left beside');
  });

  it('does not touch a file that is formatted, whatever its line ends and byte order mark', async () => {
    folder.write('a.req', `\ufeff${after.replaceAll('\n', '\r\n')}`);
    const { mtimeMs, ino } = fs.statSync(at('a.req'));
    assert.equal((await format('a.req')).stdout, '');
    assert.deepEqual([fs.statSync(at('a.req')).mtimeMs, fs.statSync(at('a.req')).ino], [mtimeMs, ino]);
  });

  it('changes nothing with --check, and ends with 1 where a file would change', async () => {
    folder.write('a.req', before);
    folder.write('good.req', after);
    assert.deepEqual(await format('.', '--check'), { code: 1, stdout: 'a.req\n', stderr: '2 files: 1 would change\n' });
    assert.equal(folder.read('a.req'), before);
    assert.deepEqual(await format('good.req', '--check'), { code: 0, stdout: '', stderr: '1 file: 0 would change\n' });
  });

  it('prints one file with --stdout, and changes nothing', async () => {
    folder.write('a.req', before);
    folder.write('good.req', after);
    assert.deepEqual(await format('a.req', '--stdout'), { code: 0, stdout: after, stderr: '' });
    assert.equal(folder.read('a.req'), before);
    assert.equal((await format('good.req', '--stdout')).stdout, after);
    assert.deepEqual(await format('.', '--stdout'), { code: 2, stdout: '', stderr: 'error: --stdout prints one file, not 2.\n' });
  });

  it('formats standard input to standard output, by the shared files of the folder one is in', async () => {
    folder.write('collection.req', 'Content-Type: text/plain\n');
    const request = 'POST  http://h\n\n{"a":\n1}\n';
    const run = (...args: string[]): Promise<Ended> => runReq(['format', '-', ...args], { cwd: folder.path, stdin: request });
    assert.deepEqual(await run(), { code: 0, stdout: 'POST http://h\n\n{"a":\n1}\n', stderr: '' });
    assert.deepEqual(await run('--check'), { code: 1, stdout: '-\n', stderr: '1 file: 1 would change\n' });
  });

  it('formats around syntax errors, and reports their number', async () => {
    folder.write('a.req', `GET\nno  header\n${before}`);
    assert.deepEqual(await format('a.req'), {
      code: 0,
      stdout: 'a.req\n',
      stderr: 'a.req: 3 syntax errors, formatted around\n1 file: 1 changed\n',
    });
    assert.equal(folder.read('a.req'), `GET\nno  header\n@a=1\n\n### A\nGET http://h/{{a}}\n`);
  });

  it('reports a file that is not UTF-8 without changing it, and formats the others', async () => {
    const latin = Buffer.concat([Buffer.from('GET  http://h/\n\n'), Buffer.from([0xe4])]);
    folder.write('a.req', latin);
    folder.write('b.req', before);
    const { code, stdout, stderr } = await format('.');
    assert.deepEqual([code, stdout], [2, 'b.req\n']);
    assert.match(stderr, /^a\.req:3:1: error: a\.req is not UTF-8: byte 16, in line 3\.$/m);
    assert.deepEqual(fs.readFileSync(at('a.req')), latin);
  });

  it('keeps the permissions of a file, and a symbolic link a link', async function () {
    if (process.platform === 'win32') this.skip();
    folder.write('real/a.req', before);
    fs.chmodSync(at('real/a.req'), 0o640);
    fs.symlinkSync(at('real/a.req'), at('link.req'));
    assert.equal((await format('link.req')).stdout, 'link.req\n');
    assert.equal(folder.read('real/a.req'), after);
    assert.equal(fs.statSync(at('real/a.req')).mode & 0o777, 0o640);
    assert.ok(fs.lstatSync(at('link.req')).isSymbolicLink());
  });

  for (const [what, args, message] of [
    ['no file', [], 'A file or folder is missing.'],
    ['a file that is not there', ['none.req'], 'There is no file or folder none.req.'],
    ['a file of another kind', ['a.txt'], 'a.txt is not a .req file, so it is not formatted.'],
    ['flags that exclude each other', ['.', '--check', '--stdout'], '--check and --stdout exclude each other.'],
    ['standard input beside files', ['-', 'a.req'], 'Standard input is formatted alone, not beside files.'],
  ] as const)
    it(`refuses ${what}`, async () => {
      folder.write('a.txt', before);
      folder.write('a.req', before);
      const { code, stdout, stderr } = await format(...args);
      assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', `error: ${message}`]);
      assert.deepEqual([folder.read('a.txt'), folder.read('a.req')], [before, before]);
    });
});
