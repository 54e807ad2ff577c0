// Whole processes: their time, processor time and memory.
import { spawn } from 'node:child_process';
import { median } from './measure.mjs';

/** A module for `--require`. Writes the process's peak memory in MB and its processor time in ms, of all threads, to descriptor 3. */
export const tellUse = `const fs = require('node:fs');
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  try { fs.writeSync(3, maxRSS / 1000 + ' ' + (userCPUTime + systemCPUTime) / 1000); } catch {}
});
`;

/** Milliseconds, processor milliseconds and megabytes of a process; the milliseconds are undefined if it cannot be started. */
export function measured(program, args, { memory, cwd }) {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--require=${memory}` },
  });
  let told = '';
  child.stdio[3].on('data', (text) => (told += String(text)));
  return new Promise((resolve) => {
    child.once('error', () => resolve({ ms: undefined, memory: 0, cpu: 0 }));
    child.once('close', () => {
      const [most, cpu] = told.split(' ').map(Number);
      resolve({ ms: performance.now() - start, memory: most, cpu });
    });
  });
}

/** The medians of several programs, measured in turn after a warm-up. */
export async function inTurn(ways, rounds) {
  const all = ways.map(() => []);
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++)
    for (const [i, way] of ways.entries()) {
      const result = await way();
      if (round >= 0) all[i].push(result);
    }
  const of = (results, what) => median(results.map((r) => r[what]));
  return all.map((results) => ({ ms: of(results, 'ms'), memory: of(results, 'memory'), cpu: of(results, 'cpu') }));
}
