import assert from 'node:assert/strict';

/**
 * Fails if 16 times the text costs more than 100 times as much; quadratic work costs 256 times. A ratio within one run does not depend on
 * the speed of the machine.
 * @param pieceLength characters per unit of `make`, to begin with a text of about 8 KB
 */
export function growsLinearly(make: (n: number) => string, work: (text: string) => void, pieceLength: number): void {
  const n = Math.ceil(8000 / pieceLength);
  const small = make(n);
  const large = make(16 * n);
  costsNoMore(
    () => work(large),
    () => work(small),
    100,
  );
}

/**
 * Fails if `work` takes more than a multiple of the processor time of the other function. Processor time does not include other processes.
 * Random costs, such as garbage collection, only add to it, so the minimum is used.
 */
export function costsNoMore(work: () => void, than: () => void, times: number): void {
  let base = least(than, 10);
  const seen: string[] = [];
  for (let i = 0; i < 40; i++) {
    base = Math.min(base, least(than, 5));
    // One run of the work that is cheap enough is proof.
    const [most, taken] = [base * times, cost(work)];
    // The moment more is for clocks that tick coarsely.
    if (taken < most + 20) return;
    seen.push(`${taken.toFixed(1)} ms for at most ${most.toFixed(1)}`);
  }
  assert.fail(`${times} times the work is the limit: ${seen.join(', ')}`);
}

/** The minimum cost of several runs. */
const least = (work: () => void, times: number): number => Math.min(...Array.from({ length: times }, () => cost(work)));

/** Milliseconds of processor time. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
