import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandBundle, shellCode, type Folder } from './command.ts';

/** Whether the system reports the processor time of a thread. */
export const measuresDeafness = process.platform === 'linux';

/**
 * Writes the longest processor time, in milliseconds, during which the main thread, although it handles signals, does not check for them.
 * Processor time, because other programs may use the processor in between.
 */
const watching = `
  const fs = require('node:fs');
  const file = fs.openSync('/proc/self/schedstat', 'r');
  const buffer = Buffer.alloc(64);
  const now = () => parseInt(buffer.latin1Slice(0, fs.readSync(file, buffer, 0, 64, 0))) / 1e6;
  let [handlers, since, longest] = [0, 0, 0];
  const end = () => {
    const at = now();
    if (handlers > 0) longest = Math.max(longest, at - since);
    since = at;
  };
  const [on, off] = [process.on, process.off];
  const counting = (change, work) => function (name, handler) {
    if (name === 'SIGINT') { end(); handlers += change; }
    return work.call(this, name, handler);
  };
  process.on = counting(1, on);
  process.off = counting(-1, off);
  setInterval(end, 1).unref();
  on.call(process, 'exit', () => { end(); fs.writeFileSync(process.env.REQ_TEST_DEAF, String(longest)); });
`;

export interface Deafness {
  readonly code: number | null;
  readonly stderr: string;
  /** The file with standard output. */
  readonly stdout: string;
  /** Milliseconds of processor time. */
  readonly longest: number;
}

/** Runs the command to its end. Only the main thread of the command is watched. */
export async function longestDeaf(args: readonly string[], folder: Folder, env: NodeJS.ProcessEnv = {}): Promise<Deafness> {
  folder.write('watching.cjs', `if (require('node:worker_threads').isMainThread) {${watching}}`);
  const [deaf, stdout] = ['deaf.txt', 'stdout.txt'].map((name) => path.join(folder.path, name)) as [string, string];
  const out = fs.openSync(stdout, 'w');
  const child = spawn(process.execPath, ['--require', path.join(folder.path, 'watching.cjs'), await commandBundle(), ...args], {
    cwd: folder.path,
    env: { ...process.env, ...env, REQ_TEST_DEAF: deaf },
    stdio: ['ignore', out, 'pipe'],
  });
  fs.closeSync(out);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr, stdout, longest: Number(fs.readFileSync(deaf, 'utf8')) };
}

/** Processor time of the main thread of a process in milliseconds; undefined if it has ended. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(`/proc/${pid}/schedstat`, 'latin1'), 10) / 1e6;
  } catch {
    return undefined;
  }
}

/** Sends SIGINT. Returns the exit code as a shell reports it, and the main thread's processor time until its exit, in milliseconds. */
export async function interrupted(child: ChildProcess): Promise<{ readonly code: number | null; readonly time: number }> {
  const start = processorTime(child.pid) ?? 0;
  let last = start;
  child.kill('SIGINT');
  while (child.exitCode === null && child.signalCode === null) {
    last = processorTime(child.pid) ?? last;
    await wait(2);
  }
  return { code: shellCode(child.exitCode, child.signalCode), time: last - start };
}
