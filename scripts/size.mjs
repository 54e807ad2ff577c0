// Builds everything minified into a temporary folder, prints how big each part is, and fails when one is over its budget.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadExtension } from './bench/extension.mjs';
import { onlyIn } from './bundles.mjs';
import { runCommand } from './command.mjs';

/** Maximum KB of files in total, about 15 % above the current size. `*` stands for esbuild's chunk names. */
const budgets = [
  // Read when a window opens, or later by the same editor.
  ['extension*.cjs', 1700],
  // Read by threads of the editor and by its page.
  ['body.cjs', 60],
  ['panel.js', 209],
  ['panel.css', 48],
  // The command; a short run reads 585 KB of it.
  ['req*.cjs', 1260],
  ['lsp.cjs', 700],
  // In both packages, each read when it is first needed.
  ['scriptWorker.cjs', 95],
  ['cookies.cjs', 108],
  ['http.cjs', 99],
  ['javascript.cjs', 135],
  ['schemas.cjs', 110],
  // When a collection names an OpenAPI document; with the reader of YAML, because a thread runs it.
  ['openapi.cjs', 78],
  // Mostly the package graphql.
  ['graphql.cjs', 205],
  ['quickjs.wasm.br', 230],
  ['quickjs.image.br', 122],
  // When an assertion selects nodes of XML or HTML.
  ['markup.br', 110],
  ['paths.br', 12],
  // Each read when a script first uses it.
  ['library-ajv.br', 45],
  ['library-bruno.br', 8],
  ['library-buffer.br', 9],
  ['library-chai.br', 20],
  ['library-cheerio.br', 120],
  ['library-crypto.br', 3],
  ['library-crypto-js.br', 30],
  ['library-dayjs.br', 5],
  ['library-lodash.br', 35],
  ['library-modules.br', 2],
  ['library-moment.br', 30],
  ['library-nanoid.br', 2],
  ['library-postman.br', 11],
  ['library-query.br', 20],
  ['library-tv4.br', 17],
  ['library-uuid.br', 6],
  ['library-web.br', 8],
  ['library-xml.br', 75],
  ['library-xml2js.br', 25],
  ['ThirdPartyNotices.txt', 115],
];

/** KB loaded when a window opens, which delays `.req` files. The goal is 200. */
const activation = 199;

/** KB of the code in each package: the size of an update. */
const packages = { extension: 3650, command: 3550 };

/** Returns a filter for the files that patterns with `*` match. */
const isIn = (patterns) => {
  const all = new RegExp(`^(?:${patterns.map((p) => p.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`);
  return (file) => all.test(file);
};

const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-size-'));
try {
  const code = await runCommand(process.execPath, ['esbuild.mjs', '--minify', '--outdir', outdir]);
  if (code !== 0) throw new Error('There is no build to measure.');
  const files = fs.readdirSync(outdir);
  const sizeOf = (some) => some.reduce((sum, file) => sum + fs.statSync(path.join(outdir, file)).size / 1000, 0);
  const print = (name, size, budget) => {
    const isOver = size > budget || size === 0;
    if (isOver) process.exitCode = 1;
    console.log(`${name.padEnd(28)}${size.toFixed(1).padStart(8)} KB of ${budget}${isOver ? '  OVER' : ''}`);
  };
  for (const [pattern, budget] of budgets) print(pattern, sizeOf(files.filter(isIn([pattern]))), budget);
  const unlisted = files.filter((file) => !isIn(budgets.map(([pattern]) => pattern))(file));
  if (unlisted.length > 0) throw new Error(`No budget for ${unlisted.join(', ')}.`);
  print('read at activation', loadExtension(path.join(outdir, 'extension.cjs')).bytes / 1000, activation);
  for (const [name, other] of [
    ['extension', 'command'],
    ['command', 'extension'],
  ])
    print(`the ${name}`, sizeOf(files.filter((file) => !isIn(onlyIn[other])(file))), packages[name]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(outdir, { recursive: true, force: true });
}
