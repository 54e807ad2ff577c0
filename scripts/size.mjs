// Builds everything minified into a temporary folder, prints how big each file is, and fails when one is over its budget.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { leftOut } from './bundles.mjs';
import { runCommand } from './command.mjs';

/** KB a file may have. All but extension.cjs, which is read when a window opens, is read when it is first needed. */
const budgets = {
  'extension.cjs': 163,
  'later.cjs': 430,
  'runner.cjs': 225,
  'history.cjs': 28,
  'variables.cjs': 30,
  'secrets.cjs': 10,
  'curl.cjs': 42,
  'import.cjs': 172,
  'body.cjs': 55,
  // A short command reads these two.
  'req.cjs': 232,
  'req-runner.cjs': 222,
  'req-files.cjs': 80,
  'req-reporters.cjs': 40,
  'req-import.cjs': 208,
  'lsp.cjs': 540,
  'scriptWorker.cjs': 80,
  'cookies.cjs': 105,
  'javascript.cjs': 125,
  'quickjs.wasm.br': 205,
  'quickjs.image.br': 88,
  'panel.js': 175,
  'panel.css': 42,
};

/** KB of each package. */
const packages = { extension: 2000, command: 2000 };

const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-size-'));
try {
  const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', outdir]);
  if (code !== 0) throw new Error('There is no build to measure.');
  let over = 0;
  const print = (name, size, budget) => {
    const fits = budget === undefined || size <= budget;
    if (!fits) over++;
    console.log(`${name.padEnd(24)}${size.toFixed(1).padStart(8)} KB${budget === undefined ? '' : ` of ${budget}`}${fits ? '' : '  OVER'}`);
  };
  for (const name of fs.readdirSync(outdir)) {
    const size = fs.statSync(path.join(outdir, name)).size / 1000;
    print(name, size, budgets[name]);
  }
  for (const [name, budget] of Object.entries(packages)) {
    const files = fs.readdirSync(outdir).filter((file) => !leftOut[name].includes(file));
    print(
      `the ${name}`,
      files.map((file) => fs.statSync(path.join(outdir, file)).size / 1000).reduce((a, b) => a + b),
      budget,
    );
  }
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
