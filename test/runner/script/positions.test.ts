import assert from 'node:assert/strict';
import { Positions, wrapperStart } from '../../../src/runner/script/engine/positions.ts';

const at = (source: string, stack: string): unknown => {
  const place = new Positions({ source, file: 'f.req', line: 10, column: 5 }).ofStack(stack);
  return place === undefined ? undefined : [place.line, place.column];
};
const first = wrapperStart.length;

describe('positions', () => {
  it('are the innermost place in the script itself', () => {
    assert.deepEqual(at('a\nb', '    at native\n    at f (api:3:4)\n    at g (script:2:1)\n    at h (script:1:99)\n'), [11, 1]);
  });

  it('are not there for a stack without the script', () => {
    assert.equal(at('a', '    at f (api:1:1)\n'), undefined);
    assert.equal(at('a', ''), undefined);
  });

  it('count the first line from the beginning of the script, without the wrapper', () => {
    assert.deepEqual(at('abc', `at script:1:${first + 1}`), [10, 5]);
    assert.deepEqual(at('abc', `at script:1:${first + 3}`), [10, 7]);
    assert.deepEqual(at('abc', 'at script:1:2'), [10, 5]);
  });

  it('count columns in UTF-16 units, where QuickJS counts code points', () => {
    assert.deepEqual(at('😀😀x', `at script:1:${first + 3}`), [10, 9]);
  });

  it('support CRLF, and CR alone, which QuickJS reads as part of a line', () => {
    assert.deepEqual(at('a\r\nbc', 'at script:2:2'), [11, 2]);
    assert.deepEqual(at('a\rbc', `at script:1:${first + 4}`), [11, 2]);
  });

  it('stay within the script', () => {
    assert.deepEqual(at('ab\ncd', 'at script:9:9'), [11, 3]);
    assert.deepEqual(at('ab\ncd', 'at script:2:99'), [11, 3]);
    assert.deepEqual(at('', 'at script:1:99'), [10, 5]);
  });

  it('quote their line, cut where it is long', () => {
    const quote = (source: string, line: number): string | undefined =>
      new Positions({ source, file: 'f.req', line: 10, column: 5 }).quote({ file: 'f.req', line, column: 1 });
    assert.equal(quote('a\r\n  b();  \r\nc', 11), '11 | b();');
    assert.equal(quote('a\n\nc', 11), undefined);
    assert.equal(quote('a', 12), undefined);
    assert.equal(quote('x'.repeat(500), 10)?.length, 166);
  });
});
