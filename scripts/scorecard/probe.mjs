// Plays a hostile situation against the command as it is shipped: once to its end, for what it says and the memory it takes, and once
// with Ctrl+C in the middle, for the time until it ends.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repository } from '../command.mjs';
import { startFaultyServer } from './server.mjs';

const command = path.join(repository, 'dist/req.cjs');
/** Deadline in milliseconds; a case that takes longer fails. */
const patienceMs = 120_000;
const readEveryMs = 20;
/** The goal is 100 ms. The system reports processor time in steps of 10 ms, and a loaded machine takes more of it for the same work. */
const mostDeafMs = 250;
/** Clock ticks a second in /proc; the same on all Linux systems that Node.js runs on. */
const ticksPerSecond = 100;

/**
 * @typedef {object} Probe
 * @property {string} name
 * @property {(folder: string, url: string) => readonly string[] | Promise<readonly string[]>} prepare makes the files; gives the arguments
 * @property {(socket: import('node:net').Socket, head: string) => void} [answer] what the server does with each request
 * @property {(child: import('node:child_process').ChildProcess) => void} [talks] writes to standard input, and ends it
 * @property {readonly number[]} codes exit codes that are right
 * @property {RegExp} [says] what standard error or output must say
 * @property {(folder: string) => boolean} [holds] what must be so afterwards
 * @property {number} [memory] megabytes that are allowed
 */

/** @param {readonly Probe[]} probes */
export async function playProbes(probes) {
  const result = { played: 0, passed: 0, memory: undefined, deaf: undefined };
  for (const probe of probes) {
    const whole = await run(probe, undefined);
    const late = whole.ms < 300 ? undefined : await run(probe, Math.min(whole.ms * 0.6, 3000));
    const wrong = wrongWith(probe, whole, late);
    const deaf = late === undefined ? '' : `, ends ${Math.round(late.deaf)} ms after Ctrl+C`;
    console.log(
      `${wrong === undefined ? 'ok    ' : 'FAILED'} ${probe.name}: ${Math.round(whole.ms)} ms, ${Math.round(whole.memory)} MB${deaf}`,
    );
    if (wrong !== undefined) console.log(`       ${wrong}\n       ${whole.text.slice(-600).replaceAll('\n', '\n       ')}`);
    result.played++;
    if (wrong === undefined) result.passed++;
    result.memory = Math.max(result.memory ?? 0, whole.memory);
    if (late !== undefined) result.deaf = Math.max(result.deaf ?? 0, late.deaf);
  }
  return result;
}

function wrongWith({ codes, says, memory = 400 }, whole, late) {
  if (whole.ms >= patienceMs) return 'It did not end by itself.';
  if (!codes.includes(whole.code)) return `It ended with ${whole.code}, not ${codes.join(' or ')}.`;
  if (says !== undefined && !says.test(whole.text)) return `It does not say ${says}.`;
  if (whole.memory > memory) return `It took ${Math.round(whole.memory)} MB; ${memory} are allowed.`;
  if (!whole.holds) return 'What must be so afterwards is not.';
  if (late !== undefined && late.deaf > mostDeafMs) return `It ended ${Math.round(late.deaf)} ms after Ctrl+C.`;
  return undefined;
}

/** @param {number | undefined} interruptAfter milliseconds */
async function run({ prepare, answer, holds, talks }, interruptAfter) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-probe-'));
  const server = await startFaultyServer(answer ?? ((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')));
  try {
    const args = await prepare(folder, server.url);
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      stdio: [talks === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.on('error', () => {});
    talks?.(child);
    const started = performance.now();
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        // The output of a large body is not kept.
        if (text.length < 200_000) text += chunk.toString('latin1').slice(0, 10_000);
      });
    let memory = 0;
    let processor = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, peakOf(child.pid));
      processor = processorMsOf(child.pid) ?? processor;
    }, readEveryMs);
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    let interruptedAt;
    let processorThen = 0;
    const signal =
      interruptAfter === undefined
        ? undefined
        : wait(interruptAfter).then(() => {
            interruptedAt = performance.now();
            processor = processorThen = processorMsOf(child.pid) ?? processor;
            child.kill('SIGINT');
          });
    const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const code = await ended;
    const now = performance.now();
    clearTimeout(killer);
    clearInterval(watch);
    await signal;
    return {
      code,
      text,
      memory,
      ms: now - started,
      // The lesser of both: other programs may have the processor meanwhile, and the process may wait.
      deaf:
        interruptedAt === undefined
          ? 0
          : deafOf(now - interruptedAt, process.platform === 'linux' ? processor - processorThen + readEveryMs : Infinity),
      holds: holds?.(folder) ?? true,
    };
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const deafOf = (elapsed, processor) => Math.max(0, Math.min(elapsed, processor));

/** Processor time of a process with all its threads; undefined if the system does not report it, or the process has ended. */
function processorMsOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** Peak memory of a process in megabytes; 0 if the system does not report it. */
function peakOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
