import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

const upload =
  'meta {\n  name: Upload\n  type: http\n  seq: 1\n}\n\npost {\n  url: http://127.0.0.1:9/\n  body: file\n}\n\nbody:file {\n  file: @file(data/cat.png) @contentType(image/png)\n}\n\nscript:pre-request {\n  const { area } = require("./lib/math");\n  bru.setVar("area", area(2));\n}\n';

describe('req import of a folder, whose requests name files', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
    folder.write('bruno/bruno.json', '{"version":"1","name":"Shop","type":"collection"}');
    folder.write('bruno/admin/photos/upload.bru', upload);
    folder.write('bruno/admin/users/list.bru', 'meta {\n  name: List\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:9/\n}\n');
    folder.write('bruno/lib/math.js', 'const { pi } = require("./constants");\nmodule.exports = { area: (r) => pi * r * r };\n');
    folder.write('bruno/lib/constants.js', 'module.exports = { pi: 3 };\n');
    fs.mkdirSync(path.join(folder.path, 'bruno/data'));
    fs.writeFileSync(path.join(folder.path, 'bruno/data/cat.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]));
  });
  afterEach(() => folder.remove());
  const importing = (args: readonly string[]): Promise<Ended> => runReq(['import', ...args], { cwd: folder.path });

  it('copies these files byte for byte, with the modules that they load, and names them from the folder of the request', async () => {
    const { code, stderr } = await importing(['bruno', 'bruno', '-o', 'shop']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^2 requests, 2 carried over completely \(100 %\)/m);
    assert.deepEqual(fs.readFileSync(path.join(folder.path, 'shop/data/cat.png')), Buffer.from([0x89, 0x50, 0xff, 0x00]));
    assert.equal(folder.read('shop/lib/constants.js'), 'module.exports = { pi: 3 };\n');
    const text = folder.read('shop/admin/photos.req');
    assert.match(text, /^< \.\.\/data\/cat\.png$/m);
    assert.match(text, /require\("\.\.\/lib\/math"\)/);
    const checked = await runReq(['check', 'shop'], { cwd: folder.path });
    assert.deepEqual([checked.code, checked.stdout], [0, ''], checked.stdout);
    const dry = await runReq(['send', 'shop/admin/photos.req', '--dry-run', '-v'], { cwd: folder.path });
    assert.equal(dry.code, 0, dry.stderr);
  });

  it('copies no hidden files and no packages', async () => {
    for (const name of ['.vscode/settings.json', '.npmrc', 'data/.git/config', 'node_modules/x/index.js']) {
      folder.write(`bruno/${name}`, '{}');
      folder.write('bruno/hidden.bru', upload.replace('data/cat.png', name));
      const { stderr } = await importing(['bruno', 'bruno', '-o', 'out', '--force']);
      assert.ok(stderr.includes(`There is no file ./${name}`), stderr);
      assert.equal(fs.existsSync(path.join(folder.path, 'out', name)), false);
    }
  });

  it('copies no files from beside a single imported file', async () => {
    const body = { mode: 'file', file: { src: './private.txt' } };
    const collection = {
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'R', request: { method: 'POST', url: 'http://127.0.0.1:9/', body } }],
    };
    folder.write('downloads/c.postman_collection.json', JSON.stringify(collection));
    folder.write('downloads/private.txt', 'mine');
    const { stderr } = await importing(['downloads/c.postman_collection.json', '-o', 'out']);
    assert.match(stderr, /There is no file \.\/private\.txt/);
    assert.equal(fs.existsSync(path.join(folder.path, 'out/private.txt')), false);
  });

  it('finds them where they are, if the collection is written into its own folder', async () => {
    const { code, stdout, stderr } = await importing(['bruno', 'bruno', '-o', 'bruno']);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /math\.js|cat\.png/);
    assert.equal((await runReq(['check', 'bruno'], { cwd: folder.path })).code, 0);
  });

  it('copies the files of each of several collections', async () => {
    folder.write('other/bruno.json', '{"version":"1","name":"Other","type":"collection"}');
    fs.cpSync(path.join(folder.path, 'bruno'), path.join(folder.path, 'all/shop'), { recursive: true });
    fs.cpSync(path.join(folder.path, 'other'), path.join(folder.path, 'all/other'), { recursive: true });
    folder.write('all/other/a.bru', upload.replace('data/cat.png', 'dog.png').replace('./lib/math', './math'));
    folder.write('all/other/dog.png', 'x');
    folder.write('all/other/math.js', 'module.exports = { area: (r) => r };\n');
    const { code, stderr } = await importing(['auto', 'all', '-o', 'out']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^3 requests, 3 carried over completely \(100 %\)/m);
    const checked = await runReq(['check', 'out'], { cwd: folder.path });
    assert.deepEqual([checked.code, checked.stdout], [0, ''], checked.stdout);
  });

  it('leaves out files that are too large, and reads on', async () => {
    const large = (name: string): void => fs.truncateSync(path.join(folder.path, name), 101_000_000);
    folder.write('bruno/aside.json', '');
    for (const name of ['bruno/data/cat.png', 'bruno/aside.json']) large(name);
    const { code, stderr } = await importing(['auto', 'bruno', '-o', 'shop']);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^data\/cat\.png: warning: The file is not copied: the files to copy have more than 100 MB\. Copy it yourself\.$/m,
    );
    assert.deepEqual(fs.readdirSync(path.join(folder.path, 'shop')).toSorted(), ['admin', 'collection.req', 'lib']);
  });

  it('copies no file that a link leads to outside the folder, and then writes nothing', async () => {
    folder.write('secret.txt', 'hunter2');
    fs.rmSync(path.join(folder.path, 'bruno/data/cat.png'));
    fs.symlinkSync(path.join(folder.path, 'secret.txt'), path.join(folder.path, 'bruno/data/cat.png'));
    const { code, stderr } = await importing(['bruno', 'bruno', '-o', 'shop']);
    assert.equal(code, 2);
    assert.match(stderr, /bruno\/data\/cat\.png cannot be read: .*link/);
    assert.equal(fs.existsSync(path.join(folder.path, 'shop')), false);
  });
});
