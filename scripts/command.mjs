// Runs the programs the other scripts are made of. Node's own modules only: nothing may be installed yet.
import { spawn } from 'node:child_process';
import path from 'node:path';

/** The folder of the repository: every program is run in it. */
export const repository = path.resolve(import.meta.dirname, '..');

const running = new Set();

/**
 * Starts a program in a process group of its own. The group ends with this process, whatever ends it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startCommand(command, args, options) {
  const child = spawn(command, args, { cwd: repository, stdio: 'inherit', ...options, detached: true });
  running.add(child);
  child.once('exit', () => {
    stopCommand(child, 'SIGKILL'); // what it left behind
    running.delete(child);
  });
  return child;
}

/**
 * Runs a program to its end and gives its exit code: 127 when it could not be started, 128 when a signal ended it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runCommand(command, args, options) {
  const child = startCommand(command, args, options);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      running.delete(child);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 128));
  });
}

/**
 * Ends a program's whole group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export function stopCommand(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

// A program that has groups of its own gets the chance to end them before this process goes.
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
  process.once(signal, async () => {
    const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of running) stopCommand(child, 'SIGTERM');
    setTimeout(() => process.exit(128 + number), 6000).unref();
    await Promise.all(ends);
    process.exit(128 + number);
  });
}
process.once('exit', () => {
  for (const child of running) stopCommand(child, 'SIGKILL');
});
