/** sfc32 by Chris Doty-Humphrey: numbers from 0 (included) to 1 with 53 random bits. `seed` has four numbers below 2^32. */
export function sfc32(seed: readonly number[]): () => number {
  let a = seed[0] ?? 0;
  let b = seed[1] ?? 0;
  let c = seed[2] ?? 0;
  let counter = seed[3] ?? 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  return () => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000;
}
