import type { RequestResult } from './requestResult.ts';

/** How a run of a collection went, in numbers. */
export interface RunSummary {
  readonly passed: number;
  readonly failed: number;
  /** Kept from being sent by their scripts. */
  readonly skipped: number;
  readonly cancelled: number;
  /** Marked `@disabled`. */
  readonly disabled: number;
  /** Not begun, since the run ended before. */
  readonly notRun: number;
  readonly tests: { readonly passed: number; readonly failed: number };
  readonly files: number;
  readonly iterations: number;
  /** When it began, milliseconds since 1970. */
  readonly startTime: number;
  readonly elapsedMs: number;
  /** Why it ended before its end. */
  readonly ended:
    | { readonly why: 'stopped'; readonly reason: string }
    | { readonly why: 'bail' }
    | { readonly why: 'cancelled' }
    | undefined;
}

/** Counts results. */
export class Tally {
  readonly verdicts = { passed: 0, failed: 0, skipped: 0, cancelled: 0 };
  readonly tests = { passed: 0, failed: 0 };

  add({ verdict, tests }: Pick<RequestResult, 'verdict' | 'tests'>): void {
    this.verdicts[verdict]++;
    for (const { passed } of tests) this.tests[passed ? 'passed' : 'failed']++;
  }

  /** Requests of all verdicts. */
  get requests(): number {
    const { passed, failed, skipped, cancelled } = this.verdicts;
    return passed + failed + skipped + cancelled;
  }
}
