import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { NotAllWritten, writeAll } from '../../src/files/writeAll.ts';
import { makeFolder, type Folder } from '../support/command.ts';

describe('files that are written together', () => {
  let folder: Folder;
  beforeEach(() => (folder = makeFolder({ 'kept.req': 'old\n' })));
  afterEach(() => folder.remove());

  it('are not written, and leave no temporary file or folder, if a signal arrives in between', async () => {
    const stop = new AbortController();
    let temporary: readonly string[] = [];
    const targets = [
      { file: path.join(folder.path, 'kept.req'), text: 'new\n' },
      { file: path.join(folder.path, 'in/deep/a.req'), text: 'a\n' },
      {
        file: path.join(folder.path, 'in/b.req'),
        get text(): string {
          temporary = fs.readdirSync(folder.path).filter((name) => name.endsWith('.tmp'));
          stop.abort();
          return 'b\n';
        },
      },
      { file: path.join(folder.path, 'c.req'), text: 'c\n' },
    ];
    await assert.rejects(writeAll(targets, folder.path, stop.signal), (e) => e instanceof NotAllWritten && e.written.length === 0);
    assert.equal(temporary.length, 1);
    assert.deepEqual(fs.readdirSync(folder.path), ['kept.req']);
    assert.equal(folder.read('kept.req'), 'old\n');
  });

  it('keep a folder that was there, and the permissions of a file that is replaced', async () => {
    folder.write('in/other.txt', 'x');
    fs.chmodSync(path.join(folder.path, 'kept.req'), 0o600);
    const [kept, inner] = ['kept.req', 'in/a.req'].map((name) => ({ file: path.join(folder.path, name), text: 'new\n' }));
    assert.ok(kept !== undefined && inner !== undefined);
    const unwritable = { file: path.join(folder.path, 'kept.req/b.req'), text: 'b\n' };
    await assert.rejects(writeAll([inner, unwritable], folder.path), NotAllWritten);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, 'in')), ['other.txt']);
    await writeAll([kept, inner], folder.path);
    assert.deepEqual([folder.read('kept.req'), folder.read('in/a.req')], ['new\n', 'new\n']);
    if (process.platform !== 'win32') assert.equal(fs.statSync(kept.file).mode & 0o777, 0o600);
  });
});
