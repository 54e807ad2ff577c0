import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

describe('req import', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());
  const importing = (args: readonly string[], stdin?: string): Promise<Ended> =>
    runReq(['import', ...args], { cwd: folder.path, ...(stdin === undefined ? {} : { stdin }) });

  it('writes beside .http files, names what it wrote and tells what differs', async () => {
    folder.write('api/a.http', 'GET https://a\n\n###\nGRPC b/c.D\n');
    const { code, stdout, stderr } = await importing(['api']);
    assert.deepEqual([code, stdout], [0, 'api/a.req\n']);
    assert.match(stderr, /^a\.http:4: warning: GRPC is not spoken by Req/m);
    assert.match(stderr, /^2 requests, 1 carried over whole; 1 file$/m);
    assert.equal(folder.read('api/a.req'), 'GET https://a\n\n###\n# GRPC b/c.D\n');
  });

  it('replaces nothing without --force', async () => {
    folder.write('a.http', 'GET https://a\n');
    folder.write('a.req', 'GET https://mine\n');
    const refused = await importing(['auto', 'a.http']);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /a\.req: there already\. Nothing was written\./);
    assert.equal(folder.read('a.req'), 'GET https://mine\n');
    assert.equal((await importing(['auto', 'a.http', '--force'])).code, 0);
    assert.equal(folder.read('a.req'), 'GET https://a\n');
    assert.equal((await importing(['auto', 'a.http'])).code, 0, 'the same text is there already');
  });

  it('reads a curl command from standard input, and prints JSON', async () => {
    const { code, stdout } = await importing(['curl', '-', '-o', 'out', '--json'], 'curl -L https://a/b\n');
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { requests: 1, whole: 1, files: [path.join('out', 'stdin.req')], secrets: [], notes: [] });
    assert.equal(folder.read('out/stdin.req'), 'GET https://a/b\n');
  });

  it('says what is wrong with an input', async () => {
    folder.write('x.txt', 'nothing of interest');
    for (const [args, message] of [
      [[], /An input is missing/],
      [['http'], /An input is missing/],
      [['none.http'], /There is no file or folder none\.http/],
      [['x.txt'], /x\.txt is of no format that Req knows/],
      [['curl', 'x.txt'], /holds no curl command/],
    ] as const) {
      const { code, stderr } = await importing(args);
      assert.equal(code, 2, String(args));
      assert.match(stderr, message);
    }
  });

  it('does not write through a symbolic link that leads out of the folder', async () => {
    folder.write('in/sub/a.http', 'GET https://a\n');
    fs.mkdirSync(path.join(folder.path, 'out'));
    fs.mkdirSync(path.join(folder.path, 'elsewhere'));
    fs.symlinkSync(path.join(folder.path, 'elsewhere'), path.join(folder.path, 'out/sub'));
    const { code, stderr } = await importing(['http', 'in', '-o', 'out']);
    assert.equal(code, 2);
    assert.match(stderr, /a symbolic link leads out of the folder/);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, 'elsewhere')), []);
  });
});
