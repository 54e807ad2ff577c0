import assert from 'node:assert/strict';
import { noVariables, FeatureWorkspace, type Collection, type WorkspacePort } from '../../../src/language/index.ts';

interface Counted {
  readonly reads: readonly string[];
  readonly collectionOf: (folder: string) => Promise<Collection>;
}

/** A workspace of files that do not change. Counts reads of each file around requests. */
function counted(files: ReadonlyMap<string, string>, port: Partial<WorkspacePort> = {}): Counted {
  const reads: string[] = [];
  const { readAround, ...others } = port;
  const workspace = new FeatureWorkspace({
    unchanging: true,
    readText: async (path) => files.get(path),
    readAround: async (path, place) => {
      reads.push(path);
      return readAround === undefined ? files.get(path) : readAround(path, place);
    },
    topOf: () => undefined,
    fallbackRootOf: () => '/ws',
    listFiles: async () => [],
    openDocument: () => undefined,
    kindOf: async () => undefined,
    environmentOf: () => undefined,
    variablesOf: () => noVariables,
    exchangesOf: () => ({ find: () => undefined }),
    hasEnv: () => false,
    trusted: () => true,
    display: (file) => file,
    ...others,
  });
  return { reads, collectionOf: (folder) => workspace.collectionOf(`${folder}/a.req`) };
}

const nested = (depth: number): readonly string[] => Array.from({ length: depth }, (_, i) => `/ws${'/d'.repeat(i)}`);

async function readsOf(depth: number): Promise<number> {
  const folders = nested(depth);
  const { reads, collectionOf } = counted(new Map(folders.map((f, i) => [`${f}/folder.req`, `@v${i} = ${i}\n`])));
  for (const folder of folders) await collectionOf(folder);
  assert.equal((await collectionOf(folders.at(-1) as string)).shared.length, depth);
  return reads.length;
}

describe('the files around nested folders', () => {
  it('are read once, so that twice the folders need twice the reads', async () => {
    const [few, many] = [await readsOf(50), await readsOf(100)];
    assert.ok(many <= 2 * few, `${few} and ${many} reads`);
  });

  it('are read once where the innermost folder is first', async () => {
    const folders = nested(50).toReversed();
    const { reads, collectionOf } = counted(new Map());
    for (const folder of folders) await collectionOf(folder);
    assert.equal(reads.length, new Set(reads).size);
  });

  it('are the same objects for all folders that add none', async () => {
    const { collectionOf } = counted(new Map([['/ws/http-client.env.json', '{"dev": {"$protected": true, "host": "h"}}']]));
    const [outer, inner] = [await collectionOf('/ws/a'), await collectionOf('/ws/a/b')];
    assert.deepEqual(inner.environments, ['dev']);
    for (const key of ['environmentFiles', 'environments', 'protectedEnvironments', 'shared', 'ignored'] as const)
      assert.equal(inner[key], outer[key], key);
    assert.ok(inner.sourcePaths.includes('/ws/a/b/folder.req') && inner.sourcePaths.includes('/ws/http-client.env.json'));
  });

  it('are read again for a folder of another owner, whom they may not apply to', async () => {
    const owners = new Map([
      ['/ws', 'me'],
      ['/ws/a', 'other'],
      ['/ws/a/b', 'me'],
    ]);
    const { collectionOf } = counted(new Map(), {
      ownerOf: async (folder) => owners.get(folder) ?? '',
      readAround: async (path, { folder }) => {
        if (path !== '/ws/folder.req') return undefined;
        return owners.get(folder) === 'other' ? '@v = 1\n' : { ignored: 'its owner is other' };
      },
    });
    const applies = async (folder: string): Promise<boolean> => (await collectionOf(folder)).shared.length === 1;
    assert.deepEqual([await applies('/ws'), await applies('/ws/a'), await applies('/ws/a/b')], [false, true, false]);
    assert.deepEqual((await collectionOf('/ws/a')).ignored, []);
    assert.equal((await collectionOf('/ws/a/b')).ignored.length, 1);
  });

  it('belong to the nearest collection.req', async () => {
    const { collectionOf } = counted(
      new Map([
        ['/ws/folder.req', '@v = 1\n'],
        ['/ws/a/collection.req', '@v = 2\n'],
        ['/ws/a/b/folder.req', '@v = 3\n'],
      ]),
    );
    const files = async (folder: string): Promise<readonly string[]> => (await collectionOf(folder)).shared.map((s) => s.file);
    assert.deepEqual(await files('/ws/c'), ['/ws/folder.req']);
    assert.deepEqual(await files('/ws/a/b/c'), ['/ws/a/b/folder.req', '/ws/a/collection.req']);
    assert.deepEqual([(await collectionOf('/ws/a/b')).root, (await collectionOf('/ws/c')).root], ['/ws/a', '/ws']);
  });

  it('have one .env, the nearest, and report no other one as ignored', async () => {
    const { collectionOf } = counted(new Map(), {
      readAround: async (path) =>
        path === '/ws/.env' ? { ignored: 'its owner is other' } : path === '/ws/a/.env' ? 'NAME=value\n' : undefined,
    });
    const [outer, inner] = [await collectionOf('/ws'), await collectionOf('/ws/a/b')];
    assert.deepEqual([outer.ignored.length, inner.ignored.length], [1, 0]);
    assert.match(outer.dotenv?.problem ?? '', /is ignored: its owner is other/);
    assert.equal(inner.dotenv?.file, '/ws/a/.env');
    assert.deepEqual(
      [outer, inner].map((c) => c.sourcePaths.includes('/ws/.env')),
      [true, false],
    );
  });

  it('that cannot be read are an error in each folder below, and are read once', async () => {
    const { reads, collectionOf } = counted(new Map(), {
      readAround: async (path) => {
        if (path === '/ws/d/folder.req') throw new Error('no access');
        return undefined;
      },
    });
    for (const folder of nested(20).slice(1)) await assert.rejects(collectionOf(folder), /no access/);
    assert.equal((await collectionOf('/ws/e')).root, '/ws');
    assert.equal(reads.filter((path) => path === '/ws/d/folder.req').length, 1);
  });
});
