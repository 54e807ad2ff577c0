// The language: text → tree, a keystroke in a long file, placeholders → text, and what the extension loads.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as esbuild from 'esbuild';
import { repository } from '../command.mjs';
import { extensionRows } from './extension.mjs';
import { keystrokeRows } from './keystrokes.mjs';
import { best, Table } from './measure.mjs';
import { installPeers } from './peers.mjs';
import { placeholderRows } from './placeholders.mjs';
import { requestTreeRows } from './requestTree.mjs';
import { bruFiles, file, postmanFile, requests, scanLines } from './texts.mjs';

export async function run() {
  const load = await installPeers();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const [tree, placeholders, extension] = [new Table(), new Table(), new Table()];
  try {
    const language = await loadLanguage(scratch);
    treeRows(tree, language);
    await keystrokeRows(tree, language);
    await placeholderRows(placeholders, language);
    await requestTreeRows(tree, language, scratch);
    await extensionRows(extension, scratch);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  await tree.besidePeers(load);
  await placeholders.besidePeers(load);
  tree.print(`Text → tree, ${requests.toLocaleString('en')} requests, ${(file.length / 1e6).toFixed(1)} MB`);
  placeholders.print('Placeholders → text');
  extension.print('Extension');
}

/** The language's exports, and those that only the benchmarks need. */
async function loadLanguage(scratch) {
  const outfile = path.join(scratch, 'language.mjs');
  await esbuild.build({
    stdin: {
      contents:
        "export * from './src/language/index.ts'; export * from './src/language/onDemand.ts'; export * from './src/language/sending.ts'; export { reparse } from './src/language/incremental/reparse.ts';",
      resolveDir: repository,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

function treeRows(table, { parse }) {
  const scan = best(() => scanLines(file));
  const once = { runs: 2, forMs: 0 };
  table.ratio(
    'the whole tree, with what is wrong in it',
    scan,
    best(() => parse(file)),
    15,
    {
      httpYac: (load) => timeOfHttpyac(load('httpyac')),
      'Bruno .bru': (load) => {
        const bruno = load('@usebruno/lang');
        const files = bruFiles();
        return bruno && best(() => files.forEach((text) => bruno.bruToJsonV2(text)), once);
      },
      Postman: (load) => {
        const postman = load('postman-collection');
        const exported = postmanFile();
        return postman && best(() => new postman.Collection(JSON.parse(exported)), once);
      },
    },
  );
  table.absolute('memory of the tree, as times of the text', memoryOf(() => parse(file)) / file.length, 12, '×');
}

async function timeOfHttpyac(httpyac) {
  if (httpyac === undefined) return undefined;
  const { io, store } = httpyac;
  Object.assign(io.fileProvider, {
    EOL: '\n',
    isAbsolute: async (name) => path.isAbsolute(name),
    dirname: (name) => path.dirname(name),
    joinPath: (...names) => path.join(...names),
    hasExtension: (name, ...all) => all.some((e) => name.endsWith(e)),
    exists: async () => false,
    readFile: async () => '',
    readBuffer: async () => Buffer.alloc(0),
    readdir: async () => [],
    fsPath: (name) => name,
    toString: (name) => name,
  });
  const start = performance.now();
  await new store.HttpFileStore().parse('/bench/a.http', file, { workingDir: '/bench', config: {} });
  return performance.now() - start;
}

function memoryOf(make) {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  gc();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  gc();
  const size = process.memoryUsage().heapUsed - before;
  return kept === undefined ? 0 : size;
}
