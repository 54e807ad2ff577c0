import assert from 'node:assert/strict';
import { diffLines, lineEdits } from '../../src/base/text/lineDiff.ts';

const marks = { same: ' ', removed: '-', added: '+' } as const;
const shown = (before: string, after: string): string =>
  diffLines(before, after)
    .map(({ kind, text }) => marks[kind] + text)
    .join('\n');

describe('the difference of two texts', () => {
  it('is the fewest lines that were removed and added', () => {
    assert.equal(shown('a\nb\nc', 'a\nx\nc'), ' a\n-b\n+x\n c');
    assert.equal(
      shown('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')
        .split('\n')
        .filter((l) => !l.startsWith(' ')).length,
      5,
    );
    assert.equal(shown('1', '1'), ' 1');
    assert.equal(shown('', 'a\nb'), '-\n+a\n+b');
    assert.equal(shown('a\nb', 'b'), '-a\n b');
    assert.equal(shown('b', 'a\nb\nc'), '+a\n b\n+c');
  });

  it('has both texts in it, whatever they are', () => {
    let seed = 7;
    const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
    for (let round = 0; round < 300; round++) {
      const text = (): string => Array.from({ length: next(12) }, () => 'abc'[next(3)] ?? '').join('\n');
      const [before, after] = [text(), text()];
      const lines = diffLines(before, after);
      const side = (without: 'removed' | 'added'): string => lines.flatMap((l) => (l.kind === without ? [] : [l.text])).join('\n');
      assert.equal(side('added'), before);
      assert.equal(side('removed'), after);
    }
  });

  it('of texts that are wholly other is all of both', () => {
    const many = (word: string): string => Array.from({ length: 2000 }, (_, i) => `${word}${i}`).join('\n');
    const lines = diffLines(many('a'), many('b'));
    assert.equal(lines.length, 4000);
    assert.ok(lines.slice(0, 2000).every((l) => l.kind === 'removed'));
  });

  it('makes one edit for each run of changed lines', () => {
    const whole = (before: string, after: string): string => {
      let text = before;
      for (const { range, newText } of lineEdits(before, after).toReversed())
        text = text.slice(0, range.start) + newText + text.slice(range.end);
      return text;
    };
    assert.deepEqual(lineEdits('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n'), [
      { range: { start: 2, end: 4 }, newText: 'B\n' },
      { range: { start: 8, end: 8 }, newText: 'e\n' },
    ]);
    const texts = ['', '\n', 'a', 'a\n', 'a\nb', 'a\r\nb\r\n', 'b\na\n', 'x\na\n\ny'];
    for (const before of texts) for (const after of texts) assert.equal(whole(before, after), after, JSON.stringify([before, after]));
  });
});
