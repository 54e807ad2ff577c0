// `req run`: the whole command from start to end, beside a bare script over node:http, curl and its peers.
import { fork, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../command.mjs';
import { median, Table } from './measure.mjs';
import { installPeers } from './peers.mjs';

const here = import.meta.dirname;

/** The least that does the job: one request after another over one connection, each response parsed as JSON and checked. */
const bareScript = `import http from 'node:http';
const [url, times] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const send = () => new Promise((resolve, reject) => {
  http.get(url, { agent }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => {
      if (response.statusCode !== 200 || JSON.parse(Buffer.concat(chunks).toString()).items.length !== 18) reject(new Error('not as expected'));
      else resolve();
    });
  }).once('error', reject);
});
for (let i = 0; i < Number(times); i++) await send();
agent.destroy();
`;

/** Writes the process's peak memory in MB to descriptor 3. */
const tellMemory = `const fs = require('node:fs');
process.on('exit', () => { try { fs.writeSync(3, String(process.resourceUsage().maxRSS / 1000)); } catch {} });
`;

const assertion = '\n?? status == 200\n';
const script = '\n> {%\n  tool.test("status", () => tool.expect(response.status).to.equal(200));\n%}\n';

export async function run() {
  const load = await installPeers();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const child = fork(path.join(here, 'exchangeServer.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(String(text)))));
    const url = `http://127.0.0.1:${port}/json`;
    const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', scratch]);
    if (code !== 0) throw new Error('There is no build to measure.');
    await rows(scratch, url, load);
  } finally {
    child.disconnect();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

async function rows(scratch, url, load) {
  const file = (name, text) => {
    fs.writeFileSync(path.join(scratch, name), text);
    return path.join(scratch, name);
  };
  const bare = file('bare.mjs', bareScript);
  const memory = file('memory.cjs', tellMemory);
  const requests = (count, check) => Array.from({ length: count }, (_, i) => `### r${i}\nGET ${url}\n${check}`).join('\n');
  const started = (program, args, options = {}) => measured(program, args, { ...options, memory });
  const req = (name, count, check) => {
    const of = file(`${name}.req`, requests(count, check));
    return () => started(process.execPath, [path.join(scratch, 'req.cjs'), 'run', of, '--reporter', 'dot']);
  };
  const limit = (count) => () => started(process.execPath, [bare, url, String(count)]);
  const table = new Table();
  const perRequest = new Map();
  for (const [what, count, check, goal, rounds] of [
    ['1 request, cold', 1, assertion, 1.8, 15],
    ['1 request with a script, cold', 1, script, 2.4, 15],
    ['100 requests, an assertion each', 100, assertion, 2.5, 9],
    ['1,000 requests, an assertion each', 1000, assertion, 3, 5],
    ['10,000 requests, an assertion each', 10_000, assertion, 3, 1],
    ['1,000 requests, a script each', 1000, script, 4, 3],
  ]) {
    const [base, own] = await inTurn([limit(count), req(`r${count}${check === script ? 's' : ''}`, count, check)], rounds);
    const peers = check === assertion && count <= 1000 ? peersOf(scratch, url, count, load, started, file) : {};
    table.ratio(what, base.ms, own.ms, goal, peers);
    if (count === 1) table.absolute(`${what}: memory`, own.memory, 75, 'MB');
    if (count === 1000) table.absolute(`${what}: memory`, own.memory, 110, 'MB');
    if (check === assertion && count >= 100) perRequest.set(count, own.ms / count);
    if (count === 1000 && check === assertion) table.absolute('the same, of each request', own.ms / count, 1000 / 700, 'ms');
  }
  table.absolute('each of 10,000 beside each of 1,000', perRequest.get(10_000) / perRequest.get(1000), 1.2, '×');
  await table.besidePeers();
  table.print('req run: the whole process, one request after the other');
}

/** The peers' own commands over the same requests, with the same check, where they are installed. */
function peersOf(scratch, url, count, load, started, file) {
  const times = Array.from({ length: count }, (_, i) => i);
  const curl = file(`${count}.curl`, times.map(() => `url = "${url}"\noutput = "/dev/null"`).join('\n'));
  const httpyac = file(`${count}.http`, times.map(() => `GET ${url}\n\n?? status == 200\n`).join('\n###\n'));
  const item = (i) => ({
    name: `r${i}`,
    request: { method: 'GET', url },
    event: [{ listen: 'test', script: { exec: ["pm.test('status', () => pm.response.to.have.status(200));"] } }],
  });
  const info = { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  const postman = file(`${count}.postman_collection.json`, JSON.stringify({ info, item: times.map(item) }));
  const node = (bin, cwd, ...args) => {
    const found = load.resolve(bin);
    return async () => (found === undefined ? undefined : (await started(process.execPath, [found, ...args], { cwd })).ms);
  };
  const bruno = path.join(scratch, `${count}.bruno`);
  fs.mkdirSync(bruno);
  file(`${count}.bruno/bruno.json`, JSON.stringify({ version: '1', name: 'bench', type: 'collection' }));
  for (const i of times) {
    const parts = [`meta {\n  name: r${i}\n  type: http\n  seq: ${i + 1}\n}`, `get {\n  url: ${url}\n  body: none\n  auth: none\n}`];
    file(`${count}.bruno/r${i}.bru`, [...parts, 'assert {\n  res.status: eq 200\n}\n'].join('\n\n'));
  }
  const bru = (sandbox) => node('@usebruno/cli/bin/bru.js', bruno, 'run', '--sandbox', sandbox);
  return {
    // Three minutes for a thousand requests.
    ...(count < 1000 ? { 'bru, safe': bru('safe') } : {}),
    'bru, developer': bru('developer'),
    curl: async () => (await started('curl', ['-s', '-K', curl])).ms,
    httpYac: node('httpyac/bin/httpyac.js', scratch, 'send', httpyac, '--all', '--silent'),
    newman: node('newman/bin/newman.js', scratch, 'run', postman, '--silent'),
  };
}

/** Milliseconds and megabytes of a process from start to end; undefined milliseconds where it cannot be started. */
function measured(program, args, { memory, cwd }) {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--require=${memory}` },
  });
  let told = '';
  child.stdio[3].on('data', (text) => (told += String(text)));
  return new Promise((resolve) => {
    child.once('error', () => resolve({ ms: undefined, memory: 0 }));
    child.once('close', () => resolve({ ms: performance.now() - start, memory: Number(told) }));
  });
}

async function inTurn(ways, rounds) {
  const all = ways.map(() => []);
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++)
    for (const [i, way] of ways.entries()) {
      const result = await way();
      if (round >= 0) all[i].push(result);
    }
  return all.map((results) => ({ ms: median(results.map((r) => r.ms)), memory: median(results.map((r) => r.memory)) }));
}
