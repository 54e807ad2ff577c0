import { build, transformSync, type Metafile } from 'esbuild';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundles, type BundleName } from '../scripts/bundles.mjs';

const repository = path.resolve(import.meta.dirname, '..');
const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-architecture-'));
const all = bundles({ outdir, minify: false });

interface Bundle {
  readonly text: string;
  readonly inputs: Metafile['inputs'];
  readonly files: ReadonlyMap<string, Chunk>;
  readonly texts: ReadonlyMap<string, string>;
  /** Imports of the first file that remain at run time. */
  readonly imports: readonly string[];
}

interface Chunk {
  readonly modules: readonly string[];
  readonly requires: readonly string[];
}

describe('the architecture', () => {
  const built = new Map<BundleName, Bundle>();
  const bundle = (name: BundleName): Bundle => {
    const found = built.get(name);
    assert.ok(found, `${name} was not built`);
    return found;
  };

  /** The modules that are loaded with a file of the extension or of the command, named without its hash. */
  const loadedWith = (name: string): readonly string[] => {
    const chunks = new Map([...bundle('extension.cjs').files, ...bundle('req.cjs').files]);
    const first = [...chunks.keys()].find((file) => file === `${name}.cjs` || file.replace(/-[^-]+\.cjs$/, '') === name);
    assert.ok(first, `${name} was not built`);
    const found = new Set([first]);
    for (const file of found) for (const required of chunks.get(file)?.requires ?? []) found.add(required);
    return [...found].flatMap((file) => chunks.get(file)?.modules ?? []);
  };

  before(async () => {
    const names = Object.keys(all) as BundleName[];
    await Promise.all(names.map(async (name) => built.set(name, await bundled(name))));
  });

  after(() => fs.rmSync(outdir, { recursive: true, force: true }));

  it('is read from bundles that hold something', () => {
    for (const name of built.keys()) assert.ok(ownInputs(bundle(name)).length > 1, name);
  });

  it('reaches vscode only from src/editor and src/extension.ts', () => {
    for (const [name, { inputs }] of built) {
      for (const [file, { imports }] of Object.entries(inputs)) {
        if (!imports.some((found) => found.path === 'vscode')) continue;
        assert.match(file, /^src\/(editor\/|extension\.ts$)/, `${file} in ${name}`);
      }
    }
  });

  it('reaches the disk only by the door, src/files, and other file systems only by that of the editor', () => {
    const sources = fs
      .readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name));
    assert.ok(sources.length > 500);
    const found = (pattern: RegExp): readonly string[] =>
      sources.filter((name) => pattern.test(fs.readFileSync(path.join(repository, 'src', name), 'utf8')));
    assert.deepEqual(
      found(
        /^import .*['"](?:node:)?fs(?:\/promises)?['"]|(?:require|import|getBuiltinModule)\(\s*['"](?:node:)?fs\b|process\.binding/m,
      ).filter((name) => !name.startsWith('files/')),
      [],
    );
    assert.deepEqual(found(/\bworkspace\s*\.\s*fs\b|\{[^}]*\bfs\b[^}]*\}\s*=\s*vscode\.workspace/), [
      'editor/world/editorFiles.ts',
      'editor/world/fileWriting.ts',
    ]);
  });

  it('keeps the panel to the browser: no node: module, no language, no runner', () => {
    const panel = bundle('panel.js');
    assert.deepEqual(panel.imports, []);
    assert.deepEqual(
      Object.keys(panel.inputs).filter((file) => /^src\/(language|runner|editor|cli)\//.test(file)),
      [],
    );
  });

  it('loads QuickJS and the stream parser only with the runner', () => {
    assert.deepEqual(
      loadedWith('extension').filter((file) => /node_modules\/(quickjs|@jitl|eventsource-parser)/.test(file)),
      [],
    );
    // What runs scripts does hold QuickJS, under the very name looked for above.
    assert.ok(Object.keys(bundle('scriptWorker.cjs').inputs).some((file) => file.includes('node_modules/quickjs')));
  });

  it('keeps conversions pure, and loads them neither when a window opens nor for sending', () => {
    for (const name of ['extension.cjs', 'req.cjs'] as const) {
      const { inputs } = bundle(name);
      const modules = ['src/convert/import/index.ts'];
      for (const file of modules) modules.push(...ownImports(inputs, file).filter((found) => !modules.includes(found)));
      assert.ok(modules.includes('src/convert/curl/requestOf.ts'));
      assert.deepEqual(
        modules.filter((file) => !/^src\/(?:base|convert|language|schema\/(?:infer|formats|dialects)\.ts$)/.test(file)),
        [],
      );
    }
    assert.deepEqual(
      ['extension', 'extension-runner', 'req', 'req-runner', 'req-withFiles']
        .flatMap(loadedWith)
        .filter((file) => file.startsWith('src/convert/')),
      [],
    );
    assert.deepEqual(
      loadedWith('extension-later').filter((file) => /^src\/convert\/(import|export)\//.test(file)),
      [],
    );
  });

  it('ships no module twice in the files of the extension, nor in those of the command', () => {
    for (const name of ['extension.cjs', 'req.cjs'] as const) {
      const modules = [...bundle(name).files.values()].flatMap(({ modules: own }) => own);
      assert.ok(modules.length > 100);
      assert.deepEqual(
        modules.filter((file, i) => modules.indexOf(file) !== i),
        [],
      );
    }
  });

  it('loads the code of every start from one file beside the entry', () => {
    for (const name of ['extension.cjs', 'req.cjs'] as const) assert.equal(bundle(name).files.get(name)?.requires.length, 1);
  });

  it('reads the runner only with commands that send', () => {
    const sending = /^src\/runner\/(?!startScripts|script\/|ports\/)/;
    assert.deepEqual(
      ['req', 'req-withFiles'].flatMap(loadedWith).filter((file) => sending.test(file)),
      [],
    );
    assert.ok(loadedWith('req-runner').some((file) => sending.test(file)));
  });

  it('loads only sending code for sending', () => {
    const early = ['req', 'req-runner'].flatMap(loadedWith);
    assert.deepEqual(
      early.filter((file) =>
        /^src\/(cli\/commands\/(check|format|list|import|export)|language\/features\/(format|hover|completion)\/)/.test(file),
      ),
      [],
    );
    assert.ok(loadedWith('req-withFiles').some((file) => file.startsWith('src/language/features/format/')));
  });

  it('loads prompts, sending and script code only when they are needed', () => {
    const early = loadedWith('extension');
    const { inputs } = bundle('extension.cjs');
    // What conversions replace too is exported with the rest of the language.
    const later =
      /^src\/(editor\/(scripts\/|response\/|panel|runs|curl|commandHandlers|vscodeHost|environmentChoice)|protocol\/|language\/features\/(completion\/(?!triggers)|hover|format|refactor|rename|diagnostics\/(?!secretNames)|scripts)|language\/catalog\/(headers|statusCodes))/;
    assert.deepEqual(
      early.filter((file) => later.test(file)),
      [],
    );
    assert.ok(Object.keys(inputs).some((file) => later.test(file)));
  });

  it('evaluates no placeholder before the first lenses of a window', () => {
    const evaluating =
      /^src\/language\/(semantics\/variables\/(evaluate|previewEvaluation|dynamics\/dynamics)|workspace\/createView|index)\.ts$/;
    assert.deepEqual(
      loadedWith('extension').filter((file) => evaluating.test(file)),
      [],
    );
    assert.equal(loadedWith('extension-later').filter((file) => evaluating.test(file)).length > 0, true);
  });

  it('writes the code of every start in ASCII, which V8 keeps in half the memory', () => {
    for (const name of ['extension.cjs', 'req.cjs'] as const) {
      const files = [...bundle(name).files.keys()];
      const read = files.filter((file) => file === name || file.includes('-runner-'));
      const wide = [...read, ...read.flatMap((file) => bundle(name).files.get(file)?.requires ?? [])].filter((file) =>
        /[^\0-\x7f]/.test(withoutComments(bundle(name).texts.get(file) ?? '"\u{80}"')),
      );
      assert.deepEqual(wide, []);
    }
  });

  it('generates no code from text, neither in Req nor in bundled packages', () => {
    const makers = /(?<![\w$.])eval\s*\(|(?<![\w$])(?:new\s+)?Function\s*\(\s*["'`]|node:vm\b|require\(["']vm["']\)/;
    for (const [name, { text }] of built) {
      const found = makers.exec(text);
      assert.equal(found, null, found === null ? '' : `${name}: …${text.slice(found.index - 100, found.index + 100)}…`);
    }
  });

  it('has no cycle of imports', () => {
    const graph = new Map<string, readonly string[]>();
    for (const { inputs } of built.values())
      for (const file of Object.keys(inputs)) if (file.startsWith('src/')) graph.set(file, ownImports(inputs, file));
    assert.deepEqual(cycleIn(graph), []);
  });
});

async function bundled(name: BundleName): Promise<Bundle> {
  const result = await build({ ...all[name], absWorkingDir: repository, write: false, metafile: true, sourcemap: false });
  const files = Object.entries(result.metafile.outputs).map(([file, output]) => [path.basename(file), output] as const);
  const first = files.find(([file]) => file === name);
  assert.ok(first);
  return {
    text: result.outputFiles.map((file) => file.text).join('\n'),
    texts: new Map(result.outputFiles.map((file) => [path.basename(file.path), file.text])),
    inputs: result.metafile.inputs,
    files: new Map(
      files.map(([file, { inputs, imports }]) => [
        file,
        {
          modules: Object.keys(inputs),
          requires: imports
            .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
            .map((found) => path.basename(found.path)),
        },
      ]),
    ),
    imports: first[1].imports.map((found) => found.path),
  };
}

/** The packaged files are minified. */
const withoutComments = (text: string): string => transformSync(text, { minifyWhitespace: true, charset: 'ascii' }).code;

/** The modules of Req that a module imports, without the absolute imports that the build adds. */
const ownImports = (inputs: Metafile['inputs'], of: string): readonly string[] =>
  (inputs[of]?.imports ?? [])
    .filter((found) => found.path.startsWith('src/') && found.original?.startsWith('.'))
    .map((found) => found.path);

function ownInputs(bundle: Bundle): readonly string[] {
  return Object.keys(bundle.inputs).filter((file) => file.startsWith('src/'));
}

/** The files of one cycle, in order; empty if there is none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string): readonly string[] => {
    if (trail.includes(file)) return trail.slice(trail.indexOf(file));
    if (done.has(file)) return [];
    trail.push(file);
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    trail.pop();
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const cycle = visit(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
