import assert from 'node:assert/strict';
import fs from 'node:fs';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';

describe('req list', () => {
  let folder: Folder;
  before(() => {
    folder = makeFolder({
      'collection.req': '@host = http://h\n',
      'b/users.req': '### Create a user\n# @name createUser\n# @tag admin, slow\nPOST {{host}}/users\n    ?dry=1\n\n###\n{{host}}/x\n',
      'a.req': 'GET http://a/\n',
      'node_modules/x.req': 'GET http://never/\n',
      '.hidden/x.req': 'GET http://never/\n',
      'b/notes.txt': 'GET http://never/\n',
    });
  });
  after(() => folder.remove());
  const list = (...args: string[]): ReturnType<typeof runReq> => runReq(['list', ...args], { cwd: folder.path });

  it('prints a line for each request of a folder, in columns', async () => {
    assert.deepEqual(await list('.'), {
      code: 0,
      stderr: '',
      stdout: [
        'a.req:1                   GET   http://a/',
        'b/users.req:4  createUser  POST  {{host}}/users?dry=1  admin, slow',
        'b/users.req:8              GET   {{host}}/x',
        '',
      ]
        .join('\n')
        .replace('a.req:1                   GET', 'a.req:1                    GET'),
    });
  });

  it('prints files in the order of @order, as req run sends them', async () => {
    const ordered = makeFolder({
      'collection.req': '# @order z\n# @order b/\n',
      'a.req': 'GET http://a/\n',
      'b/x.req': 'GET http://x/\n',
      'z.req': 'GET http://z/\n',
    });
    const { stdout } = await runReq(['list', '.', '--json'], { cwd: ordered.path });
    const files = (JSON.parse(stdout) as readonly { readonly file: string }[]).map(({ file }) => file);
    ordered.remove();
    assert.deepEqual(files, ['z.req', 'b/x.req', 'a.req']);
  });

  it('prints an array for --json', async () => {
    const { stdout } = await list('b', '--json');
    assert.deepEqual(JSON.parse(stdout), [
      {
        file: 'b/users.req',
        line: 4,
        name: 'createUser',
        title: 'Create a user',
        method: 'POST',
        url: '{{host}}/users?dry=1',
        tags: ['admin', 'slow'],
      },
      { file: 'b/users.req', line: 8, name: '', title: 'GET {{host}}/x', method: 'GET', url: '{{host}}/x', tags: [] },
    ]);
    assert.equal((await list('collection.req', '--json')).stdout, '[]\n');
  });

  it('leaves out files and folders whose names are not UTF-8, with a warning', async function () {
    // Other systems refuse such names.
    if (process.platform !== 'linux') this.skip();
    const odd = makeFolder({ 'a.req': 'GET http://a/\n', '\ufffd.req': 'GET http://b/\n' });
    const named = (rest: string): Buffer => Buffer.concat([Buffer.from(`${odd.path}/b`), Buffer.of(0xe4), Buffer.from(rest)]);
    fs.writeFileSync(named('.req'), 'GET http://b/\n');
    fs.mkdirSync(named(''));
    try {
      const { code, stdout, stderr } = await runReq(['list', '.'], { cwd: odd.path });
      assert.deepEqual([code, stdout], [0, 'a.req:1    GET  http://a/\n\ufffd.req:1    GET  http://b/\n']);
      assert.deepEqual(stderr.split('\n').toSorted(), [
        '',
        'warning: b\ufffd was left out: its name is not UTF-8.',
        'warning: b\ufffd.req was left out: its name is not UTF-8.',
      ]);
    } finally {
      fs.rmSync(named('.req'));
      fs.rmdirSync(named(''));
      odd.remove();
    }
  });

  it('ends with 2 where a path is missing or not there', async () => {
    assert.equal((await list()).code, 2);
    assert.deepEqual(await list('nowhere'), { code: 2, stdout: '', stderr: 'error: There is no file or folder nowhere.\n' });
  });
});
