// What ships, as esbuild's options: the extension, the runner, the script worker and the API of scripts, the command and the panel.

/**
 * What is imported when it is needed is a bundle of its own: the runner at the first send, the language server by `req lsp`, the
 * conversion of curl commands where one stands.
 */
const loadedLater = {
  name: 'loaded-later',
  setup(build) {
    build.onResolve({ filter: /\/(runner|lsp|curl)\/index\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${/(\w+)\/index\.ts$/.exec(path)[1]}.cjs`, external: true } : undefined,
    );
  },
};

/**
 * Of undici only the client is bundled: the rest is two thirds of it, and reading it at load wakes Node's own copy of undici,
 * which costs a short command more than its request. A name that is not listed here is a build error.
 */
const undiciClientAlone = {
  name: 'undici-client-alone',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({ path: 'undici', namespace: 'undici-client', pluginData: resolveDir }));
    build.onLoad({ filter: /^undici$/, namespace: 'undici-client' }, ({ pluginData }) => ({
      resolveDir: pluginData,
      contents: [
        "export { default as Client } from 'undici/lib/dispatcher/client.js';",
        "export { default as errors } from 'undici/lib/core/errors.js';",
      ].join('\n'),
    }));
  },
};

// The QuickJS loader asks for import.meta.url, which CommonJS lacks.
const importMetaUrl = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * The options of every bundle, by the name of the file it makes in `outdir`.
 * @param {{ outdir: string, minify: boolean }} options
 */
export function bundles({ outdir, minify }) {
  const common = { bundle: true, minify, sourcemap: minify ? false : 'linked', metafile: true, legalComments: 'none', logLevel: 'warning' };
  const node = (entryPoint, file, banner = importMetaUrl) => ({
    ...common,
    entryPoints: [entryPoint],
    outfile: `${outdir}/${file}`,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // A required bundle is not first searched for the names it exports, as an imported one is: 60 ms for the runner.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
    // jsonc-like packages ship UMD as main: the ES module is the one that bundles.
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: banner },
    plugins: [loadedLater, undiciClientAlone],
  });
  return {
    'extension.cjs': node('src/extension.ts', 'extension.cjs'),
    'runner.cjs': node('src/runner/index.ts', 'runner.cjs'),
    'curl.cjs': node('src/convert/curl/index.ts', 'curl.cjs'),
    'lsp.cjs': node('src/lsp/index.ts', 'lsp.cjs'),
    'scriptWorker.cjs': node('src/runner/script/scriptWorker.ts', 'scriptWorker.cjs'),
    // Evaluated inside QuickJS before every script.
    'scriptApi.js': {
      ...common,
      sourcemap: false,
      entryPoints: ['src/runner/script/api/main.ts'],
      outfile: `${outdir}/scriptApi.js`,
      platform: 'neutral',
      format: 'iife',
      globalName: 'scriptApi',
      target: 'es2022',
    },
    'req.cjs': node('src/cli/main.ts', 'req.cjs', `#!/usr/bin/env node\n${importMetaUrl}`),
    'panel.js': {
      ...common,
      entryPoints: ['src/panel/main.tsx'],
      outfile: `${outdir}/panel.js`,
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.ttf': 'file' },
    },
  };
}
