import type { LookedAt } from '../scriptTypes.ts';
import type { Ask } from './hostFunction.ts';

/** Reports to the host when the script first reads texts that may contain a secret. @throws {Error} if the host denies it */
export type Look = (at: LookedAt) => void;

/** Reports each kind of text once. */
export function createLooks(ask: Ask): {
  readonly look: Look;
  /** Called before each script. @param reports whether its reads are reported to the host */
  begin(reports: boolean): void;
} {
  const looked: Record<LookedAt, boolean> = { request: false, response: false };
  return {
    look: (at) => {
      if (looked[at]) return;
      ask({ op: 'look', at });
      looked[at] = true;
    },
    begin(reports) {
      looked.request = !reports;
      looked.response = !reports;
    },
  };
}
