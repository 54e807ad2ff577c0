// Memory and handles after heavy traffic: ten million events through the command, a million through the editor's record, ten thousand
// sends. Memory must not grow with the number, and nothing may be left open.
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { repository, runCommand } from '../command.mjs';
import { median } from './measure.mjs';

const here = import.meta.dirname;
const [commandEvents, recordEvents, sends] = [10_000_000, 1_000_000, 10_000];
const size = 60;
/** Limits for flat memory: at the end, a run may have this multiple of the memory of an earlier part, or this many MB more. */
const flat = { times: 1.25, more: 32 };

export async function run() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-soak-'));
  const server = fork(path.join(here, 'exchangeServer.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    const [port] = await once(server.stdout.setEncoding('utf8'), 'data');
    const url = `http://127.0.0.1:${Number(port)}`;
    if ((await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', scratch])) !== 0) throw new Error('There is no build.');
    console.log('\nSoak');
    await command(scratch, `${url}/events?size=${size}&n=${commandEvents}`);
    const runs = await startRuns(scratch);
    const heap = await runs.ask('record', `${url}/events?size=${size}&n=${recordEvents}`, recordEvents);
    // By then the record keeps as much as it ever does.
    tell(`${recordEvents.toLocaleString('en')} events through the editor's record`, heap[6], heap.at(-1));
    const sent = await runs.ask('sends', `${url}/json`, sends);
    tell(`${sends.toLocaleString('en')} sends, one after the other`, ...sent.heap);
    console.log(`  left open: ${sent.left.length === 0 ? 'nothing' : sent.left.join('; ')}`);
    if (sent.left.length > 0) process.exitCode = 1;
    runs.end();
  } finally {
    server.disconnect();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

function tell(what, before, after) {
  const isFlat = after <= before * flat.times + flat.more;
  if (!isFlat) process.exitCode = 1;
  console.log(`${what}: ${before.toFixed(0)} MB, at the end ${after.toFixed(0)} MB${isFlat ? '' : '  GROWS'}`);
}

/** The command as shipped. Another program counts its output. */
async function command(scratch, url) {
  const file = path.join(scratch, 'soak.req');
  fs.writeFileSync(file, `GET ${url}\n`);
  const lines = spawn('wc', ['-l'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const counted = once(lines.stdout.setEncoding('utf8'), 'data');
  const start = performance.now();
  const req = spawn(process.execPath, [path.join(scratch, 'req.cjs'), 'send', file], { stdio: ['ignore', lines.stdin, 'inherit'] });
  const ended = once(req, 'exit');
  lines.stdin.destroy();
  const memory = [];
  const timer = setInterval(() => memory.push(residentOf(req.pid)), 500);
  const [code] = await ended;
  clearInterval(timer);
  const [count] = await counted;
  if (code !== 0 || Number(count) < commandEvents) throw new Error(`The command ended with ${code} after ${Number(count)} lines.`);
  const known = memory.filter((mb) => mb > 0);
  const quarter = known.length >> 2;
  tell(
    `${commandEvents.toLocaleString('en')} events through the command`,
    median(known.slice(quarter, quarter * 2)),
    median(known.slice(-quarter)),
  );
  console.log(`  the most at once ${Math.max(...known).toFixed(0)} MB; ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/** Current memory of a process in MB, 0 if it has ended. */
function residentOf(pid) {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    return 0;
  }
}

/** Bodies are read by a thread that runs the file of the build. */
const bodyApart = {
  name: 'body-apart',
  setup(build) {
    build.onResolve({ filter: /\/body\/index\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './body.cjs', external: true } : undefined,
    );
  },
};

async function startRuns(scratch) {
  const outfile = path.join(scratch, 'soakRuns.cjs');
  await esbuild.build({
    entryPoints: [path.join(repository, 'scripts/bench/soakRuns.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile,
    external: ['esbuild', 'vscode'],
    plugins: [bodyApart],
    logLevel: 'error',
  });
  const child = fork(outfile, { execArgv: ['--expose-gc'] });
  return {
    async ask(work, url, many) {
      child.send({ work, url, many });
      const [found] = await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
      ]);
      return found;
    },
    end: () => child.disconnect(),
  };
}
