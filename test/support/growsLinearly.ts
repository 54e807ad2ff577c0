import assert from 'node:assert/strict';

/**
 * Fails where 16 times the text takes more than 100 times as long: quadratic work takes 256 times. A ratio within one run, so
 * that a slow machine does not matter.
 * @param pieceLength characters that one unit of `make` has, to begin with a text of about 8 KB
 */
export function growsLinearly(make: (n: number) => string, work: (text: string) => void, pieceLength: number): void {
  const n = Math.ceil(8000 / pieceLength);
  const small = make(n);
  const large = make(16 * n);
  const cost = (text: string): number => {
    const times = [1, 2, 3, 4, 5].map(() => {
      const start = performance.now();
      work(text);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  cost(small);
  const seen: string[] = [];
  // Measured again where it seems slow: another process may have had the processor, which quadratic work cannot blame each time.
  for (let i = 0; i < 4; i++) {
    const [one, sixteen] = [cost(small), cost(large)];
    // The moment more is for clocks that tick coarsely and for garbage collected in between.
    if (sixteen < one * 100 + 20) return;
    seen.push(`${one.toFixed(2)} ms became ${sixteen.toFixed(2)} ms`);
  }
  assert.fail(`${seen.join(', ')} for 16 times the text`);
}
