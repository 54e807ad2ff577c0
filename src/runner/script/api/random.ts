import { sfc32 } from '../../../base/sfc32.ts';
import { reflectDefine } from './primordials.ts';

/** Replaces `Math.random`. The engine's own seed is fixed at build time. */
export function installRandom(seed: readonly number[]): void {
  reflectDefine(Math, 'random', { __proto__: null, value: sfc32(seed), writable: true, configurable: true } as PropertyDescriptor);
}
