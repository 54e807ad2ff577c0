import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { comparePaths, folderOf, isInside, join } from '../../../src/language/index.ts';
import { relativePath } from '../../../src/language/workspace/workspacePaths.ts';

describe('paths', () => {
  for (const [path, folder] of [
    ['/a/b.req', '/a'],
    ['/b.req', '/'],
    ['/', '/'],
    ['/a/x\\y.req', '/a'],
    ['c:\\a\\b.req', 'c:\\a'],
    ['c:\\b.req', 'c:\\'],
    ['c:/a/b.req', 'c:/a'],
    ['\\\\server\\share\\b.req', '\\\\server\\share'],
  ] as const) {
    it(`have the folder ${folder}: ${path}`, () => assert.equal(folderOf(path), folder));
  }

  for (const [folder, name, path] of [
    ['/a', 'b', '/a/b'],
    ['/', 'b', '/b'],
    ['/x\\y', 'b', '/x\\y/b'],
    ['c:\\a', 'b', 'c:\\a\\b'],
    ['c:\\', 'b', 'c:\\b'],
    ['c:/a', 'b', 'c:/a/b'],
  ] as const) {
    it(`are joined: ${name} in ${folder} is ${path}`, () => assert.equal(join(folder, name), path));
  }

  for (const [path, folder, inside] of [
    ['/a/b', '/a', true],
    ['/a', '/a', true],
    ['/ab', '/a', false],
    ['/a/b', '/', true],
    ['/a\\b', '/a', false],
    ['c:\\a\\b', 'c:\\a', true],
    ['c:\\ab', 'c:\\a', false],
    ['c:\\a', 'c:\\', true],
  ] as const) {
    it(`are compared with a folder: ${path} ${inside ? 'is' : 'is not'} in ${folder}`, () => assert.equal(isInside(path, folder), inside));
  }

  for (const [folder, path, relative] of [
    ['/a', '/a/b.req', './b.req'],
    ['/a/b', '/a/c/d.req', '../c/d.req'],
    ['/a/b', '/a/b', '../b'],
    ['/', '/a.req', './a.req'],
    ['c:\\a\\b', 'c:\\a\\c\\d.req', '../c/d.req'],
    ['c:\\a', 'd:\\b.req', 'd:\\b.req'],
    ['vscode-vfs+x:/a', 'vscode-vfs+x:/b/c.req', '../b/c.req'],
  ] as const) {
    it(`are relative to a folder: ${path} from ${folder} is ${relative}`, () => assert.equal(relativePath(folder, path), relative));
  }
});

describe('the order of paths', () => {
  it('is by character, with numbers by value', () => {
    const sorted = ['/a/1-x.req', '/a/02.req', '/a/2-x.req', '/a/10-x.req', '/a/B.req', '/a/a.req', '/a/v1.2/x.req', '/a/v1.10/x.req'];
    assert.deepEqual(sorted.toReversed().toSorted(comparePaths), sorted);
  });

  it('is one order: of any three paths, in whatever order they are compared', () => {
    const path = fc.array(fc.constantFrom('0', '1', '2', '00', '10', 'a', '-', '/', '.'), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        assert.equal(Math.sign(comparePaths(a, b)), -Math.sign(comparePaths(b, a)) + 0);
        assert.equal(comparePaths(a, b) === 0, a === b);
        if (comparePaths(a, b) <= 0 && comparePaths(b, c) <= 0) assert.ok(comparePaths(a, c) <= 0, JSON.stringify([a, b, c]));
      }),
    );
  });
});
