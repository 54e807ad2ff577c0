import assert from 'node:assert/strict';
import { filesToImport, importLimits, limitedSource } from '../../../src/convert/import/importSize.ts';
import { ReqError } from '../../../src/base/reqError.ts';

describe('the files of an imported folder', () => {
  const listed = (folders: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<readonly string[]> =>
    filesToImport(
      async (folder) => Object.entries(folders[folder] ?? {}).map(([name, kind]) => ({ name, kind })),
      () => new ReqError('usage', 'too many'),
    );

  it('are those of visible folders and of .vscode, without links, packages and the history of a repository', async () => {
    const found = await listed({
      '': {
        'b.http': 'file',
        '.env': 'file',
        a: 'folder',
        '.git': 'folder',
        '.vscode': 'folder',
        node_modules: 'folder',
        'l.http': 'link',
      },
      a: { 'a.http': 'file', '.idea': 'folder' },
      'a/.idea': { 'x.http': 'file' },
      '.git': { 'y.http': 'file' },
      '.vscode': { 'settings.json': 'file' },
      node_modules: { 'z.http': 'file' },
    });
    assert.deepEqual(found, ['.env', '.vscode/settings.json', 'a/a.http', 'b.http']);
  });

  it('are at most 10,000', async () => {
    const many = (count: number) => listed({ '': Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.http`, 'file'])) });
    assert.equal((await many(importLimits.files)).length, importLimits.files);
    await assert.rejects(many(importLimits.files + 1), /too many/);
  });

  it('are copied up to 100 MB', async () => {
    const source = limitedSource({
      kindOf: async () => 'file',
      sizeOf: async (path) => (path === 'large' ? importLimits.bytes : 1),
      read: async () => new Uint8Array(),
    });
    await source.read('small');
    await assert.rejects(Promise.resolve(source.read('large')), /the files to copy have more than 100 MB/);
    await source.read('small');
  });
});
