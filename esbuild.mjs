// Builds what ships: extension, runner, script worker, command and panel. `--watch` rebuilds, `--minify` is for packaging.
import { build, context } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');

/** The runner is one bundle of its own, loaded at the first send by the editor and the command alike. */
const runnerApart = {
  name: 'runner-apart',
  setup(b) {
    b.onResolve({ filter: /\/runner\/index\.ts$/ }, (a) =>
      a.kind === 'dynamic-import' ? { path: './runner.cjs', external: true } : undefined,
    );
  },
};

const node = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  external: ['vscode'],
  // jsonc-like packages ship UMD as main: the ES module is the one that bundles.
  mainFields: ['module', 'main'],
  // The QuickJS loader asks for import.meta.url, which CommonJS lacks.
  define: { 'import.meta.url': '__importMetaUrl' },
  banner: { js: "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [runnerApart],
  sourcemap: minify ? false : 'linked',
  minify,
  metafile: true,
  legalComments: 'none',
  logLevel: 'info',
};

const bundles = [
  { ...node, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.cjs' },
  { ...node, entryPoints: ['src/runner/index.ts'], outfile: 'dist/runner.cjs' },
  { ...node, entryPoints: ['src/runner/script/scriptWorker.ts'], outfile: 'dist/scriptWorker.cjs' },
  { ...node, entryPoints: ['src/cli/main.ts'], outfile: 'dist/req.cjs', banner: { js: `#!/usr/bin/env node\n${node.banner.js}` } },
  {
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: ['src/panel/main.tsx'],
    outfile: 'dist/panel.js',
    loader: { '.ttf': 'file' },
    sourcemap: minify ? false : 'linked',
    minify,
    metafile: true,
    legalComments: 'none',
    logLevel: 'info',
  },
];

fs.rmSync('dist', { recursive: true, force: true });
fs.mkdirSync('dist', { recursive: true });
fs.copyFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'), 'dist/quickjs.wasm');
if (watch) {
  for (const options of bundles) await (await context(options)).watch();
} else {
  const results = await Promise.all(bundles.map((options) => build(options)));
  const meta = { inputs: {}, outputs: {} };
  for (const r of results) Object.assign(meta.outputs, r.metafile.outputs);
  fs.writeFileSync('dist/meta.json', JSON.stringify(meta));
  fs.chmodSync('dist/req.cjs', 0o755);
}
