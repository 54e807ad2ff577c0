// The exchange: requests one after the other, streams, events on standard output, and scripts.
import { fork, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import quickJs from '@jitl/quickjs-wasmfile-release-sync';
import { createParser } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { runCommand } from '../command.mjs';
import { bundleOf } from './bundleOf.mjs';
import { asked, clientRows, connectionRow } from './client.mjs';
import { cpu, median, Table } from './measure.mjs';
import { installPeers } from './peers.mjs';

const here = import.meta.dirname;

export async function run() {
  const load = await installPeers();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const child = fork(path.join(here, 'exchangeServer.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [client, streams, scripts] = [new Table(), new Table(), new Table()];
  try {
    const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(String(text)))));
    const url = `http://127.0.0.1:${port}`;
    const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', scratch]);
    if (code !== 0) throw new Error('There is no build to measure.');
    const req = await loadRunner(scratch);
    await clientRows(client, req, url, load);
    await connectionRow(client, req, url);
    parserRows(streams, req);
    await streamRows(streams, req, url);
    await outputRow(streams, scratch, url);
    await scriptRows(scripts, req, url, scratch);
    await client.besidePeers(load);
    await streams.besidePeers(load);
    await scripts.besidePeers(load);
  } finally {
    child.disconnect();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  client.print('HTTP client: 1 KB of JSON, one request after the other over one connection');
  streams.print('Streams: CPU of the whole process');
  scripts.print('Scripts: 99 KB of JSON looked into, ten variables set');
}

async function loadRunner(scratch) {
  const outfile = await bundleOf("export * from './scripts/bench/runs.ts';", path.join(scratch, 'benchRunner.cjs'));
  return (await import(pathToFileURL(outfile).href)).default;
}

function parserRows(table, { parseStream }) {
  const many = 200_000;
  const event = `data: ${'x'.repeat(22)}\n\n`;
  const chunk = Buffer.from(event.repeat(2000));
  const time = (work) => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 7; i++) {
      const start = performance.now();
      work();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };
  const limit = time(() => {
    let count = 0;
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: () => count++ });
    for (let i = 0; i < many / 2000; i++) parser.feed(decoder.decode(chunk, { stream: true }));
    if (count !== many) throw new Error(`eventsource-parser found ${count} events.`);
  });
  const own = time(() => {
    const count = parseStream(chunk, many / 2000);
    if (count !== many) throw new Error(`Req found ${count} events.`);
  });
  table.ratio('the parser, 200,000 events of 30 B from memory (limit: eventsource-parser)', limit, own, 1.3);
}

async function streamRows(table, req, url) {
  for (const [what, n, size, goal] of [
    ['1,000,000 events of 30 B', 1_000_000, 30, 3],
    ['100,000 events of 300 B, as models send', 100_000, 300, 1.5],
  ]) {
    const from = `${url}/events?n=${n}&size=${size}`;
    const limit = await cpu(async () => {
      let count = 0;
      const decoder = new TextDecoder();
      const parser = createParser({ onEvent: () => count++ });
      for await (const chunk of await asked(from)) parser.feed(decoder.decode(chunk, { stream: true }));
      if (count !== n) throw new Error(`node:http brought ${count} events.`);
    });
    const own = await cpu(async () => {
      const count = await req.stream(`GET ${from}\n`);
      if (count !== n) throw new Error(`Req brought ${count} events.`);
    });
    const eventSourceOf = (made) => made && cpu(() => eventsOf((to) => new made.EventSource(to), from, n));
    table.ratio(`${what}, to a consumer (limit: node:http and eventsource-parser)`, limit, own, goal, {
      'its stream class': () => cpu(() => streamed(from, n)),
      'undici EventSource': async () => eventSourceOf(await import('undici')),
      eventsource: (load) => eventSourceOf(load('eventsource')),
    });
  }
}

async function streamed(from, n) {
  const { body } = await fetch(from);
  let count = 0;
  for await (const event of body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) if (event) count++;
  if (count !== n) throw new Error(`The stream class brought ${count} events.`);
}

/** Resolves when an EventSource has emitted all events. */
function eventsOf(make, from, n) {
  return new Promise((resolve) => {
    let count = 0;
    const source = make(from);
    source.addEventListener('message', () => {
      if (++count < n) return;
      source.close();
      resolve();
    });
  });
}

