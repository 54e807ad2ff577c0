// A keystroke in a file of ten thousand requests: until the tree, the problems, a hover and completions are there.
import { median } from './measure.mjs';
import { file as requestsFile, firstOf } from './texts.mjs';

const keystrokes = 40;

export async function keystrokeRows(table, language) {
  const inBody = await measure(language, '"name": "Ada ');
  const inDefinition = await measure(language, '@id5000 = ');
  table.absolute('a keystroke in a body → tree', inBody.tree, 2, 'ms');
  table.absolute('… → everything around it known', inBody.know, 16, 'ms');
  table.absolute('… → diagnostics', inBody.diagnostics, 16, 'ms');
  table.absolute('… → hover', inBody.hover, 16, 'ms');
  if (language.completion !== undefined) table.absolute('… → completion', inBody.completion, 16, 'ms');
  table.absolute('… → colours', inBody.colours, 16, 'ms');
  table.absolute('a keystroke in a definition → diagnostics', inDefinition.diagnostics, 16, 'ms');
  for (const [count, goal] of [
    [2000, 16],
    [10_000, 100],
  ]) {
    const shared = await measure(language, '@host = http://api.example', sharedDefinition(count));
    const row = `a keystroke in one that all ${count.toLocaleString('en')} requests use → diagnostics`;
    table.absolute(row, shared.diagnostics, goal, 'ms');
  }
}

/** The first requests of the file, below the definition of their host. */
const sharedDefinition = (count) => `@host = http://api.example\n\n${firstOf(count)}`;

/** Types after a text in the middle of the file. Returns medians, which include parsing and the surrounding files. */
async function measure({ FeatureWorkspace, parse, reparse, diagnostics, hover, completion, semanticTokens }, behind, file = requestsFile) {
  const document = { file: '/bench/a.req', version: 1, text: file, getText: () => document.text };
  const variables = new Map(
    (file === requestsFile ? ['host', 'token'] : ['token']).map((name) => [name, { value: name, origin: { layer: 'script' } }]),
  );
  const workspace = new FeatureWorkspace({
    readText: async (path) => (path === document.file ? file : undefined),
    topOf: () => '/bench',
    fallbackRootOf: () => '/bench',
    listFiles: async () => [document.file],
    listFolder: async () => [],
    openDocument: (path) => (path === document.file ? document : undefined),
    kindOf: async () => undefined,
    environmentOf: () => undefined,
    variablesOf: () => ({ find: (name) => variables.get(name), names: () => variables.keys() }),
    exchangesOf: () => ({ find: () => undefined }),
    hasEnv: () => false,
    trusted: () => true,
    display: (path) => path,
  });
  const first = await workspace.know(document, { whole: true });
  diagnostics(first);
  semanticTokens(first);
  let tree = parse(file);
  let at = file.indexOf(behind, file.length / 2) < 0 ? file.indexOf(behind) : file.indexOf(behind, file.length / 2);
  at += behind.length;
  const times = { tree: [], know: [], diagnostics: [], hover: [], completion: [], colours: [] };
  for (let i = 0; i < keystrokes; i++) {
    // An editor gives its text in one piece.
    document.text = Buffer.from(`${document.text.slice(0, at)}1${document.text.slice(at)}`).toString();
    document.version++;
    at++;
    times.tree.push(timeOf(() => void (tree = reparse(tree, document.text))));
    const start = performance.now();
    const view = await workspace.know(document);
    const known = performance.now() - start;
    const placeholder = document.text.indexOf('{{host}}', at) + 3;
    times.know.push(known);
    times.diagnostics.push(known + timeOf(() => diagnostics(view)));
    times.hover.push(known + timeOf(() => hover(view, placeholder)));
    if (completion !== undefined) times.completion.push(known + timeOf(() => completion(view, placeholder)));
    times.colours.push(known + timeOf(() => semanticTokens(view)));
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all.slice(keystrokes / 4))]));
}

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
