import assert from 'node:assert/strict';
import { ReqError } from '../../../src/base/reqError.ts';
import { loadCollection, sharedKind, textWithin } from '../../../src/language/index.ts';
import { folderOf, isInside, join } from '../../../src/language/workspace/workspacePaths.ts';

async function load(
  files: Readonly<Record<string, string>>,
  file: string,
  fallback: string,
  top?: string,
): Promise<Awaited<ReturnType<typeof loadCollection>>> {
  return loadCollection({ readText: async (path) => files[path] }, file, fallback, top);
}

describe('a collection', () => {
  const files = {
    '/ws/collection.req': '@a = outer',
    '/ws/folder.req': '',
    '/ws/api/collection.req': '@a = 1',
    '/ws/api/http-client.env.json': '{}',
    '/ws/api/v1/folder.req': '@b = 1',
    '/ws/api/v1/http-client.env.json': '{}',
    '/ws/api/v1/http-client.private.env.json': '{}',
  };

  it('is the folder of the nearest collection.req', async () => {
    const c = await load(files, '/ws/api/v1/deep/a.req', '/ws', '/ws');
    assert.equal(c.root, '/ws/api');
    assert.deepEqual(
      c.shared.map((s) => `${s.kind} ${s.file}`),
      ['folder /ws/api/v1/folder.req', 'collection /ws/api/collection.req'],
    );
    assert.deepEqual(
      c.environmentFiles.map((f) => f.file),
      ['/ws/api/v1/http-client.private.env.json', '/ws/api/v1/http-client.env.json', '/ws/api/http-client.env.json'],
    );
  });

  it('is the workspace folder where there is none, and nothing above it is looked for', async () => {
    const c = await load({ '/collection.req': '', '/ws/folder.req': '' }, '/ws/other/a.req', '/ws', '/ws');
    assert.equal(c.root, '/ws');
    assert.deepEqual(
      c.shared.map((s) => s.file),
      ['/ws/folder.req'],
    );
    assert.ok(c.sourcePaths.every((path) => path.startsWith('/ws/')));
  });

  it('returns every file that was looked for', async () => {
    const c = await load({}, '/ws/a/b.req', '/ws', '/ws');
    for (const path of [
      '/ws/a/folder.req',
      '/ws/a/collection.req',
      '/ws/collection.req',
      '/ws/http-client.env.json',
      '/ws/http-client.private.env.json',
    ])
      assert.ok(c.sourcePaths.includes(path), path);
  });

  it('can be found on Windows', async () => {
    const c = await load({ 'C:\\ws\\collection.req': '', 'C:\\ws\\a\\folder.req': '' }, 'C:\\ws\\a\\b.req', 'C:\\ws', 'C:\\ws');
    assert.equal(c.root, 'C:\\ws');
    assert.equal(c.shared.length, 2);
  });

  it('recognizes its shared files by their names alone', () => {
    assert.deepEqual(
      ['/a/collection.req', 'C:\\a\\folder.req', 'folder.req', '/a/my-folder.req', '/a/collection.req.bak', '/a/a.req'].map(sharedKind),
      ['collection', 'folder', 'folder', undefined, undefined, undefined],
    );
  });
});

describe('a path', () => {
  for (const [path, folder] of [
    ['/a/b.req', '/a'],
    ['/b.req', '/'],
    ['/', '/'],
    ['C:\\a\\b.req', 'C:\\a'],
    ['C:\\b.req', 'C:\\'],
    ['C:\\', 'C:\\'],
    ['\\\\server\\share\\a', '\\\\server\\share'],
  ] as const)
    it(`${path} is in ${folder}`, () => assert.equal(folderOf(path), folder));

  it('is joined with the separator that its folder has', () => {
    assert.deepEqual([join('/a', 'b'), join('/', 'b'), join('C:\\a', 'b'), join('C:\\', 'b')], ['/a/b', '/b', 'C:\\a\\b', 'C:\\b']);
  });

  it('is inside a folder only with a separator between', () => {
    assert.deepEqual(
      [isInside('/a/b', '/a'), isInside('/a', '/a'), isInside('/ab', '/a'), isInside('/a', '/'), isInside('C:\\a', 'C:\\')],
      [true, true, false, true, true],
    );
  });
});

describe('a file that a request of the collection names', () => {
  const place = { root: '/ws', folder: '/ws/api' };
  const found = (read: () => string | { ignored: string } | undefined, path = '/ws/a.yaml'): Promise<unknown> =>
    textWithin({ readText: async () => undefined, readAround: async () => read() }, path, './a.yaml', place);

  it('is its text, or a phrase without a period that says why it cannot be used', async () => {
    assert.deepEqual(await found(() => 'a: 1'), { text: 'a: 1' });
    assert.deepEqual(await found(() => undefined), { problem: 'there is no file ./a.yaml' });
    assert.deepEqual(await found(() => 'a: 1', '/other/a.yaml'), { problem: './a.yaml is outside /ws: copy it into the collection' });
    assert.deepEqual(await found(() => ({ ignored: 'a link leads out' })), {
      problem: './a.yaml is not read: a link leads out. Copy it into the collection',
    });
    const refused = (): never => {
      throw new ReqError('usage', './a.yaml cannot be read: it is a named pipe.');
    };
    assert.deepEqual(await found(refused), { problem: './a.yaml cannot be read: it is a named pipe' });
  });
});
