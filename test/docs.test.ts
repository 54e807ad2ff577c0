import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { isDynamic } from '../src/language/semantics/variables/dynamics/dynamics.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Paths of the repository in code spans. In prose, they can be folders such as `src/editor`, or patterns with `*`. */
const pathsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`((?:src|test|scripts|docs|types|sample|schemas|syntaxes)\/[\w./*-]+)`/g), (m) => m[1] ?? '');

/** Folders of `src` whose files ARCHITECTURE.md names without `src/`. */
const folders = fs.readdirSync(path.join(root, 'src'), { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [e.name] : []));

/** Whether a file exists; one `*` in the name stands for any text. */
function exists(file: string): boolean {
  const [start = '', end] = path.basename(file).split('*');
  if (end === undefined) return fs.existsSync(path.join(root, file));
  return fs.readdirSync(path.join(root, path.dirname(file))).some((name) => name.startsWith(start) && name.endsWith(end));
}

describe('the documentation', () => {
  for (const page of ['docs/security.md', 'docs/dependencies.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])
    it(`names only files that exist: ${page}`, () => {
      const named = pathsIn(read(page));
      assert.ok(named.length > 0);
      assert.deepEqual(
        named.filter((file) => !exists(file)),
        [],
      );
    });

  it('names only files that exist in the folders of src', () => {
    const spans = Array.from(read('ARCHITECTURE.md').matchAll(/`([\w.-]+)(\/[\w./-]+\.tsx?)`/g), (m) => [m[1] ?? '', `${m[1]}${m[2]}`]);
    const named = spans.flatMap(([folder = '', file = '']) => (folders.includes(folder) ? [`src/${file}`] : []));
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.filter((file) => !exists(file)),
      [],
    );
  });

  it('names only dynamic values that exist, as messages do', () => {
    const others = /^(?:env|processEnv|dotenv|secret|auth|random|dynamic|shared|name|what|1)$/;
    const files = fs.readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const unknown = [...files.map((file) => `src/${file}`), 'docs/language.md', 'docs/scripts.md', 'package.nls.json'].flatMap((file) =>
      Array.from(read(file).matchAll(/^(?! *(?:\/?\*|\/\/)).*?\{\{\$(\w+)/gm), ([, name = '']) => name)
        .filter((name) => !others.test(name) && !isDynamic(`$${name}`))
        .map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('has a test for each promise about security', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => /^\| \d+ \|/.test(line));
    assert.ok(rows.length >= 12);
    for (const row of rows) assert.match(row.split('|').at(-2) ?? '', /`test\/[\w./-]+\.(?:ts|jsonl)`/, row);
  });

  it('has a test for each case that 2.6.0 failed', () => {
    const [, section = ''] = read('docs/security.md').split('### Cases that 2.6.0 failed');
    const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| case'));
    assert.ok(rows.length >= 36, `${rows.length}`);
    for (const row of rows) assert.match(row.split('|').at(-2) ?? '', /`test\/[\w./-]+\.(?:ts|jsonl)`/, row);
  });

  it('is proved by tests that the scorecard finds', () => {
    const named = Array.from(read('scripts/scorecard/groups.mjs').matchAll(/'(test\/[^']+)'/g), (m) => m[1] ?? '');
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((file) => !exists(file)),
      [],
    );
  });
});
