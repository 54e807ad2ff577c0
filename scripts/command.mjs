// Runs the programs the other scripts are made of. Node's own modules only: nothing may be installed yet.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const repository = path.resolve(import.meta.dirname, '..');

/** Milliseconds for a program to end the programs that it started. */
const graceMs = 6000;

/** Number of last output lines that are kept. */
const lastLines = 40;

const running = new Set();

/**
 * Starts a program in a process group of its own, which ends with this process, whatever ends it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startCommand(command, args, options) {
  const child = spawn(command, args, { cwd: repository, stdio: 'inherit', ...options, detached: true });
  if (child.pid !== undefined) running.add(child.pid);
  return child;
}

/**
 * Runs a program to its end, with all it has started, and gives its exit code: 127 when it could not be started,
 * 128 when a signal ended it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export async function runCommand(command, args, options) {
  return endOf(command, startCommand(command, args, options));
}

/**
 * Like `runCommand`, and also returns the last output. Output is shown while it arrives, or passed to `show`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(chunk: string, to: NodeJS.WriteStream) => void} [show]
 * @returns {Promise<{ code: number, last: string }>}
 */
export async function runCommandShowing(command, args, options, show = (chunk, to) => to.write(chunk)) {
  // Not the terminal itself, but shown on it.
  const env = { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...(options?.env ?? process.env) };
  const child = startCommand(command, args, { ...options, env, stdio: ['inherit', 'pipe', 'pipe'] });
  let last = '';
  const shown = [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ].map(async ([from, to]) => {
    for await (const chunk of from.setEncoding('utf8')) {
      show(chunk, to);
      last = (last + chunk).split('\n').slice(-lastLines).join('\n');
    }
  });
  const code = await endOf(command, child);
  // A process that left the group may keep its end of a pipe open for ever.
  await Promise.race([Promise.all(shown), wait(graceMs, undefined, { ref: false })]);
  return { code, last: last.trim() };
}

/** Waits for a program to end, and ends its child processes. */
async function endOf(command, child) {
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (exitCode) => resolve(exitCode ?? 128));
  });
  await stopGroup(child.pid);
  return code;
}

/**
 * Ends the process group of a program that startCommand started, with SIGTERM, then SIGKILL. The time between is for programs with process
 * groups of their own.
 * @param {number | undefined} pid
 */
export async function stopGroup(pid) {
  if (pid === undefined) return;
  const end = Date.now() + graceMs;
  if (signal(pid, 'SIGTERM')) {
    while (signal(pid, 0) && Date.now() < end) await wait(20);
    signal(pid, 'SIGKILL');
  }
  running.delete(pid);
}

/** Sends a signal to a process group; false if the group is empty. */
function signal(pid, name) {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

for (const [name, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
  process.once(name, () => {
    void Promise.all([...running].map(stopGroup)).finally(() => process.exit(128 + number));
  });
}
process.once('exit', () => {
  for (const pid of running) signal(pid, 'SIGKILL');
});
