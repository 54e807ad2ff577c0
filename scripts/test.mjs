// `npm test`: installs, builds, checks and tests everything, and ends with what failed and one line, `N passed, N failed`.
// `--only check|unit|integration|editor|e2e` runs one part of it. Works on a fresh clone: nothing but Node and npm is needed,
// and for the parts in the editor a Chromium.
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommandShowing } from './command.mjs';
import { build, install } from './prepare.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-test-'));
process.once('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
// Properties are tested with new inputs in each run; `REQ_TEST_SEED=N` repeats them.
const given = process.env.REQ_TEST_SEED;
const seed = given === undefined || given === 'random' ? String(randomInt(2 ** 31)) : given;
let passed = 0;
/** Printed at the end, because a long log may be cut at its start. */
const failures = [];
/** What passed only when it ran alone. */
const unsteady = [];
/** Files of a suite that run again. With more of them something is really broken. */
const mostAgain = 3;

/**
 * Runs one step and prints its result. `action` returns the failures as `{title, message}`.
 * @param isBeside whether it runs beside another step: then its output is shown when it ends, in one piece
 */
async function step(name, action, isBeside = false) {
  const shown = [`\n=== ${name}\n`];
  if (!isBeside) process.stdout.write(shown.pop());
  const started = Date.now();
  const failed = await action(isBeside ? (chunk) => shown.push(chunk) : undefined);
  shown.push(`${name}: ${failed.length === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  process.stdout.write(shown.join(''));
  failures.push(...failed);
  return failed.length === 0;
}

const bin = (name) => path.join('node_modules/.bin', name);

/** A check counts as one test. */
async function check(isBeside) {
  const checks = {
    types: [bin('tsc'), '--noEmit', '-p', '.'],
    'types of the panel': [bin('tsc'), '--noEmit', '-p', 'src/panel'],
    lint: [bin('oxlint')],
    format: [bin('oxfmt'), '--check'],
    'unused code': [bin('knip')],
    English: [process.execPath, 'scripts/prose.mjs'],
    spelling: [bin('cspell'), 'lint', '--no-progress', '--quiet'],
    size: [process.execPath, 'scripts/size.mjs'],
  };
  for (const [name, [command, ...args]] of Object.entries(checks)) {
    const ok = await step(
      name,
      async (show) => {
        const { code, last } = await runCommandShowing(command, args, {}, show);
        return code === 0 ? [] : [{ title: name, message: last }];
      },
      isBeside,
    );
    if (ok) passed++;
  }
}

/** Runs a program that reports its counts. One that fails without a failed test counts as one more failure. */
async function counted(name, [command, ...args]) {
  const counts = path.join(scratch, String(randomInt(2 ** 31)));
  const { code, last } = await runCommandShowing(command, args, {
    env: { REQ_TEST_RUNS: 'full', ...process.env, REQ_TEST_COUNTS: counts, REQ_TEST_SEED: seed },
  });
  const lines = fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8').trim().split('\n') : [];
  const reports = lines.map((line) => JSON.parse(line));
  const failed = reports.flatMap((report) =>
    report.failed.map(({ title, file, message }) => ({ title: `${name}: ${file}: ${title}`, file, message })),
  );
  if (lines.length === 0 || (code !== 0 && failed.length === 0)) {
    const why = `ended with exit code ${code}${lines.length === 0 ? ' and reported nothing' : ''}`;
    console.log(`${name}: ${why}`);
    failed.push({ title: name, file: '', message: `${why}. It said last:\n${last}` });
  }
  return { passed: reports.reduce((sum, report) => sum + report.passed, 0), failed };
}

/**
 * Runs a suite. A few files that failed run once more, alone: what passes then is named at the end as a test to mend, because
 * it hangs on what else the machine does.
 * @param {(files: readonly string[]) => string[]} [again] the program that runs these files alone
 */
async function suite(name, program, again) {
  await step(name, async () => {
    const first = await counted(name, program);
    passed += first.passed;
    const files = [...new Set(first.failed.map((test) => test.file))];
    if (again === undefined || files.length === 0 || files.length > mostAgain || files.includes('')) return first.failed;
    console.log(`\n=== once more, alone: ${files.join(', ')}\n`);
    const { failed } = await counted(name, again(files));
    if (failed.length > 0) return failed;
    passed += first.failed.length;
    unsteady.push(...first.failed);
    return [];
  });
}

const counting = './test/support/countingReporter.ts';

const alone = (files) => [
  bin('mocha'),
  '--no-config',
  '--import=tsx',
  '--require=./test/support/seed.ts',
  '--timeout=300000',
  '--reporter',
  counting,
  ...files,
];

const parts = {
  check,
  unit: () => suite('unit tests', [bin('mocha'), '--reporter', counting]),
  integration: () => suite('integration tests', [bin('mocha'), '--config', '.mocharc.integration.cjs', '--reporter', counting], alone),
  editor: () => suite('tests in the extension host', [process.execPath, 'scripts/test-editor.mjs']),
  e2e: () => {
    const program = [process.execPath, 'scripts/test-e2e.mjs'];
    return suite('tests in the workbench', program, (files) => [...program, ...files]);
  },
};

/** The parts that use the extension itself. */
const needBuild = new Set(['editor', 'e2e']);

/** The parts of a whole run in their order. One extension host uses about one processor; the checks use the other one meanwhile. */
const order = [['editor', 'check'], ['unit'], ['integration'], ['e2e']];

const chosen = values.only === undefined ? order : [[values.only]];
if (chosen.flat().some((name) => !Object.hasOwn(parts, name))) {
  console.error(`There is no part "${values.only}". The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const isDone = (name, action) => step(name, async () => ((await action()) ? [] : [{ title: name, message: 'It failed.' }]));
if (await isDone('install', install)) {
  const built = await isDone('build', build);
  const start = async (name, isBeside) => {
    if (built || !needBuild.has(name)) await parts[name](isBeside);
    else await isDone(`${name} (without a build)`, async () => false);
  };
  for (const names of chosen) await Promise.all(names.map((name, i) => start(name, i > 0)));
}
const list = (heading, tests) => {
  if (tests.length > 0) console.log(`\n=== ${heading}`);
  for (const [i, { title, message }] of tests.entries()) console.log(`\n${i + 1}. ${title}\n${message.replaceAll(/^/gm, '   ')}`);
};
list('what passed only when it ran alone, and is to be mended', unsteady);
list('what failed', failures);
console.log(`\nProperties: REQ_TEST_SEED=${seed}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
