// `req import`: collections of 2,000 requests, beside a script that parses the same input and writes the same files.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../command.mjs';
import { Table } from './measure.mjs';
import { inTurn, measured, tellUse } from './processes.mjs';

const count = 2000;
const all = (make) => Array.from({ length: count }, (_, i) => make(i));

/** The minimum work: reads the input, parses JSON, and writes files like those of the import, one after another. */
const bareScript = `import fs from 'node:fs';
import path from 'node:path';
const [input, like, out] = process.argv.slice(2);
const read = (file) => {
  const text = fs.readFileSync(file, 'utf8');
  return file.endsWith('.json') ? JSON.parse(text) : text;
};
if (fs.statSync(input).isDirectory())
  for (const name of fs.readdirSync(input, { recursive: true }).filter((n) => /\\.\\w+$/.test(n))) read(path.join(input, name));
else read(input);
for (const name of fs.readdirSync(like, { recursive: true })) {
  const from = path.join(like, name);
  if (fs.statSync(from).isDirectory()) continue;
  fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  fs.writeFileSync(path.join(out, name), fs.readFileSync(from));
}
`;

const methods = ['get', 'post', 'put', 'delete'];

/** 2,000 operations in 40 tags, whose bodies use 200 schemas that refer to each other. */
function openApi() {
  const schema = (s) => ({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', description: 'The name.' },
      tags: { type: 'array', items: { type: 'string' } },
      address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      owner: { $ref: `#/components/schemas/S${(s + 1) % 200}` },
    },
  });
  const content = (i) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/S${i % 200}` } } } });
  const paths = {};
  for (let i = 0; i < count; i++) {
    const method = methods[i % 4];
    const operation = {
      operationId: `op${i}`,
      summary: `Operation ${i}`,
      description: `Changes the thing ${i}.\n\nMore about it.`,
      tags: [`tag${i % 40}`],
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'q', in: 'query', required: true, schema: { type: 'string' }, example: 'x' },
      ],
      ...(i % 4 === 1 || i % 4 === 2 ? { requestBody: content(i) } : {}),
      responses: { 200: { description: 'OK', ...content(i) } },
    };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 };
    (paths[`/things${i >> 2}/{id}`] ??= { parameters: [id] })[method] = operation;
  }
  const schemas = Object.fromEntries(Array.from({ length: 200 }, (_, s) => [`S${s}`, schema(s)]));
  const info = { title: 'Large', version: '1' };
  return JSON.stringify({ openapi: '3.0.3', info, servers: [{ url: 'https://api.example.com' }], paths, components: { schemas } }, null, 1);
}

const postmanItem = (i) => ({
  name: `Request ${i}`,
  request: {
    method: i % 2 === 0 ? 'GET' : 'POST',
    url: { raw: `{{host}}/things/${i}/:id?limit=10`, query: [{ key: 'limit', value: '10' }], variable: [{ key: 'id', value: '7' }] },
    header: [{ key: 'Accept', value: 'application/json' }],
    ...(i % 2 === 0 ? {} : { body: { mode: 'raw', raw: `{\n  "id": ${i}\n}`, options: { raw: { language: 'json' } } } }),
  },
  event: [
    {
      listen: 'test',
      script: {
        exec: [`pm.test("ok", () => pm.response.to.have.status(200));`, `pm.environment.set("id${i % 50}", pm.response.json().id);`],
      },
    },
  ],
});

/** 2,000 requests with scripts in 40 folders. */
function postman() {
  const items = all(postmanItem);
  const item = Array.from({ length: 40 }, (_, f) => ({ name: `Folder ${f}`, item: items.slice(f * 50, f * 50 + 50) }));
  const info = { name: 'Large', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  return JSON.stringify({ info, variable: [{ key: 'host', value: 'https://api.example.com' }], item }, null, 1);
}

/** 2,000 files with assertions and scripts in 40 folders. */
function bruno(folder) {
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  write('bruno.json', JSON.stringify({ version: '1', name: 'Large', type: 'collection' }));
  write('environments/local.bru', 'vars {\n  host: https://api.example.com\n}\n');
  for (let i = 0; i < count; i++) {
    const blocks = [
      `meta {\n  name: Request ${i}\n  type: http\n  seq: ${i + 1}\n}`,
      `post {\n  url: {{host}}/things/${i}\n  body: json\n  auth: none\n}`,
      `body:json {\n  {\n    "id": ${i}\n  }\n}`,
      'assert {\n  res.status: eq 200\n}',
      'tests {\n  test("ok", function () {\n    expect(res.getStatus()).to.equal(200);\n  });\n}\n',
    ];
    write(`folder${i % 40}/r${i}.bru`, blocks.join('\n\n'));
  }
}

export async function run() {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const at = (name) => path.join(scratch, name);
  try {
    const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', at('dist')]);
    if (code !== 0) throw new Error('There is no build to measure.');
    fs.writeFileSync(at('bare.mjs'), bareScript);
    fs.writeFileSync(at('memory.cjs'), tellUse);
    fs.writeFileSync(at('openapi.json'), openApi());
    fs.writeFileSync(at('large.postman_collection.json'), postman());
    bruno(at('bruno'));
    const table = new Table();
    for (const [what, input] of [
      ['OpenAPI, 2,000 operations', 'openapi.json'],
      ['Postman, 2,000 requests with scripts', 'large.postman_collection.json'],
      ['Bruno, 2,000 requests with tests', 'bruno'],
    ])
      await row(table, what, at(input), at);
    table.print('req import: the whole process, by processor time');
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

async function row(table, what, input, at) {
  const [out, bareOut] = [at('out'), at('bare')];
  const options = { memory: at('memory.cjs') };
  const imported = () => {
    fs.rmSync(out, { recursive: true, force: true });
    return measured(process.execPath, [at('dist/req.cjs'), 'import', input, '-o', out], options);
  };
  const bare = () => {
    fs.rmSync(bareOut, { recursive: true, force: true });
    return measured(process.execPath, [at('bare.mjs'), input, out, bareOut], options);
  };
  const [own, least] = await inTurn([imported, bare], 3);
  table.ratio(what, least.cpu, own.cpu);
  table.absolute('processor time', own.cpu, 5000, 'ms');
  table.absolute('the whole process', own.ms, 10_000, 'ms');
  table.absolute('memory', own.memory, 200, 'MB');
}
