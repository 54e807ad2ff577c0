import type { RequestResult } from './requestResult.ts';

export interface RunSummary {
  readonly passed: number;
  readonly failed: number;
  /** Not sent because a script skipped them. */
  readonly skipped: number;
  readonly cancelled: number;
  /** Marked `@disabled`. */
  readonly disabled: number;
  /** Not started because the run ended early. */
  readonly notRun: number;
  readonly tests: { readonly passed: number; readonly failed: number };
  readonly files: number;
  readonly iterations: number;
  /** Seeds of the requests' random values. Absent without one. */
  readonly seeds?: readonly number[];
  /** Milliseconds since 1970. */
  readonly startTime: number;
  readonly elapsedMs: number;
  readonly ended:
    | { readonly why: 'stopped'; readonly reason: string }
    | { readonly why: 'bail' }
    | { readonly why: 'cancelled' }
    | undefined;
}

export class Tally {
  readonly verdicts = { passed: 0, failed: 0, skipped: 0, cancelled: 0 };
  readonly tests = { passed: 0, failed: 0 };

  add({ verdict, tests }: Pick<RequestResult, 'verdict' | 'tests'>): void {
    this.verdicts[verdict]++;
    for (const { passed } of tests) this.tests[passed ? 'passed' : 'failed']++;
  }

  get requests(): number {
    const { passed, failed, skipped, cancelled } = this.verdicts;
    return passed + failed + skipped + cancelled;
  }
}
