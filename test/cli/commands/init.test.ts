import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { newCollectionFiles } from '../../../src/language/onDemand.ts';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';

describe('req init', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());
  const init = (...args: string[]): Promise<Ended> => runReq(['init', ...args], { cwd: folder.path });
  const names = ['collection.req', 'http-client.env.json', '.gitignore', 'getting-started.req'];

  it('writes the collection of the editor to a new folder, and names its files', async () => {
    const { code, stdout, stderr } = await init('my api/new');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, names.map((name) => `${path.join('my api', 'new', name)}\n`).join(''));
    const files = newCollectionFiles('https://example.com');
    assert.deepEqual(Object.keys(files), names);
    for (const name of names) assert.equal(folder.read(`my api/new/${name}`), files[name]);
    assert.match(stderr, /req send 'my api\/new\/getting-started\.req' -n first --env dev\n$/);
  });

  it('writes requests that work once the host is another one', async () => {
    assert.equal((await init()).code, 0);
    const recorder = await startRecorder();
    try {
      folder.write('collection.req', `@host = ${recorder.url}\n`);
      const { code, stdout, stderr } = await runReq(['run', '.', '--env', 'dev', '--name', 'second'], { cwd: folder.path });
      assert.equal(code, 0, stdout + stderr);
      assert.deepEqual(
        recorder.requests.map((r) => r.target),
        ['/', '/?status=200'],
      );
    } finally {
      await recorder.close();
    }
    assert.match((await runReq(['check', '.', '--env', 'dev'], { cwd: folder.path })).stderr, /0 errors, 0 warnings/);
  });

  it('changes no existing file, and names those', async () => {
    folder.write('.gitignore', 'dist\n');
    fs.symlinkSync('nowhere', path.join(folder.path, 'getting-started.req'));
    const { code, stdout, stderr } = await init('.');
    assert.equal(code, 0);
    assert.equal(stdout, 'collection.req\nhttp-client.env.json\n');
    assert.equal(
      stderr,
      '.gitignore exists and was not changed.\ngetting-started.req exists and was not changed.\n' +
        'Add the line http-client.private.env.json to .gitignore: that file is for your own values.\n',
    );
    assert.equal(folder.read('.gitignore'), 'dist\n');
    assert.equal(fs.readlinkSync(path.join(folder.path, 'getting-started.req')), 'nowhere');
  });

  it('writes nothing to a folder that is a collection', async () => {
    folder.write('collection.req', '@a = 1\n');
    assert.deepEqual(await init(), {
      code: 2,
      stdout: '',
      stderr: 'error: collection.req exists: the folder is a collection already. Nothing was written.\n',
    });
    assert.deepEqual(fs.readdirSync(folder.path), ['collection.req']);
  });

  it('writes nothing through a link out of a repository, nor to a file as a folder', async () => {
    const other = makeFolder();
    try {
      folder.write('.git/HEAD', '');
      fs.symlinkSync(other.path, path.join(folder.path, 'out'));
      const led = await init('out');
      assert.equal(led.code, 2, led.stderr);
      assert.deepEqual(fs.readdirSync(other.path), []);
      folder.write('file', '');
      const file = await init('file');
      assert.equal(file.code, 2);
      assert.match(file.stderr, /^error: file is a file: name a folder/);
    } finally {
      other.remove();
    }
  });

  it('accepts only one folder', async () => assert.equal((await init('a', 'b')).code, 2));
});
