import fs from 'node:fs';
import path from 'node:path';
import { reporters, type MochaOptions, type Runnable, type Runner } from 'mocha';

// Mocha takes a reporter given by its path from the default export.
// oxlint-disable import/no-default-export

/** A failed test or hook, for readers who only see the end of a run. */
interface FailedTest {
  readonly title: string;
  /** Relative to the folder in which the run started. */
  readonly file: string;
  /** The error, and where it was thrown. */
  readonly message: string;
}

/**
 * Mocha's `spec` reporter. At the end of a run, it also appends `{"passed":N,"failed":[…]}` and a line feed to the file `$REQ_TEST_COUNTS`,
 * for the script that sums up several suites.
 */
export default class CountingReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env['REQ_TEST_COUNTS'];
    if (file === undefined) return;
    // A failing hook is a failure, though it is no test.
    const failed: FailedTest[] = [];
    runner.on('fail', (test: Runnable, error: Error) => failed.push(failureOf(test, error)));
    const report = (passed: number, those: readonly FailedTest[]): void =>
      fs.appendFileSync(file, `${JSON.stringify({ passed, failed: those })}\n`);
    runner.once('end', () => {
      report(runner.stats?.passes ?? 0, failed);
      // A browser or a socket that a test forgot would keep all that waits for this process waiting for ever.
      setTimeout(() => {
        const message = `After the last test this is still open: ${process.getActiveResourcesInfo().join(', ')}.`;
        process.stderr.write(`${message}\n`);
        report(0, [{ title: 'ends by itself', file: '', message }]);
        process.exit(failed.length + 1);
      }, patienceMs).unref();
    });
  }
}

/** Milliseconds for resources that close asynchronously. */
const patienceMs = 60_000;

/** Maximum characters of a failure's message, and lines of its stack. */
const mostText = 3000;
const mostFrames = 5;

function failureOf(test: Runnable, { message, stack = '' }: Error): FailedTest {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line) && !/node:internal|node_modules/.test(line));
  return {
    title: test.fullTitle(),
    file: test.file === undefined ? '' : path.relative(process.cwd(), test.file),
    message: [message.slice(0, mostText), ...frames.slice(0, mostFrames)].join('\n'),
  };
}
