// Plays cases that are tests, tables or random graphs, each in a process of its own, and counts them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository, runCommand } from '../command.mjs';

const nothing = { played: 0, passed: 0 };

/** @param {readonly string[]} tests files or patterns, from the repository's root */
export async function playTests(tests) {
  if (tests.length === 0) return nothing;
  const counts = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'req-scorecard-')), 'counts');
  const args = ['--no-config', '--import=tsx', '--timeout', '120000', '--reporter', 'test/support/countingReporter.ts', ...tests];
  const code = await runCommand(path.join(repository, 'node_modules/.bin/mocha'), args, {
    env: { ...process.env, REQ_TEST_COUNTS: counts },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const lines = fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8').trim().split('\n') : [];
  const all = lines.map((line) => JSON.parse(line));
  const failed = all.flatMap((one) => one.failed);
  for (const { title, message } of failed) console.log(`FAILED ${title}: ${message}`);
  const passed = all.reduce((sum, one) => sum + one.passed, 0);
  // A suite that ended early, or could not run at all, is a failure.
  const lost = code !== 0 && failed.length === 0 ? 1 : 0;
  return { played: Math.max(passed + failed.length + lost, 1), passed };
}

/** @param {readonly string[]} tables files of test/corpus */
export async function playTables(tables) {
  let [played, passed] = [0, 0];
  for (const table of tables) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-scorecard-'));
    fs.copyFileSync(path.join(repository, 'test/corpus', table), path.join(folder, table));
    const out = path.join(folder, 'out');
    await runCommand(process.execPath, ['--import', 'tsx', 'test/support/corpus/main.ts', folder], {
      stdio: ['ignore', fs.openSync(out, 'w'), 'inherit'],
    });
    const last = fs.readFileSync(out, 'utf8').trim().split('\n').at(-1) ?? '';
    const [, held, all] = /(\d+)\/(\d+)/.exec(last) ?? [];
    if (held !== all) console.log(fs.readFileSync(out, 'utf8'));
    played += Number(all ?? 1);
    passed += Number(held ?? 0);
  }
  return { played, passed };
}

/**
 * Random graphs of requests and scripts, on all processors.
 * @param {'user' | 'agent'} by who sends them
 * @param {number} count
 */
export async function playGraphs(by, count) {
  const parts = Math.min(os.availableParallelism(), count);
  const played = await Promise.all(
    Array.from({ length: parts }, (_, i) => {
      const share = Math.floor(count / parts) + (i < count % parts ? 1 : 0);
      return runCommand(process.execPath, ['--import', 'tsx', 'test/support/graphs/playGraphs.ts', by, String(share)]);
    }),
  );
  return { played: count, passed: played.every((code) => code === 0) ? count : count - 1 };
}
