// Builds everything minified into a temporary folder, prints how big each file is, and fails when one is over its budget.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from './command.mjs';

/** KB a file may have. What loads when a window opens is extension.cjs; all else loads when it is first needed. */
const budgets = {
  'extension.cjs': 150,
  'runner.cjs': 650,
  'scriptWorker.cjs': 150,
  'scriptApi.js': 40,
  'quickjs.wasm': 520,
  'req.cjs': 250,
  'panel.js': 120,
  'panel.css': 60,
};
/** KB of everything in the build. */
const total = 1900;

const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-size-'));
try {
  const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', outdir]);
  if (code !== 0) throw new Error('There is no build to measure.');
  let sum = 0;
  let over = 0;
  const print = (name, size, budget) => {
    const fits = budget === undefined || size <= budget;
    if (!fits) over++;
    console.log(`${name.padEnd(24)}${size.toFixed(1).padStart(8)} KB${budget === undefined ? '' : ` of ${budget}`}${fits ? '' : '  OVER'}`);
  };
  for (const name of fs.readdirSync(outdir)) {
    const size = fs.statSync(path.join(outdir, name)).size / 1000;
    sum += size;
    print(name, size, budgets[name]);
  }
  print('everything', sum, total);
  for (const name of Object.keys(budgets)) {
    if (fs.existsSync(path.join(outdir, name))) continue;
    console.log(`${name} was not built.`);
    over++;
  }
  if (over > 0) process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(outdir, { recursive: true, force: true });
}
