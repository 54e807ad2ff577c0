import assert from 'node:assert/strict';
import { folderOf, isInside, join } from '../../../src/language/index.ts';

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
});
