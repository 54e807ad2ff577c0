import assert from 'node:assert/strict';
import { folderOf, isInside, join } from '../../../src/language/index.ts';
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
    it(`of the folder of ${path}: ${folder}`, () => assert.equal(folderOf(path), folder));
  }

  for (const [folder, name, path] of [
    ['/a', 'b', '/a/b'],
    ['/', 'b', '/b'],
    ['/x\\y', 'b', '/x\\y/b'],
    ['c:\\a', 'b', 'c:\\a\\b'],
    ['c:\\', 'b', 'c:\\b'],
    ['c:/a', 'b', 'c:/a/b'],
  ] as const) {
    it(`of ${name} in ${folder}: ${path}`, () => assert.equal(join(folder, name), path));
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
    it(`${path} ${inside ? 'lies' : 'does not lie'} in ${folder}`, () => assert.equal(isInside(path, folder), inside));
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
    it(`${path} from ${folder}: ${relative}`, () => assert.equal(relativePath(folder, path), relative));
  }
});
