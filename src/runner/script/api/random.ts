import { reflectDefine } from './primordials.ts';

/** Replaces `Math.random` with sfc32 by Chris Doty-Humphrey, with 53 random bits per number. The engine's seed is fixed at build time. */
export function installRandom(seed: readonly number[]): void {
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
  const random = (): number => ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000;
  reflectDefine(Math, 'random', { __proto__: null, value: random, writable: true, configurable: true } as PropertyDescriptor);
}
