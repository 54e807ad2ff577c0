// An OpenAPI document of the form and size of GitHub's: time until its index is there, the longest turn of the thread that waits for it,
// and the memory that it adds to the process at most.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommand } from '../command.mjs';
import { largeApi } from './largeApi.mjs';
import { Table } from './measure.mjs';

const runs = 3;

export async function run() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const table = new Table();
  try {
    const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', scratch]);
    if (code !== 0) throw new Error('There is no build to measure.');
    const program = path.join(scratch, 'index.mjs');
    fs.writeFileSync(program, measuring);
    const large = largeApi();
    const files = { small: '{"openapi": "3.0.3", "info": {}, "paths": {}}', large };
    for (const [name, json] of Object.entries(files)) fs.writeFileSync(path.join(scratch, `${name}.json`), json);
    const all = { small: [], large: [] };
    for (let i = 0; i < runs; i++) for (const name of Object.keys(all)) all[name].push(await measured(program, scratch, name));
    const least = (name, of) => Math.min(...all[name].map((one) => one[of]));
    const what = `${(large.length / 1e6).toFixed(1)} MB, ${all.large[0].operations} operations`;
    table.absolute(`${what}: time until the index`, least('large', 'ms') / 1000, 3, 's');
    table.absolute('  the longest turn of the thread that waits', least('large', 'turn'), 100, 'ms');
    // The text belongs to the one who reads the file.
    table.absolute('  memory that the index adds', least('large', 'peak') - least('large', 'before'), 150, 'MB');
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  table.print('A large OpenAPI document');
}

async function measured(program, scratch, name) {
  const child = spawn(process.execPath, [program, path.join(scratch, 'openapi.cjs'), path.join(scratch, `${name}.json`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(out);
}

const measuring = `
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
// Linux counts the memory of the parent before the program starts as maxRSS.
const peak = () =>
  process.platform === 'linux'
    ? Number(/^VmHWM:\\s+(\\d+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
    : process.resourceUsage().maxRSS / 1024;
const [, , bundle, file] = process.argv;
const { openApi } = (await import(bundle)).default;
const text = fs.readFileSync(file, 'latin1');
const before = peak();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const start = performance.now();
const opened = await openApi({ file, name: 'api.json', text, read: async () => ({ problem: 'there is none' }) });
const ms = performance.now() - start;
if (!opened.ok) throw new Error(opened.message);
const { operations } = opened.document.index;
opened.document.dispose();
console.log(JSON.stringify({ ms, turn: delay.max / 1e6, before, peak: peak(), operations: operations.length }));
process.exit();
`;
