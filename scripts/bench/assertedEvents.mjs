// Assertions on a long stream: the processor time of a run with them beside one without, in turns, and the memory of both. Each run is a
// process of its own. `REQ_BENCH_EVENTS=1000000` takes fewer than ten million events.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleOf } from './bundleOf.mjs';
import { stolen, Table } from './measure.mjs';

const events = Number(process.env.REQ_BENCH_EVENTS ?? 10_000_000);
const pairs = Number(process.env.REQ_BENCH_PAIRS ?? 3);

const assertions = {
  'three of a language model': [
    'every event.data isObject',
    'no event.data.error exists',
    'any event.data.choices[0].finish_reason == stop',
  ],
  'the values of each event': ['every event.data.choices[0].delta.content startsWith w', 'every event.data.n >= 0'],
  'a JSONPath of each event': ['every event.data.$.choices[?@.index == 0].delta.content length 1'],
  'a schema of each event': [
    'every event.data matchesSchema {"type":"object","required":["id","choices","n"],"properties":{"n":{"type":"integer","minimum":0},"choices":{"items":{"properties":{"index":{"type":"integer"},"delta":{"required":["content"]}}}}}}',
  ],
  'a count with two conditions, a name and times': [
    'events where event == message and event.data.choices[0].delta.content exists count >= 1',
    'event error !exists',
    'ttfe < 50s',
    'gap < 50s',
  ],
};

export async function run() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const child = fork(path.join(import.meta.dirname, 'exchangeServer.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const table = new Table();
  const share = stolen();
  try {
    const port = await new Promise((resolve) => child.stdout.once('data', (line) => resolve(Number(String(line)))));
    const program = await bundled(scratch);
    const url = `http://127.0.0.1:${port}/tokens?n=${events}`;
    for (const [what, lines] of Object.entries(assertions)) {
      const [plain, asserted] = [[], []];
      for (let i = 0; i < pairs; i++) {
        plain.push(await measured(program, `GET ${url}\n`));
        asserted.push(await measured(program, `GET ${url}\n\n${lines.map((line) => `?? ${line}\n`).join('')}`));
      }
      // Disturbances only make a run longer.
      const [before, after] = [plain, asserted].map((runs) => Math.min(...runs.map(({ cpu }) => cpu)));
      table.ratio(`${events.toLocaleString('en')} events with ${what} (limit: without)`, before, after, 1.3);
      const [least, most] = [plain, asserted].map((runs) => Math.max(...runs.map(({ peak }) => peak)));
      table.absoluteBeside(`  memory (limit: without)`, least, most, 100, 1.2, 'MB');
    }
  } finally {
    child.disconnect();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  table.print('Assertions on a running stream: CPU and peak memory of the whole process');
  console.log(share());
}

async function bundled(scratch) {
  const outfile = path.join(scratch, 'run.cjs');
  const contents = `
    import { stream } from './scripts/bench/runs.ts';
    import fs from 'node:fs';
    stream(fs.readFileSync(0, 'utf8')).then((count) => {
      const { user, system } = process.cpuUsage();
      // Linux counts the memory of the parent before the program starts as maxRSS.
      const [, kept] = process.platform === 'linux' ? /^VmHWM:\\s+(\\d+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) : [];
      const peak = (kept ?? process.resourceUsage().maxRSS) / 1024;
      console.log(JSON.stringify({ count, cpu: (user + system) / 1000, peak }));
      process.exit();
    });`;
  return bundleOf(contents, outfile, { minify: true });
}

async function measured(program, request) {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(request);
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const { count, cpu, peak } = JSON.parse(out);
  if (count !== events) throw new Error(`${count} events arrived.`);
  return { cpu, peak };
}
