// Runs test/e2e/*.e2e.ts, which use Req in a real workbench as a person does. More arguments go to mocha.
import { runCommand } from './command.mjs';

const options = ['--no-config', '--import=tsx', '--timeout=600000', '--require=./test/e2e/screenshots.ts'];
const reporter = '--reporter=./test/support/countingReporter.ts';
process.exit(await runCommand('node_modules/.bin/mocha', [...options, reporter, ...process.argv.slice(2), 'test/e2e/*.e2e.ts']));
