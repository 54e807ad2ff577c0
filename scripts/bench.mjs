// `npm run bench`: how long the language takes, as ratios to the least work that could do the job, in one run. Absolute
// figures belong to the machine; the ratios hold.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
const outfile = path.join(scratch, 'language.mjs');
await esbuild.build({
  entryPoints: ['src/language/index.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile,
  logLevel: 'warning',
});
const language = await import(pathToFileURL(outfile).href);
fs.rmSync(scratch, { recursive: true, force: true });

/** Milliseconds, the best of some runs: what disturbs a run only makes it longer. */
function best(work) {
  let least = Number.POSITIVE_INFINITY;
  const end = performance.now() + 1500;
  for (let i = 0; i < 5 || (i < 100 && performance.now() < end); i++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const request = (i) => `### Create user ${i}
# @name createUser${i}
@id${i} = ${i}
POST {{host}}/users/{{id${i}}}?role=admin
Content-Type: application/json
Accept: application/json
Authorization: Bearer {{token}}

{
  "name": "Ada ${i}",
  "tags": ["a", "b"],
  "at": {{id${i}}}
}

?? status == 201

`;
const text = Array.from({ length: 10_000 }, (_, i) => request(i)).join('');

/** Finds each line and looks at its first character: less cannot tell where a request begins. */
function scanLines(of) {
  let separators = 0;
  let lineStart = true;
  for (let i = 0; i < of.length; i++) {
    const c = of.charCodeAt(i);
    if (lineStart && c === 35) separators++;
    lineStart = c === 10 || c === 13;
  }
  return separators;
}

const variables = new Map([
  ['host', 'http://127.0.0.1'],
  ['token', 't'],
]);
for (let i = 0; i < 1000; i++) variables.set(`variable${i}`, new Map([['value', [i]]]));
const origin = { layer: 'script' };
const data = {
  find: (name) => (variables.has(name) ? { value: variables.get(name), origin } : undefined),
  names: () => variables.keys(),
};
const collection = await language.loadCollection({ readText: async () => undefined }, '/ws/a.req', '/ws', '/ws');
const around = (tree, block) => ({
  tree,
  file: '/ws/a.req',
  block,
  collection,
  environment: undefined,
  variables: data,
  answers: language.noVariables,
});
const exchanges = { find: () => undefined };
const look = (tree) => (block) => language.lookAround(around(tree, block), () => false, exchanges);

const rows = [];
const row = (name, limit, taken, goal) => {
  rows.push({
    work: name,
    'limit (ms)': limit.toFixed(2),
    'Req (ms)': taken.toFixed(2),
    ratio: `${(taken / limit).toFixed(1)}×`,
    goal: goal === undefined ? '' : `≤ ${goal}×`,
  });
};

const scan = best(() => scanLines(text));
const tree = language.parse(text);
row(
  `text → tree, 10,000 requests, ${(text.length / 1e6).toFixed(1)} MB`,
  scan,
  best(() => language.parse(text)),
  15,
);
row(
  'the same, diagnostics of every placeholder',
  scan,
  best(() => language.diagnostics(language.parse(text), look(tree), [])),
);
const known = language.parse(text);
row(
  'colours of every placeholder, tree at hand',
  scan,
  best(() => language.semanticTokens(known, look(known), [])),
);

/** The text with placeholders replaced by what a plain look-up gives, without types, paths, filters or problems. */
function fillPlainly(of, values) {
  return of.replaceAll(/\{\{([\w.[\]]+)\}\}/g, (_, name) => values.get(name));
}
const flat = new Map(Array.from({ length: 1000 }, (_, i) => [`variable${i}.value[0]`, String(i)]));
const many = Array.from({ length: 10_000 }, (_, i) => `"key${i}": {{variable${i % 1000}.value[0]}}, ${'x'.repeat(60)}`).join('\n');
const one = language.parse('GET http://h\n');
const evaluate = () =>
  language.createEvaluation(
    language.scopeOf(around(one, one.blocks[0])),
    {},
    { known: () => false, find: () => undefined, names: () => [] },
  );
const parsed = language.templateOfText(many);
const plainly = best(() => fillPlainly(many, flat));
row(
  '10,000 placeholders in 1 MB, parsed before',
  plainly,
  best(() => new language.Filler(evaluate(), false).text(parsed)),
  2,
);
row(
  '10,000 placeholders in 1 MB, parsing included',
  plainly,
  best(() => new language.Filler(evaluate(), false).text(language.templateOfText(many))),
  4,
);
const bare = 'no placeholder here '.repeat(50_000);
row(
  '1 MB without a placeholder',
  best(() => bare.includes('{{')),
  best(() => language.parseTemplate(bare)),
  3,
);
const braces = '{'.repeat(100_000);
row(
  '100 KB of {',
  best(() => scanLines(braces)),
  best(() => language.parseTemplate(braces)),
  10,
);

console.table(rows);
