// The figures of ARCHITECTURE.md: `node scripts/figures.mjs [FOLDER]` counts a checkout of any version.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const linter = path.join(import.meta.dirname, '..', 'node_modules/oxlint/bin/oxlint');

const filesIn = (of, pattern) =>
  fs
    .readdirSync(path.join(folder, of), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(of, name.replaceAll('\\', '/')))
    .filter((name) => pattern.test(name));
const read = (file) => fs.readFileSync(path.join(folder, file), 'utf8');
const matches = (texts, pattern) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
const words = (texts) => matches(texts, /\S+/g);

const sources = filesIn('src', /\.tsx?$/);
const texts = new Map(sources.map((file) => [file, read(file)]));
const linesOf = (text) => text.split('\n').length - 1;

/** Lines of each function, as the linter counts them. */
function functionLengths() {
  const config = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'req-figures-')), 'oxlintrc.json');
  const rule = ['error', { max: 40, skipBlankLines: true, skipComments: true }];
  fs.writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: { 'max-lines-per-function': rule } }));
  const args = [linter, '--config', config, '--disable-nested-config', '--format', 'unix', 'src'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  fs.rmSync(path.dirname(config), { recursive: true });
  return Array.from(stdout.matchAll(/too many lines \((\d+)\)/g), ([, lines]) => Number(lines)).sort((a, b) => b - a);
}

/** Groups of modules that import each other, types included. */
function cycles() {
  const target = (from, name) => path.posix.join(path.posix.dirname(from), name);
  const graph = new Map(
    [...texts].map(([file, text]) => [
      file,
      Array.from(text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g), ([, name]) => target(file, name)).filter((name) => texts.has(name)),
    ]),
  );
  const reach = (from) => {
    const found = new Set(graph.get(from));
    for (const file of found) for (const next of graph.get(file)) found.add(next);
    return found;
  };
  const all = new Map([...graph.keys()].map((file) => [file, reach(file)]));
  const groups = new Set();
  for (const [file, reached] of all)
    if (reached.has(file))
      groups.add(
        [...reached]
          .filter((other) => all.get(other).has(file))
          .sort()
          .join(),
      );
  return groups.size;
}

/** Folders with the most files, not counting subfolders. */
function looseFiles() {
  const counts = new Map();
  for (const file of sources) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
}

const functions = functionLengths();
const long = [...texts.values()].filter((text) => linesOf(text) > 330);
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...filesIn('docs', /^docs\/[\w-]+\.md$/)].filter((file) =>
  fs.existsSync(path.join(folder, file)),
);
const rows = {
  'files in src': sources.length,
  'lines in src': [...texts.values()].reduce((sum, text) => sum + linesOf(text), 0),
  'files over 330 lines': long.length,
  'most loose files': looseFiles()
    .map(([name, count]) => `${count} (${name})`)
    .join(', '),
  'longest functions, lines': functions.slice(0, 5).join(', '),
  'functions over 80 lines': functions.filter((lines) => lines > 80).length,
  'cycles of imports': cycles(),
  'doc comments': matches([...texts.values()], /\/\*\*/g),
  'words of docs': words(pages.map(read)),
  'calls of it() in test': matches(filesIn('test', /\.(?:test|e2e)\.tsx?$|^test\/vscode\/.*\.ts$/).map(read), /^\s*it\(/gm),
};
for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(26)}${value}`);
