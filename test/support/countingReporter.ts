import fs from 'node:fs';
import path from 'node:path';
import { reporters, type MochaOptions, type Runnable, type Runner } from 'mocha';

// Mocha takes a reporter given by its path from the default export.
// oxlint-disable import/no-default-export

/** A test or a hook that failed, for those who see only the end of a run. */
interface FailedTest {
  readonly title: string;
  /** Relative to the folder the run was started in. */
  readonly file: string;
  /** What it failed with, and where. */
  readonly message: string;
}

/**
 * Mocha's `spec` reporter, which at the end of a run also appends `{"passed":N,"failed":[…]}` and a line feed to the file
 * `$REQ_TEST_COUNTS` names, for the script that adds up several suites.
 */
export default class CountingReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env['REQ_TEST_COUNTS'];
    if (file === undefined) return;
    // A failing hook is a failure, though it is no test.
    const failed: FailedTest[] = [];
    runner.on('fail', (test: Runnable, error: Error) => failed.push(failureOf(test, error)));
    const tell = (passed: number, those: readonly FailedTest[]): void =>
      fs.appendFileSync(file, `${JSON.stringify({ passed, failed: those })}\n`);
    runner.once('end', () => {
      tell(runner.stats?.passes ?? 0, failed);
      // A browser or a socket that a test forgot would keep all that waits for this process waiting for ever.
      setTimeout(() => {
        const message = `After the last test this is still open: ${process.getActiveResourcesInfo().join(', ')}.`;
        process.stderr.write(`${message}\n`);
        tell(0, [{ title: 'ends by itself', file: '', message }]);
        process.exit(failed.length + 1);
      }, patienceMs).unref();
    });
  }
}

/** For what closes in its own time. */
const patienceMs = 60_000;

/** Characters of what a test failed with that are kept, and lines of its stack. */
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
