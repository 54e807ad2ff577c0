import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lintConfig, walls } from '../scripts/walls.mjs';

const repository = path.resolve(import.meta.dirname, '..');

/** Every module of src with its imports, types included: paths relative to src, or names of packages. */
const imports = new Map(
  fs
    .readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name))
    .map((file) => [file, importsOf(file)]),
);

function importsOf(file: string): readonly string[] {
  const text = fs.readFileSync(path.join(repository, 'src', file), 'utf8');
  const found = text.matchAll(/^(?:import|export|\}) [^'"\n]*from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return Array.from(found, ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '').map((name) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
  );
}

/** Groups of modules that import each other (Tarjan's strongly connected components), each sorted. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: (readonly string[])[] = [];
  const visit = (file: string): number => {
    const order = lowest.size;
    lowest.set(file, order);
    open.push(file);
    let low = order;
    for (const name of graph.get(file) ?? [])
      if (!lowest.has(name) && graph.has(name)) low = Math.min(low, visit(name));
      else if (open.includes(name)) low = Math.min(low, lowest.get(name) ?? order);
    lowest.set(file, low);
    if (low === order) {
      const group = open.splice(open.lastIndexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file) === true) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const file of graph.keys()) if (!lowest.has(file)) visit(file);
  return cycles;
}

const topOf = (file: string): string => file.slice(0, file.indexOf('/'));

describe('the walls between the folders of src', () => {
  it('are in the table for every folder', () => {
    const folders = fs.readdirSync(path.join(repository, 'src'), { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [e.name] : []));
    assert.deepEqual(Object.keys(walls).toSorted(), folders.toSorted());
    assert.ok(imports.size > 500);
  });

  for (const [folder, { files, packages }] of Object.entries(walls))
    it(`are kept by ${folder}`, () => {
      const allowed = (name: string): boolean => {
        if (name.startsWith('node:')) return packages.includes(/^node:fs\b/.test(name) ? 'node:fs' : 'node:');
        if (name === '../package.json') return true;
        if (!imports.has(name) && !name.endsWith('.css')) return packages.some((known) => name === known || name.startsWith(`${known}/`));
        return name.startsWith(`${folder}/`) || files.some((known) => name === known || name.startsWith(`${known}/`));
      };
      const wrong = [...imports].flatMap(([file, names]) =>
        topOf(file) === folder ? names.filter((name) => !allowed(name)).map((name) => `${file} imports ${name}`) : [],
      );
      assert.deepEqual(wrong, []);
    });

  it('have no cycle of imports, types included', () => {
    assert.deepEqual(cyclesOf(imports), []);
  });

  it('are written into the lint rules as in the table', () => {
    assert.deepEqual(JSON.parse(fs.readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8')), lintConfig());
  });

  it('have names that no folder inside another one has: lint rules see only the end of a path', () => {
    const inner = [...imports.keys()].flatMap((file) => file.split('/').slice(1, -1));
    assert.deepEqual([...new Set(inner.filter((name) => name in walls))], []);
  });

  it('are each proved by an import that the linter refuses', () => {
    const refused = forbiddenImports();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-walls-'));
    try {
      const { overrides } = lintConfig();
      fs.writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify({ categories: { correctness: 'off' }, overrides }));
      for (const [i, [from, name]] of refused.entries()) {
        fs.mkdirSync(path.join(folder, 'src', from, 'deep'), { recursive: true });
        const specifier = /^(?:node:|vscode$)/.test(name) ? name : `../../${name}`;
        fs.writeFileSync(path.join(folder, 'src', from, 'deep', `forbidden${i}.ts`), `import '${specifier}';\n`);
      }
      const linter = path.join(repository, 'node_modules/oxlint/bin/oxlint');
      const { stdout } = spawnSync(process.execPath, [linter, '--format', 'unix', '.'], { cwd: folder, encoding: 'utf8' });
      const passed = refused.filter(([from], i) => !stdout.includes(`src/${from}/deep/forbidden${i}.ts:`));
      assert.deepEqual(passed, []);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** For each folder, an import of every folder that it may not import, and of every file beside the allowed doors. */
function forbiddenImports(): readonly (readonly [from: string, name: string])[] {
  const modules = [...imports.keys()];
  return Object.entries(walls).flatMap(([folder, { files, packages }]) => {
    const others = Object.keys(walls).filter((other) => other !== folder && !files.includes(other));
    const inside = others.flatMap((other) => {
      const closed = modules.filter((file) => topOf(file) === other && !files.includes(file));
      const inRoot = closed.find((file) => file.split('/').length === 2);
      const deep = closed.find((file) => file.split('/').length > 2);
      return [inRoot, deep].filter((file) => file !== undefined);
    });
    const fromOutside = ['vscode', 'node:os', 'node:fs'].filter((name) => !packages.includes(name === 'node:os' ? 'node:' : name));
    return [...inside, ...fromOutside].map((name) => [folder, name] as const);
  });
}
