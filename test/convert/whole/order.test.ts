import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRunOrder } from '../../../src/language/index.ts';
import { readRunFiles } from '../../../src/cli/world/runFiles.ts';
import { imported, parsed } from '../../support/imported.ts';

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: object;
}

const request = (name: string): Item => ({ name, request: { method: 'GET', url: `https://a.test/${name}` } });
const folder = (name: string, ...item: readonly Item[]): Item => ({ name, item });
const postman = (...item: readonly Item[]): string =>
  JSON.stringify({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item });

/** The requests of an import in the order in which Req runs them. */
function runOrder(files: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const trees = new Map(files.filter((f) => f.path.endsWith('.req')).map((f) => [`/c/${f.path}`, parsed(f)]));
  const isShared = (file: string): boolean => /\/(?:collection|folder)\.req$/.test(file);
  const shared = [...trees].filter(([file]) => isShared(file)).map(([file, tree]) => ({ file, kind: 'folder' as const, tree }));
  const found = [...trees].filter(([file]) => !isShared(file)).map(([file, tree]) => ({ file, tree, collection: { shared } }));
  return inRunOrder(found).flatMap(({ tree }) => Array.from(tree.text.matchAll(/^### (.*)$/gm), (m) => m[1] ?? ''));
}

const ofPostman = (...items: readonly Item[]): readonly string[] =>
  runOrder(imported('postman', [{ path: 'c.json', text: postman(...items) }]).files);

describe('the order of folders', () => {
  it("is that of Postman's items", () => {
    assert.deepEqual(ofPostman(folder('users', request('u1')), folder('Auth', request('login')), folder('admin', request('a1'))), [
      'u1',
      'login',
      'a1',
    ]);
  });

  it('is kept between requests and folders, in folders too', () => {
    const items = [
      request('login'),
      folder('b', folder('z', request('z1'), request('z2')), request('between'), folder('c', request('c1'))),
      request('logout'),
      folder('a', request('a1')),
    ];
    assert.deepEqual(ofPostman(...items), ['login', 'z1', 'z2', 'between', 'c1', 'logout', 'a1']);
  });

  it('is kept where names with numbers sort otherwise', () => {
    assert.deepEqual(ofPostman(folder('10 first', request('a')), folder('2 second', request('b'))), ['a', 'b']);
  });

  it('names the file of requests behind a folder like the first of them, and no file like a folder', () => {
    const items = [
      request('in'),
      folder('b', request('b1')),
      request('out'),
      request('off'),
      folder('d'),
      folder('c', folder('x', request('c1'))),
    ];
    const { files } = imported('postman', [{ path: 'c.json', text: postman(...items) }]);
    assert.deepEqual(
      files.map((f) => f.path),
      ['collection.req', 'C.req', 'b.req', 'out.req', 'c-2/x.req'],
    );
    assert.match(files[0]?.text ?? '', /# @order C\n# @order b\n# @order out\n# @order c-2\n/);
    assert.deepEqual(runOrder(files), ['in', 'b1', 'out', 'off', 'c1']);
  });

  it('needs no directive where it is the order of the names', () => {
    const { files } = imported('postman', [{ path: 'c.json', text: postman(folder('a', request('1')), folder('b', request('2'))) }]);
    assert.doesNotMatch(files.map((f) => f.text).join(), /@order/);
  });

  it("is that of Bruno's seq", () => {
    const bru = (name: string, seq: number): string => `meta {\n  name: ${name}\n  seq: ${seq}\n}\n\nget {\n  url: https://a.test\n}\n`;
    const { files } = imported('bruno', [
      { path: 'bruno.json', text: '{"name": "C"}' },
      { path: 'alpha/folder.bru', text: 'meta {\n  name: alpha\n  seq: 2\n}\n' },
      { path: 'alpha/x.bru', text: bru('x', 1) },
      { path: 'login/folder.bru', text: 'meta {\n  name: login\n  seq: 1\n}\n' },
      { path: 'login/y.bru', text: bru('y', 1) },
      { path: 'a.bru', text: bru('last', 1) },
    ]);
    assert.deepEqual(runOrder(files), ['y', 'x', 'last']);
  });

  it('names files and folders without regard to case, and puts the others behind', () => {
    const tree = parsed({ path: 'collection.req', text: '# @order B\n# @order a.req\n' });
    const shared = [{ file: '/c/collection.req', kind: 'collection' as const, tree }];
    const files = ['/c/0.req', '/c/a.req', '/c/b/x.req', '/c/z.req'].map((file) => ({ file, collection: { shared } }));
    assert.deepEqual(
      inRunOrder(files).map((f) => f.file),
      ['/c/b/x.req', '/c/a.req', '/c/0.req', '/c/z.req'],
    );
  });
});

describe('req run', () => {
  it('reads the files of a folder in the order that its shared files list', async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-order-'));
    try {
      fs.mkdirSync(path.join(dir, 'login'));
      const text = '### x\nGET https://a.test\n';
      for (const [name, content] of [
        ['collection.req', '# @order login\n# @order z\n'],
        ['a.req', text],
        ['z.req', text],
        ['login/folder.req', '# @order second\n'],
        ['login/first.req', text],
        ['login/second.req', text],
      ] as const)
        fs.writeFileSync(path.join(dir, name), content);
      const { files } = await readRunFiles([dir], () => {});
      const names = files.filter((f) => f.tree.text === text).map((f) => path.relative(dir, f.file).replaceAll('\\', '/'));
      assert.deepEqual(names, ['login/second.req', 'login/first.req', 'z.req', 'a.req']);
    } finally {
      fs.rmSync(dir, { recursive: true });
    }
  });
});
