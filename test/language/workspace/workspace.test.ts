import assert from 'node:assert/strict';
import type { Collection, KnowOptions } from '../../../src/language/index.ts';
import { memoryWorkspace } from '../../support/memoryWorkspace.ts';

const cases: readonly { readonly where: string; readonly folder: string; readonly how: KnowOptions }[] = [
  { where: 'outside the workspace', folder: '/elsewhere', how: {} },
  { where: 'in the workspace, read reload as before a send', folder: '/ws', how: { reload: true } },
];

describe('the collection of a file', () => {
  for (const { where, folder, how } of cases) {
    it(`stays the same until a file around it changes: ${where}`, async () => {
      const file = `${folder}/a.req`;
      const shared = `${folder}/collection.req`;
      const files = new Map([
        [file, 'GET {{host}}\n'],
        [shared, '@host = http://one\n'],
        [`${folder}/http-client.env.json`, '{"dev": {"token": "1"}}'],
      ]);
      const around = memoryWorkspace(files);
      const { workspace } = around;
      const document = around.edit(file, 'GET {{host}}\n');
      const collection = async (): Promise<Collection> => (await workspace.know(document, how)).collection;
      const first = await collection();
      around.edit(file, 'GET {{host}}/more\n');
      assert.equal(await collection(), first);
      // Nobody tells of these.
      files.set(shared, '@host = http://two\n');
      const second = await collection();
      assert.match(second.shared[0]?.tree.text ?? '', /two/);
      files.set(`${folder}/http-client.private.env.json`, '{"dev": {"token": "2"}}');
      const third = await collection();
      assert.equal(third.environmentFiles.length, 2);
      files.delete(shared);
      assert.deepEqual((await collection()).shared, []);
    });
  }

  it('stays the same while unrelated files are added and removed', async () => {
    const around = memoryWorkspace(new Map([['/ws/collection.req', '@host = http://one\n']]));
    const { workspace } = around;
    const document = around.edit('/ws/a.req', 'GET {{host}}\n');
    const { collection } = await workspace.know(document);
    workspace.removed('/ws/out/built.txt');
    workspace.changed('/ws/collection.req');
    assert.equal((await workspace.know(document)).collection, collection);
  });
});

describe('listing the request files below a folder', () => {
  const many = (): Map<string, string> => new Map(Array.from({ length: 1000 }, (_, i) => [`/ws/f${i % 10}/r${i}.req`, 'GET http://h\n']));

  it('reads none of them, and only the one that is asked for', async () => {
    const files = many();
    const read: string[] = [];
    const get = files.get.bind(files);
    files.get = (path) => {
      read.push(path);
      return get(path);
    };
    const { workspace } = memoryWorkspace(files);
    const paths = await workspace.pathsBelow('/ws');
    assert.deepEqual([paths.length, read], [1000, []]);
    const one = await workspace.fileBelow('/ws', '/ws/f1/r1.req');
    assert.equal(one?.tree, (await workspace.fileBelow('/ws', '/ws/f1/r1.req'))?.tree);
    assert.deepEqual(read, ['/ws/f1/r1.req']);
    assert.equal((await workspace.filesBelow('/ws')).length, 1000);
    assert.equal(read.length, 1000);
  });

  it('follows new, changed and deleted files', async () => {
    const files = new Map([['/ws/a.req', 'GET http://h\n']]);
    const { workspace } = memoryWorkspace(files);
    assert.deepEqual(await workspace.pathsBelow('/ws'), ['/ws/a.req']);
    files.set('/ws/b/c.req', 'GET http://h\n');
    workspace.changed('/ws/b/c.req');
    assert.deepEqual(await workspace.pathsBelow('/ws'), ['/ws/a.req', '/ws/b/c.req']);
    files.set('/ws/a.req', 'GET http://h/2\n');
    workspace.changed('/ws/a.req');
    assert.equal((await workspace.fileBelow('/ws', '/ws/a.req'))?.tree.text, 'GET http://h/2\n');
    files.delete('/ws/b/c.req');
    workspace.removed('/ws/b');
    assert.deepEqual(await workspace.pathsBelow('/ws'), ['/ws/a.req']);
    assert.equal(await workspace.fileBelow('/ws', '/ws/b/c.req'), undefined);
  });
});
