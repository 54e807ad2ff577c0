// Indexes ten public OpenAPI documents and prints what was found: `npm run build`, then `node scripts/publicApis.mjs`. They are fetched when
// it is run, and not kept. With files, it indexes these instead: `node scripts/publicApis.mjs a.yaml b.json`.
import fs from 'node:fs';
import path from 'node:path';

const github = 'https://raw.githubusercontent.com';

/** Documents of OpenAPI 3.0 and 3.1, in JSON and YAML. */
const documents = [
  `${github}/github/rest-api-description/main/descriptions/api.github.com/api.github.com.json`,
  `${github}/github/rest-api-description/main/descriptions-next/api.github.com/api.github.com.json`,
  `${github}/stripe/openapi/master/openapi/spec3.json`,
  `${github}/openai/openai-openapi/manual_spec/openapi.yaml`,
  `${github}/digitalocean/openapi/main/specification/DigitalOcean-public.v2.yaml`,
  `${github}/twilio/twilio-oai/main/spec/json/twilio_api_v2010.json`,
  `${github}/plaid/plaid-openapi/master/2020-09-14.yml`,
  `${github}/cloudflare/api-schemas/main/openapi.json`,
  `${github}/swagger-api/swagger-petstore/master/src/main/resources/openapi.yaml`,
  `${github}/kubernetes/kubernetes/master/api/openapi-spec/v3/api__v1_openapi.json`,
];

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}

const bundle = new URL('../dist/openapi.cjs', import.meta.url);
if (!fs.existsSync(bundle)) throw new Error('There is no build: run npm run build first.');
const { openApi } = (await import(bundle.href)).default;
const files = process.argv.slice(2);
for (const name of files.length > 0 ? files : documents) {
  try {
    const isFile = files.length > 0;
    const text = isFile ? fs.readFileSync(name, 'utf8') : await fetched(name);
    const file = isFile ? path.resolve(name) : path.resolve(path.basename(new URL(name).pathname));
    // Files that a fetched document refers to are not fetched.
    const read = async (other) =>
      isFile && fs.existsSync(other) ? { text: fs.readFileSync(other, 'utf8') } : { problem: `there is no file ${other}` };
    const start = performance.now();
    const opened = await openApi({ file, name: path.basename(file), text, read });
    if (!opened.ok) throw new Error(opened.message);
    const { operations, problems } = opened.document.index;
    opened.document.dispose();
    const facts = [
      `${(text.length / 1e6).toFixed(1)} MB`,
      `${operations.length} operations`,
      `${Math.round(performance.now() - start)} ms`,
    ];
    console.log(`${problems.length === 0 ? 'ok  ' : 'PART'} ${name}: ${[...facts, ...problems.slice(0, 3)].join(', ')}`);
    if (problems.length > 0) process.exitCode = 1;
  } catch (e) {
    console.log(`FAIL ${name}: ${e instanceof Error ? e.message : String(e)}`);
    process.exitCode = 1;
  }
}