/** Milliseconds from the server's write of an event to its line on the command's standard output, at 10 events a second. */
async function outputRow(table, scratch, url) {
  const file = path.join(scratch, 'clock.req');
  fs.writeFileSync(file, `GET ${url}/clock?n=40\n`);
  const child = spawn(process.execPath, [path.join(scratch, 'req.cjs'), 'send', file, '--jsonl'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const delays = [];
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const now = performance.timeOrigin + performance.now();
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const written = /"data":"(\d+\.\d+)"/.exec(line)?.[1];
      if (written !== undefined) delays.push(now - Number(written));
    }
  });
  await new Promise((resolve) => child.once('close', resolve));
  if (delays.length < 40) throw new Error(`Only ${delays.length} of 40 events came.`);
  table.absolute('from the server to standard output of req send --jsonl, median of 40', median(delays), 5, 'ms');
}

/** 960 bytes that read a response of 99 KB and set ten variables. */
const script = `const all = response.body.items;
const dear = all.filter((item) => item.price > 500).map(({ id, name, price }) => ({ id, name, price }));
const byTag = {};
for (const item of all) for (const tag of item.tags) byTag[tag] = (byTag[tag] ?? 0) + 1;
const total = all.reduce((sum, { price }) => sum + price, 0);
tool.setVar("count", all.length);
tool.setVar("dear", dear.length);
tool.setVar("first", all[0]);
tool.setVar("last", all.at(-1));
tool.setVar("total", total);
tool.setVar("tags", Object.keys(byTag));
tool.setVar("most", Object.entries(byTag).sort(([, a], [, b]) => b - a)[0]);
tool.setVar("when", new Date(0));
tool.setVar("found", all.some((item) => item.name === "item 500"));
tool.setVar("status", response.status);
`;

async function scriptRows(table, req, url, scratch) {
  const items = Array.from({ length: 1100 }, (_, id) => ({
    id,
    name: `item ${id}`,
    price: id * 1.5,
    tags: ['a', 'b', `t${id % 7}`],
    on: true,
  }));
  const body = JSON.stringify({ items });
  const worker = path.join(scratch, 'scriptWorker.cjs');
  const first = await req.firstScript(worker, body, script);
  // Where Node itself takes 59 ms, twice that is 120.
  const start = await startOfNode();
  table.absoluteBeside('the first after start, worker and engine included (limit: node -e 0)', start, first, 120, 2, 'ms');
  const bare = await bareQuickJs(body);
  const warm = req.scripts(worker, body, script);
  const [limit, sandbox] = await inTurn(bare, () => warm.run());
  await warm.end();
  const times = [];
  for (let i = 0; i < 100; i++) {
    const began = performance.now();
    vm.runInNewContext(script, { response: { body: JSON.parse(body), status: 200 }, tool: { setVar: () => undefined }, Date });
    times.push(performance.now() - began);
  }
  // Where QuickJS itself takes 2.9 ms, this is 3.5 ms..
  const beside = { 'node:vm, which is no sandbox': () => median(times) };
  table.ratio('each further one, median (limit: QuickJS in this thread, a context for each)', limit, sandbox, 1.2, beside);
}

/** Median of the milliseconds that Node.js takes to start and exit. */
async function startOfNode() {
  const times = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    await runCommand(process.execPath, ['-e', '0']);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** The medians of two functions, measured in turn, because the speed of a machine with few processors varies over time. */
async function inTurn(...works) {
  const times = works.map(() => []);
  for (let round = -1; round < 15; round++) {
    for (const [i, work] of works.entries()) {
      for (let n = 0; n < 10; n++) {
        const start = performance.now();
        await work();
        if (round >= 0) times[i].push(performance.now() - start);
      }
    }
  }
  return times.map(median);
}

async function bareQuickJs(body) {
  const engine = await newQuickJSWASMModuleFromVariant(quickJs);
  const runtime = engine.newRuntime();
  return () => {
    const context = runtime.newContext();
    context.newFunction('setVar', () => undefined).consume((f) => context.setProp(context.global, 'setVar', f));
    context.newString(body).consume((text) => context.setProp(context.global, 'text', text));
    const around = `const tool = { setVar }, response = { status: 200, body: JSON.parse(text) };`;
    context.unwrapResult(context.evalCode(`(function () {${around}${script}})()`)).dispose();
    context.dispose();
  };
}
