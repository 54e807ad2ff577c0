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
/** Tests that only passed when run alone. */
const unsteady = [];
/** Suites with a few failed files, which run again after all others. */
const repeats = [];
/** Maximum number of files of a suite that run again. If more fail, the cause is not the load. */
const mostAgain = 3;

/**
 * Runs one step and prints its result. `action` returns the failures as `{title, message}`.
 * @param isBeside whether it runs beside another step: its output is then shown at its end, in one piece
 */
async function step(name, action, isBeside = false) {
  const shown = [`\n=== ${name}\n`];
  if (!isBeside) process.stdout.write(shown.pop());
  const started = Date.now();
  const failed = await action(isBeside ? (chunk) => shown.push(chunk) : (chunk) => process.stdout.write(chunk));
  shown.push(`${name}: ${failed.length === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  process.stdout.write(shown.join(''));
  return failed;
}

/** Runs a step whose failures all count. */
async function finalStep(name, action, isBeside) {
  const failed = await step(name, action, isBeside);
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
    const ok = await finalStep(
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

/**
 * Runs a program that reports its counts. If it fails without a failed test, that counts as one more failure.
 * @param show receives the program's output
 */
async function counted(name, [command, ...args], show) {
  const counts = path.join(scratch, String(randomInt(2 ** 31)));
  const env = { REQ_TEST_RUNS: 'full', ...process.env, REQ_TEST_COUNTS: counts, REQ_TEST_SEED: seed };
  const { code, last } = await runCommandShowing(command, args, { env }, show);
  const lines = fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8').trim().split('\n') : [];
  const reports = lines.map((line) => JSON.parse(line));
  const failed = reports.flatMap((report) =>
    report.failed.map(({ title, file, message }) => ({ title: `${name}: ${file}: ${title}`, file, message })),
  );
  if (lines.length === 0 || (code !== 0 && failed.length === 0)) {
    const why = `ended with exit code ${code}${lines.length === 0 ? ' and reported nothing' : ''}`;
    show(`${name}: ${why}\n`);
    failed.push({ title: name, file: '', message: `${why}. It said last:\n${last}` });
  }
  return { passed: reports.reduce((sum, report) => sum + report.passed, 0), failed };
}

/**
 * Runs a suite. If a few files fail, they run again at the end, alone. Tests that pass then are listed as unsteady, because they depend on
 * the load of the machine.
 * @param {(files: readonly string[]) => string[]} again the program that runs these files alone
 */
async function suite(name, program, again, isBeside) {
  const run = async (show) => {
    const first = await counted(name, program, show);
    passed += first.passed;
    return first.failed;
  };
  const failed = await step(name, run, isBeside);
  const files = [...new Set(failed.map((test) => test.file))];
  if (files.length === 0 || files.length > mostAgain || files.includes('')) failures.push(...failed);
  else repeats.push({ name, failed, files, program: again(files) });
}

/** Runs the failed files of a suite again. */
async function repeat({ name, failed, files, program }) {
  const isPassed = await finalStep(`${name}, once more and alone: ${files.join(', ')}`, async (show) => {
    const second = await counted(name, program, show);
    return second.failed;
  });
  if (!isPassed) return;
  passed += failed.length;
  unsteady.push(...failed);
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

const editor = [process.execPath, 'scripts/test-editor.mjs'];
const e2e = [process.execPath, 'scripts/test-e2e.mjs'];

/** Parts of the tests. The argument is whether the part runs beside another one. */
const parts = {
  check,
  unit: (isBeside) => suite('unit tests', [bin('mocha'), '--reporter', counting], alone, isBeside),
  integration: (isBeside) =>
    suite('integration tests', [bin('mocha'), '--config', '.mocharc.integration.cjs', '--reporter', counting], alone, isBeside),
  editor: (isBeside) => suite('tests in the extension host', editor, (files) => [...editor, ...files], isBeside),
  e2e: (isBeside) => suite('tests in the workbench', e2e, (files) => [...e2e, ...files], isBeside),
};

/** Parts that use the built extension. */
const needBuild = new Set(['editor', 'e2e']);

/**
 * Parts of a whole run. The parts of a line start together; those in a list run in sequence. One extension host uses about one processor,
 * so it runs beside the parts without a workbench. The output of all but the first of a line is shown at their end.
 */
const order = [[['check', 'unit', 'integration'], ['editor']], [['e2e']]];

const chosen = values.only === undefined ? order : [[[values.only]]];
if (chosen.flat(2).some((name) => !Object.hasOwn(parts, name))) {
  console.error(`There is no part "${values.only}". The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const isDone = (name, action) => finalStep(name, async () => ((await action()) ? [] : [{ title: name, message: 'It failed.' }]));
if (await isDone('install', install)) {
  const built = await isDone('build', build);
  const start = async (name, isBeside) => {
    if (built || !needBuild.has(name)) await parts[name](isBeside);
    else await isDone(`${name} (without a build)`, async () => false);
  };
  const inTurn = async (names, isBeside) => {
    for (const name of names) await start(name, isBeside);
  };
  for (const line of chosen) await Promise.all(line.map((names, i) => inTurn(names, i > 0)));
  for (const each of repeats) await repeat(each);
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
