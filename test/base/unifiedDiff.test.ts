import assert from 'node:assert/strict';
import { unifiedDiff } from '../../src/base/text/unifiedDiff.ts';

describe('a unified diff', () => {
  const lines = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);

  it('has the changed lines with three around them, and a part for each place', () => {
    const before = lines(1, 30);
    const after = before.with(4, 'five').toSpliced(20, 1);
    assert.equal(
      unifiedDiff(before.join('\n'), after.join('\n')).join('|'),
      '@@ -2,7 +2,7 @@| 2| 3| 4|-5|+five| 6| 7| 8|@@ -18,7 +18,6 @@| 18| 19| 20|-21| 22| 23| 24',
    );
  });

  it('is empty for the same text', () => assert.deepEqual(unifiedDiff('a\nb', 'a\nb'), []));
});
