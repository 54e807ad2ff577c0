import fs from 'node:fs';
import { reporters, type MochaOptions, type Runner } from 'mocha';

// Mocha takes a reporter given by its path from the default export.
// oxlint-disable import/no-default-export

/**
 * Mocha's `spec` reporter, which at the end of a run also appends `{"passed":N,"failed":N}` and a line feed to the
 * file `$REQ_TEST_COUNTS` names, for the script that adds up several suites.
 */
export default class CountingReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env['REQ_TEST_COUNTS'];
    if (file === undefined) return;
    runner.once('end', () => {
      // A failing hook is a failure, though it is no test.
      const { passes: passed = 0, failures: failed = 0 } = runner.stats ?? {};
      fs.appendFileSync(file, `${JSON.stringify({ passed, failed })}\n`);
    });
  }
}
