// What others have published: `npm run build`, then `npm run public-files -- [FOLDER]`. Downloads what FOLDER does not have yet, imports each file
// with the command, and prints how many requests arrive whole, what `req check` finds, and which scripts do not run. Nothing of it is committed.
// No API is called: a local proxy answers every request with what it got.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { repository } from './command.mjs';

const github = 'https://raw.githubusercontent.com';
const documents = {
  'plaid.yml': `${github}/plaid/plaid-openapi/master/2020-09-14.yml`,
  'asana.yaml': `${github}/Asana/openapi/master/defs/asana_oas.yaml`,
  'openai.yaml': `${github}/openai/openai-openapi/master/openapi.yaml`,
  'xero.yaml': `${github}/XeroAPI/Xero-OpenAPI/master/xero_accounting.yaml`,
  'xero-payroll.yaml': `${github}/XeroAPI/Xero-OpenAPI/master/xero-payroll-uk.yaml`,
  'adyen.json': `${github}/Adyen/adyen-openapi/main/json/CheckoutService-v71.json`,
  'adyen-management.json': `${github}/Adyen/adyen-openapi/main/json/ManagementService-v3.json`,
  'twilio.json': `${github}/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json`,
  'twilio-messaging.json': `${github}/twilio/twilio-oai/main/spec/json/twilio_messaging_v1.json`,
  'stripe.json': `${github}/stripe/openapi/master/openapi/spec3.json`,
  'github.json': `${github}/github/rest-api-description/main/descriptions/api.github.com/api.github.com.json`,
};
const newman = `${github}/postmanlabs/newman/develop/test/integration`;
const collections = Object.fromEntries(
  [
    'clear-vars-sandbox',
    'echo-v2',
    'inherited-entities/inherited-entities',
    'multi-value-data',
    'request-name-in-script',
    'super-sandbox-test',
    'v2-regression-tests/v2-regression-tests',
  ].map((name) => [`${path.basename(name)}.json`, `${newman}/${name}.postman_collection.json`]),
);

const folder = path.resolve(process.argv[2] ?? path.join(repository, 'node_modules/.cache/req-public-files'));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-public-'));

async function fileOf(name, url) {
  const file = path.join(folder, name);
  if (fs.existsSync(file)) return file;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  fs.writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/** The command's output on both streams. */
function req(...args) {
  const child = spawn(process.execPath, [path.join(repository, 'dist/req.cjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out: out(), err: err() }));
  });
}

async function imported(file) {
  const into = fs.mkdtempSync(path.join(scratch, 'i-'));
  fs.rmSync(into, { recursive: true });
  const { out, err } = await req('import', file, '-o', into);
  return { into, whole: /\d+ requests?, \d+ carried over completely/.exec(out + err)?.[0] ?? `not imported: ${(out + err).trim()}` };
}

/** Puts lines at the start of a collection's shared file. */
function addLines(into, lines) {
  const shared = path.join(into, 'collection.req');
  const rest = fs.existsSync(shared) ? fs.readFileSync(shared, 'utf8') : '';
  fs.writeFileSync(shared, lines.map((line) => `${line}\n`).join('') + rest);
}

/** Imports a document, and checks the requests against it. */
async function document(name, url) {
  const file = await fileOf(name, url);
  const { into, whole } = await imported(file);
  fs.copyFileSync(file, path.join(into, name));
  addLines(into, [`# @openapi ./${name}`]);
  const { out, err } = await req('check', into);
  const found = (out + err).trimEnd().split('\n').at(-1);
  console.log(`${name}: ${whole}; ${found}`);
}

const named = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

/** Defines each variable without a value that a run's failures name. */
async function runWhole(into, port) {
  for (let known = new Set(); ;) {
    const { out, err } = await req('run', into, '--reporter', 'json', '--proxy', `http://127.0.0.1:${port}`, '--timeout', '10s');
    const more = named(out, /([\w$.-]+) is not defined\. Define/g).filter((name) => !known.has(name));
    if (more.length === 0) return out.startsWith('{') ? JSON.parse(out).requests : Promise.reject(new Error(err));
    known = new Set([...known, ...more]);
    addLines(
      into,
      [...new Set(more)].map((name) => `@${name} = ${/url|host|domain|server/i.test(name) ? 'http://api.test' : '1'}`),
    );
  }
}

/** Imports a collection and runs it. */
async function collection(name, url, port) {
  const { into, whole } = await imported(await fileOf(name, url));
  const files = fs
    .readdirSync(into, { recursive: true })
    .filter((file) => file.endsWith('.req'))
    .map((file) => path.join(into, file));
  let scripts = 0;
  for (const file of files) {
    const text = fs.readFileSync(file, 'utf8');
    scripts += named(text, /^((?:> |< )\{%)/gm).length;
    // The proxy has no certificate.
    fs.writeFileSync(file, text.replaceAll('https://', 'http://'));
  }
  const failed = (await runWhole(into, port)).filter(({ error }) => error?.kind === 'script');
  console.log(`${name}: ${whole}; ${scripts - failed.length} of ${scripts} scripts run`);
  for (const { name: request, error } of failed) console.log(`  ${request}: ${error.message.split('\n')[0]}`);
}

/** Echoes the request as JSON, like an echo service. */
function echo(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { searchParams, href } = new URL(request.url, 'http://api.test');
    const text = Buffer.concat(chunks).toString();
    const isForm = /urlencoded/.test(request.headers['content-type'] ?? '');
    const form = isForm ? Object.fromEntries(new URLSearchParams(text)) : {};
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ args: Object.fromEntries(searchParams), data: text, form, headers: request.headers, url: href }));
  });
}

fs.mkdirSync(folder, { recursive: true });
const server = http.createServer(echo).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
try {
  for (const [part, list] of [
    [document, documents],
    [collection, collections],
  ])
    for (const [name, url] of Object.entries(list))
      await part(name, url, server.address().port).catch((error) => {
        process.exitCode = 1;
        console.error(`${name}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
      });
} finally {
  server.close();
  fs.rmSync(scratch, { recursive: true });
}
