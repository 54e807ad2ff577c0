import type { LookedAt } from '../scriptTypes.ts';
import type { Ask } from './hostFunction.ts';

/** Reports to the host when the script first reads texts that may contain a secret. @throws {Error} if the host denies it */
export type Look = (at: LookedAt) => void;

export function createLook(ask: Ask, reports: boolean): Look {
  const looked: Record<LookedAt, boolean> = { request: !reports, response: !reports };
  return (at) => {
    if (looked[at]) return;
    ask({ op: 'look', at });
    looked[at] = true;
  };
}
