import type { Failure } from '../../base/reqError.ts';
import type { DataRow, RequestSummary } from '../../language/index.ts';
import type { ConsoleLevel, Outcome, RunEvent, Sizes, TestResult } from '../ports/events.ts';
import type { Iteration } from './iterations.ts';

export interface RequestRun {
  readonly request: RequestSummary;
  /** Absolute path of the request's file. It need not be among the files of the plan. */
  readonly file: string;
  readonly unit: FileRun;
  /** Name of the request that needs this one (`@ref`), if it is sent for that reason. */
  readonly neededBy: string | undefined;
  /** The row of data: of its `# @data`, or of the iteration. */
  readonly row: RowRun | undefined;
  /** Seed of its random values. */
  readonly seed?: number | undefined;
}

/** A row of data in reports. */
export interface RowRun {
  readonly row: DataRow;
  /** `name=Ada, age=3`, with the secrets used so far masked. */
  readonly name: string;
  /** True for a row of the request's own `# @data`; false for the row of the iteration, which all its requests share. */
  readonly isOwn: boolean;
}

/** A file in one iteration. */
export interface FileRun {
  /** Absolute. */
  readonly file: string;
  readonly iteration: Iteration;
  /** `name=Ada, age=3`: the row of the iteration; undefined without one. */
  readonly rowName: string | undefined;
  /** From 0, over all iterations. */
  readonly index: number;
}

/** Outcome of a request. `skipped`: a script prevented it from being sent. */
export type Verdict = 'passed' | 'failed' | 'skipped' | 'cancelled';

/** Result of a request, masked. Contains no headers and bodies, so it stays small. */
export interface RequestResult {
  readonly of: RequestRun;
  readonly verdict: Verdict;
  /** The script's reason for skipping it. */
  readonly reason: string | undefined;
  readonly failure: Failure | undefined;
  readonly tests: readonly TestResult[];
  readonly console: readonly { readonly level: ConsoleLevel; readonly text: string }[];
  /** As on the wire; undefined if nothing was sent. */
  readonly sent: { readonly method: string; readonly url: string } | undefined;
  readonly status: number | undefined;
  readonly statusText: string | undefined;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Duration of the last exchange in milliseconds. */
  readonly durationMs: number;
  /** Total duration in milliseconds, including scripts and all attempts. */
  readonly elapsedMs: number;
  readonly sizes: Sizes;
  /** Number of attempts: of the whole request and by `@retry`. */
  readonly tries: number;
}

const consoleLimit = 1000;

export class ResultFold {
  readonly #tests: TestResult[] = [];
  readonly #console: { readonly level: ConsoleLevel; readonly text: string }[] = [];
  #sent: RequestResult['sent'];
  #status: number | undefined;
  #statusText: string | undefined;
  #outcome: Outcome = 'complete';
  #failure: Failure | undefined;
  #durationMs = 0;
  #retries = 0;
  #sizes: Sizes = { headers: 0, body: 0, bodyDecoded: 0 };

  apply(e: RunEvent): void {
    switch (e.kind) {
      case 'sending':
        this.#sent = { method: e.request.method, url: e.request.wireUrl };
        break;
      case 'head':
        this.#status = e.head.status;
        this.#statusText = e.head.statusText;
        break;
      case 'test':
        this.#tests.push(e.result);
        break;
      case 'console':
        if (this.#console.length < consoleLimit) this.#console.push({ level: e.level, text: e.text });
        break;
      case 'retrying':
        this.#retries++;
        break;
      case 'finished':
        this.#outcome = e.outcome;
        this.#failure = e.failure;
        this.#durationMs = e.timings.total;
        this.#sizes = e.sizes;
        break;
      default:
    }
  }

  get wasSent(): boolean {
    return this.#sent !== undefined;
  }

  /** How often `@retry` has repeated the exchange. */
  get repeats(): number {
    return this.#retries;
  }

  /** Whether another attempt may help. */
  get isFailed(): boolean {
    return this.#outcome === 'failed' || this.#tests.some((t) => !t.passed);
  }

  /**
   * @param skipped why a script prevented it from being sent, if one did
   * @param mask masks secrets that were discovered after the event was emitted
   */
  result(
    around: Pick<RequestResult, 'of' | 'startTime' | 'elapsedMs' | 'tries'>,
    skipped: string | undefined,
    mask: (text: string) => string,
  ): RequestResult {
    // A request without permission fails; it is not cancelled, because the run goes on.
    const isRefused = this.#failure?.kind === 'refused';
    const verdict: Verdict =
      this.#outcome === 'cancelled' && !isRefused
        ? 'cancelled'
        : isRefused || this.isFailed
          ? 'failed'
          : skipped !== undefined
            ? 'skipped'
            : 'passed';
    return {
      verdict,
      reason: skipped === undefined ? undefined : mask(skipped),
      failure: this.#failure,
      tests: this.#tests.map((t) => maskedTest(t, mask)),
      console: this.#console.map(({ level, text }) => ({ level, text: mask(text) })),
      sent: this.#sent && { ...this.#sent, url: mask(this.#sent.url) },
      status: this.#status,
      statusText: this.#statusText === undefined ? undefined : mask(this.#statusText),
      durationMs: this.#durationMs,
      sizes: this.#sizes,
      ...around,
      tries: around.tries + this.#retries,
    };
  }
}

function maskedTest(test: TestResult, mask: (text: string) => string): TestResult {
  const { expected, actual } = test;
  return {
    ...test,
    name: mask(test.name),
    message: test.message === null ? null : mask(test.message),
    ...(expected === undefined ? {} : { expected: mask(expected) }),
    ...(actual === undefined ? {} : { actual: mask(actual) }),
  };
}
