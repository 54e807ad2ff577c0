// `req run`: the whole command from start to end, beside a bare script over node:http, curl and its peers.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../command.mjs';
import { Table } from './measure.mjs';
import { installPeers } from './peers.mjs';
import { inTurn, measured, tellUse } from './processes.mjs';

const here = import.meta.dirname;

/** The minimum work: one request after another over one connection, each response parsed as JSON and checked. */
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

/**
 * A run of POSTs with scripts, as an engineer would write it with node:http: a body of three values, one connection, one value from the
 * response, two checks, and a line per request. A bare socket would be faster, but does not parse HTTP. `fetch` takes three to four times
 * the processor time of node:http, so a goal relative to it would prove little; it is only shown.
 */
const barePosts = `import http from 'node:http';
const [url, times] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const values = { user: 'mia', item: 'chair', shop: 'north' };
const send = (body) => new Promise((resolve, reject) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const request = http.request(url, { agent, method: 'POST', headers }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    response.once('error', reject);
  }).once('error', reject);
  request.end(body);
});
for (let i = 0; i < Number(times); i++) {
  const { status, text } = await send(JSON.stringify({ user: values.user, item: values.item, shop: values.shop }));
  const { items } = JSON.parse(text);
  values.last = items[17].name;
  if (status !== 200 || items.length !== 18) throw new Error('not as expected');
  console.log('✓ r' + i, status);
}
agent.destroy();
`;

/** The same with `fetch`. */
const fetchPosts = `const [url, times] = process.argv.slice(2);
const values = { user: 'mia', item: 'chair', shop: 'north' };
for (let i = 0; i < Number(times); i++) {
  const body = JSON.stringify({ user: values.user, item: values.item, shop: values.shop });
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { items } = await response.json();
  values.last = items[17].name;
  if (response.status !== 200 || items.length !== 18) throw new Error('not as expected');
  console.log('✓ r' + i, response.status);
}
`;

const postHead = '@user = mia\n@item = chair\n@shop = north\n\n';
const post = (url, i, script) =>
  `### r${i}\nPOST ${url}\nContent-Type: application/json\n\n{"user": "{{user}}", "item": "{{item}}", "shop": "{{shop}}"}\n${script}`;
const postScript = `
> {%
  tool.setVar("last", response.body.items[17].name);
  tool.test("status", () => {
    tool.expect(response.status).to.equal(200);
    tool.expect(response.body.items.length).to.equal(18);
  });
%}
`;

const assertion = '\n?? status == 200\n';
const statusScript = '\n> {%\n  tool.test("status", () => tool.expect(response.status).to.equal(200));\n%}\n';

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
  const memory = file('memory.cjs', tellUse);
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
    ['1 request with a script, cold', 1, statusScript, 2.4, 15],
    ['100 requests, an assertion each', 100, assertion, 2.5, 9],
    ['1,000 requests, an assertion each', 1000, assertion, 3, 5],
    ['10,000 requests, an assertion each', 10_000, assertion, 3, 1],
  ]) {
    const [base, own] = await inTurn([limit(count), req(`r${count}${check === statusScript ? 's' : ''}`, count, check)], rounds);
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
  await longRuns({ scratch, url, started, file });
}

/** Long runs, measured in processor time, which depends less on the load of the machine. */
async function longRuns({ scratch, url, started, file }) {
  const table = new Table();
  const [bare, fetched] = [file('posts.mjs', barePosts), file('fetch.mjs', fetchPosts)];
  const way = (program, count) => () => started(process.execPath, [program, url, String(count)]);
  const req = (count, script) => {
    const all = postHead + Array.from({ length: count }, (_, i) => post(url, i, script)).join('\n');
    const of = file(`posts${count}${script === '' ? '' : 's'}.req`, all);
    return () => started(process.execPath, [path.join(scratch, 'req.cjs'), 'run', of, '--reporter', 'dot']);
  };
  for (const [what, script, goal] of [
    ['POSTs with a body of three placeholders', '', 2.2],
    ['the same, a script each', postScript, 4],
  ]) {
    const [base, own] = await inTurn([way(bare, 1000), req(1000, script)], 5);
    const beside = async () => (await inTurn([way(fetched, 1000)], 3))[0].cpu;
    table.ratio(`1,000 ${what}`, base.cpu, own.cpu, goal, { 'bare fetch': beside });
    table.absolute('memory', own.memory, 110, 'MB');
    const [baseOfMany, many] = await inTurn([way(bare, 10_000), req(10_000, script)], 1);
    table.ratio(`10,000 ${what}`, baseOfMany.cpu, many.cpu, undefined);
    table.absolute('each of 10,000 beside each of 1,000', many.cpu / 10 / own.cpu, 1, '×');
  }
  await table.besidePeers();
  table.print('req run: processor time of long runs, beside a script over node:http');
}

/** The peers' own commands for the same requests with the same check, if they are installed. */
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
