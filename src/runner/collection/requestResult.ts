import type { Failure } from '../../base/reqError.ts';
import type { RequestSummary } from '../../language/index.ts';
import type { ConsoleLevel, Outcome, RunEvent, Sizes, TestResult } from '../ports/events.ts';
import type { Iteration } from './iterations.ts';

/** A request of a run of a collection. */
export interface RequestRun {
  readonly request: RequestSummary;
  /** Absolute: of the request, which may be in another file than those that are run. */
  readonly file: string;
  readonly unit: FileRun;
  /** The request that needs it first (`@ref`), where it is sent for that reason. */
  readonly neededBy: string | undefined;
}

/** A file in one iteration. */
export interface FileRun {
  /** Absolute. */
  readonly file: string;
  readonly iteration: Iteration;
  /** From 0, over all iterations. */
  readonly index: number;
}

/** How a request ended. `skipped` is one that a script kept from being sent. */
export type Verdict = 'passed' | 'failed' | 'skipped' | 'cancelled';

/** What came of a request, as it may be shown. Small: neither message nor body is in it. */
export interface RequestResult {
  readonly of: RequestRun;
  readonly verdict: Verdict;
  /** Why it was skipped, as the script said. */
  readonly reason: string | undefined;
  readonly failure: Failure | undefined;
  readonly tests: readonly TestResult[];
  readonly console: readonly { readonly level: ConsoleLevel; readonly text: string }[];
  /** As on the wire; undefined where nothing was sent. */
  readonly sent: { readonly method: string; readonly url: string } | undefined;
  readonly status: number | undefined;
  readonly statusText: string | undefined;
  /** When it began, milliseconds since 1970. */
  readonly startTime: number;
  /** Milliseconds of the exchange; of the last one where it was tried again. */
  readonly durationMs: number;
  /** Milliseconds from its beginning to its end, scripts and all tries included. */
  readonly elapsedMs: number;
  readonly sizes: Sizes;
  /** How often it was tried: as a whole, and by `@retry`. */
  readonly tries: number;
}

/** Lines of the console that are kept of one request. */
const consoleLimit = 1000;

/** Takes the events of one try of a request. */
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

  /** Whether another try may help. */
  get isFailed(): boolean {
    return this.#outcome === 'failed' || this.#tests.some((t) => !t.passed);
  }

  /**
   * @param skipped why a script kept it from being sent, if one did
   * @param mask hides what was found to be a secret only after it was told
   */
  result(
    around: Pick<RequestResult, 'of' | 'startTime' | 'elapsedMs' | 'tries'>,
    skipped: string | undefined,
    mask: (text: string) => string,
  ): RequestResult {
    const verdict: Verdict =
      this.#outcome === 'cancelled' ? 'cancelled' : this.isFailed ? 'failed' : skipped !== undefined ? 'skipped' : 'passed';
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

/** Every text of a test's result masked. */
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
