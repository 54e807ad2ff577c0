// Runs test/e2e/*.e2e.ts, which use Req in a real workbench as a user does: all suites, or those that are named.
// More arguments go to mocha.
import fs from 'node:fs';
import path from 'node:path';
import { repository, runCommand } from './command.mjs';

const folder = 'test/e2e';

/** Suites that run after all others: the demo builds into dist/, from which the others load the extension. */
const alone = new Set(['demo.e2e.ts']);

const options = [
  '--no-config',
  '--import=tsx',
  '--timeout=600000',
  '--require=./test/support/wholeRun.ts',
  `--require=./${folder}/programs.ts`,
  `--require=./${folder}/screenshots.ts`,
  '--reporter=./test/support/countingReporter.ts',
];

const textOf = (name) => fs.readFileSync(path.join(repository, folder, name), 'utf8');

/** Suites with their own windows run first: such a window closes the shared one (`openWorkbench.ts`). */
const hasOwnWindow = (name) => /\b(?:own|language|workspaceFile|vsix): /.test(textOf(name));
// Longest first, so that all processes end at about the same time. The length of a file estimates its duration.
const order = (name) => (hasOwnWindow(name) ? 1e6 : 0) + textOf(name).length;
const given = process.argv.slice(2);
const named = given.filter((argument) => argument.endsWith('.e2e.ts')).map((file) => path.basename(file));
const suites = (named.length > 0 ? named : fs.readdirSync(path.join(repository, folder)))
  .filter((name) => name.endsWith('.e2e.ts'))
  .sort((a, b) => order(b) - order(a));

const run = (more, names) =>
  runCommand('node_modules/.bin/mocha', [
    ...options,
    ...more,
    ...given.filter((argument) => !argument.endsWith('.e2e.ts')),
    ...names.map((name) => path.posix.join(folder, name)),
  ]);

const parts = [
  // A suite often waits for its window, so two processes leave a third of two processors unused.
  [['--parallel', '--jobs=3'], suites.filter((name) => !alone.has(name))],
  [[], suites.filter((name) => alone.has(name))],
];
let code = 0;
for (const [more, names] of parts) if (names.length > 0) code = (await run(more, names)) || code;
process.exit(code);
