// `npm test`: installs, builds, checks and tests everything, and ends with one line, `N passed, N failed`.
// `--only check|unit|editor|e2e` runs one part of it. Works on a fresh clone: nothing but Node and npm is needed,
// and for the parts in the editor a Chromium.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './command.mjs';
import { build, install } from './prepare.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-test-'));
process.once('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
let passed = 0;
let failed = 0;

function heading(text) {
  console.log(`\n=== ${text}`);
}

/** Does one thing and says how it went. */
async function step(name, action) {
  heading(name);
  const started = Date.now();
  const ok = await action();
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) failed++;
  return ok;
}

const bin = (name) => path.join('node_modules/.bin', name);
const succeeds = async (command, ...args) => (await runCommand(command, args)) === 0;

/** A check counts as one test. */
async function check() {
  const checks = {
    types: [bin('tsc'), '--noEmit', '-p', '.'],
    'types of the panel': [bin('tsc'), '--noEmit', '-p', 'src/panel'],
    lint: [bin('oxlint')],
    format: [bin('oxfmt'), '--check'],
    'unused code': [bin('knip')],
    size: [process.execPath, 'scripts/size.mjs'],
  };
  for (const [name, command] of Object.entries(checks)) if (await step(name, () => succeeds(...command))) passed++;
}

/** Runs a suite that reports its counts. One that fails in a way no test of it does counts as one failure more. */
async function suite(name, command, ...args) {
  heading(name);
  const started = Date.now();
  const counts = path.join(scratch, name.replaceAll(' ', '-'));
  const code = await runCommand(command, args, { env: { ...process.env, REQ_TEST_COUNTS: counts } });
  const lines = fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8').trim().split('\n') : [];
  let failures = 0;
  for (const line of lines) {
    const reported = JSON.parse(line);
    passed += reported.passed;
    failures += reported.failed;
  }
  if (lines.length === 0 || (code !== 0 && failures === 0)) {
    console.log(`${name}: ended with exit code ${code}${lines.length === 0 ? ' and reported nothing' : ''}`);
    failures++;
  }
  failed += failures;
  console.log(`${name}: ${failures === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

const parts = {
  check,
  unit: () => suite('unit tests', bin('mocha'), '--reporter', './test/support/countingReporter.ts'),
  editor: () => suite('tests in the extension host', process.execPath, 'scripts/test-editor.mjs'),
  e2e: () => suite('tests in the workbench', process.execPath, 'scripts/test-e2e.mjs'),
};

/** The parts that use the extension itself. */
const needBuild = new Set(['editor', 'e2e']);

const chosen = values.only === undefined ? Object.keys(parts) : [values.only];
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
if (await step('install', install)) {
  const built = await step('build', build);
  for (const name of chosen) {
    if (built || !needBuild.has(name)) await parts[name]();
    else await step(`${name} (without a build)`, () => false);
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
