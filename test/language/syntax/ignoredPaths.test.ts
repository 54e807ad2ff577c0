import assert from 'node:assert/strict';
import { parse, readIgnoredPaths } from '../../../src/language/index.ts';

const every = { every: 'child' };

describe('the ignored parts of a snapshot', () => {
  it('are read as paths with commas between them', () => {
    assert.deepEqual(readIgnoredPaths(''), { ok: true, paths: [] });
    const read = readIgnoredPaths('ignoring at, $.items[*].id , list[0], *.x, ["a, \\"b\\"."].c');
    assert.deepEqual(read, { ok: true, paths: [['at'], ['items', every, 'id'], ['list', 0], [every, 'x'], ['a, "b".', 'c']] });
  });

  it('are refused if one is no path', () => {
    for (const text of ['at', 'ignoring', 'ignoring ,', 'ignoring a,', 'ignoring a b', 'ignoring a[', 'ignoring a..', 'ignore a'])
      assert.equal(readIgnoredPaths(text).ok, false, text);
  });

  it('are reported in the file', () => {
    const said = (line: string): readonly string[] => parse(`GET x\n\n${line}\n`).diagnostics.map((d) => d.message);
    assert.deepEqual(said('?? body matchesSnapshot ignoring a, b[*].c'), []);
    assert.match(said('?? body matchesSnapshot ignoring a,, b')[0] ?? '', /is not a path/);
    assert.match(said('?? body matchesSnapshot {"a":1}')[0] ?? '', /takes no value, or `ignoring`/);
  });
});
