// The Requests view of ten thousand requests in a thousand files: until its first rows, one file and a filter are there.
import fs from 'node:fs';
import path from 'node:path';
import { median } from './measure.mjs';

const runs = 9;

export async function requestTreeRows(table, language, scratch) {
  const root = path.join(scratch, 'requests');
  writeFiles(root);
  const all = [];
  for (let i = 0; i < runs; i++) all.push(await measure(language, root));
  const of = (name) => median(all.map((times) => times[name]));
  table.absolute('10,000 requests in 1,000 files → first rows', of('rows'), 200, 'ms');
  table.absolute('… → rows of one file', of('file'), 50, 'ms');
  table.absolute('… → first filter, which reads all files', of('filter'), 2000, 'ms');
  table.absolute('… → next filter', of('next'), 50, 'ms');
}

function writeFiles(root) {
  const request = (file, i) =>
    `### Request ${file}-${i}\n# @tag t${i}\nPOST http://127.0.0.1:1/${file}/${i}\n\n{"name": "Ada"}\n\n?? status == 200\n`;
  for (let file = 0; file < 1000; file++) {
    const folder = path.join(root, `f${file % 20}`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `${file}.req`), Array.from({ length: 10 }, (_, i) => request(file, i)).join('\n'));
  }
}

async function measure({ FeatureWorkspace, requestTree, requestNodes, filesOf, listRequests, requestFilter, filteredTree }, root) {
  const workspace = new FeatureWorkspace({
    readText: (file) => fs.promises.readFile(file, 'utf8').catch(() => undefined),
    topOf: () => root,
    fallbackRootOf: () => root,
    listFiles: async () => (await fs.promises.readdir(root, { recursive: true })).map((name) => path.join(root, name)),
    openDocument: () => undefined,
    trusted: () => true,
  });
  const times = {};
  const timed = async (name, work) => {
    const start = performance.now();
    const result = await work();
    times[name] = performance.now() - start;
    return result;
  };
  const roots = await timed('rows', async () => requestTree(await workspace.pathsBelow(root), () => root));
  const [file] = filesOf(roots[0]);
  await timed('file', async () => requestNodes(file, (await workspace.fileBelow(root, file.path)).tree));
  const filter = async (text) => {
    const matches = requestFilter(text);
    const found = new Set();
    for (const one of await workspace.filesBelow(root)) if (listRequests(one.tree).some(matches)) found.add(one.file);
    return filteredTree(roots, (node) => found.has(node.path));
  };
  await timed('filter', () => filter('Request 99'));
  await timed('next', () => filter('t7 98'));
  return times;
}
