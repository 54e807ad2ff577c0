// What ships, as esbuild's options: the extension, the runner, the script worker, the command and the panel.
import { createRequire } from 'node:module';
import path from 'node:path';
import { builtinsWhenUsed } from './builtins.mjs';
import { compressed } from './compressed.mjs';
import { divided } from './divided.mjs';
import { throughDoors } from './doors.mjs';

const require = createRequire(import.meta.url);

/** What the extension is divided into: the module that each file begins with, and the file that is always read before it. */
const extension = {
  // When a window opens.
  'extension.cjs': { module: 'src/extension.ts' },
  // When something of it is asked for first.
  'later.cjs': { module: 'src/editor/commands/later.ts', after: 'extension.cjs' },
  // At the first send.
  'runner.cjs': { module: 'src/runner/index.ts', after: 'later.cjs' },
  // When a first response is kept, or the history is seen.
  'history.cjs': { module: 'src/editor/history/index.ts', after: 'later.cjs' },
  // When the Variables view is seen.
  'variables.cjs': { module: 'src/editor/variables/index.ts', after: 'later.cjs' },
  // When a secret is asked for, kept or looked at.
  'secrets.cjs': { module: 'src/editor/secrets/index.ts', after: 'later.cjs' },
  // Where a curl command stands.
  'curl.cjs': { module: 'src/convert/curl/index.ts', after: 'later.cjs' },
  // When files of other clients are imported, or requests exported.
  'import.cjs': { module: 'src/convert/import/index.ts', after: 'curl.cjs' },
};

/** The same of the command. */
const command = {
  // By every command.
  'req.cjs': { module: 'src/cli/main.ts' },
  // When something is sent.
  'req-runner.cjs': { module: 'src/runner/index.ts', after: 'req.cjs' },
  // By a command that sends nothing.
  'req-files.cjs': { module: 'src/cli/commands/withFiles.ts', after: 'req.cjs' },
  // By `req run`, and where data is read.
  'req-reporters.cjs': { module: 'src/cli/reporters/index.ts', after: 'req.cjs' },
  // By `req import` and `req export`.
  'req-import.cjs': { module: 'src/convert/import/index.ts', after: 'req.cjs' },
};

/** What is whole in itself: for a thread or a process of its own, or for extension and command alike. */
const apart = {
  // When there is a body to look at.
  'body.cjs': { module: 'src/body/index.ts' },
  // When there is a cookie.
  'cookies.cjs': { module: 'src/runner/cookies/index.ts' },
  // When scripts are checked.
  'javascript.cjs': { module: 'src/language/javascript.ts' },
  // By `req lsp` alone.
  'lsp.cjs': { module: 'src/lsp/index.ts' },
};

/** What is imported when it is needed stays an import of the file that it is. */
const loadedLater = (files) => ({
  name: 'loaded-later',
  setup(build) {
    const names = new Map(Object.entries({ ...files, ...apart }).map(([name, { module }]) => [path.resolve(module), name]));
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path: file, resolveDir }) => {
      const name = names.get(path.join(resolveDir, file));
      return kind === 'dynamic-import' && name !== undefined ? { path: `./${name}`, external: true } : undefined;
    });
  },
});

/** Of every file that runs on Node. */
const onNode = {
  platform: 'node',
  target: 'node20.19',
  // A required bundle is not first searched for the names it exports, as an imported one is: 60 ms for the runner.
  supported: { 'dynamic-import': false },
};

/** The list of public suffixes is numbers and names without line breaks: compressed it is a quarter. */
const suffixesCompressed = {
  name: 'suffixes-compressed',
  setup(build) {
    build.onLoad({ filter: /tldts[\\/]dist[\\/]es6[\\/]src[\\/]data[\\/]trie\.js$/ }, ({ path: file }) => {
      const data = Object.entries(require(file.replace(/([\\/])es6([\\/])/, '$1cjs$2')));
      const plain = data.map(([, value]) => (ArrayBuffer.isView(value) ? [...value] : value));
      const text = compressed(Buffer.from(JSON.stringify(plain)), true).toString('base64');
      const names = data.map(([name, value], i) =>
        ArrayBuffer.isView(value)
          ? `export const ${name} = new ${value.constructor.name}(data[${i}]);`
          : `export const ${name} = data[${i}];`,
      );
      const read = `const data = JSON.parse(brotliDecompressSync(Buffer.from('${text}', 'base64')));`;
      return { contents: ["import { brotliDecompressSync } from 'node:zlib';", read, ...names].join('\n') };
    });
  },
};

/** Of js-yaml only what reads the types that JSON has: the rest is half of it. */
const yamlReaderAlone = {
  name: 'yaml-reader-alone',
  setup(build) {
    build.onResolve({ filter: /^js-yaml$/ }, () => ({ path: 'js-yaml', namespace: 'yaml-reader' }));
    build.onLoad({ filter: /./, namespace: 'yaml-reader' }, () => ({
      resolveDir: path.resolve(path.dirname(require.resolve('js-yaml')), 'lib'),
      contents: [
        "export { load } from './loader.js';",
        "export { default as FAILSAFE_SCHEMA } from './schema/failsafe.js';",
        "export { default as Type } from './type.js';",
      ].join('\n'),
    }));
    // The schema that it takes unless told otherwise, and the lines that its errors show.
    build.onResolve({ filter: /^\.\/schema\/default$/ }, ({ resolveDir }) => ({ path: path.join(resolveDir, 'schema/failsafe.js') }));
    build.onResolve({ filter: /^\.\/snippet$/ }, () => ({ path: 'snippet', namespace: 'yaml-snippet' }));
    build.onLoad({ filter: /./, namespace: 'yaml-snippet' }, () => ({ contents: 'module.exports = () => null;' }));
  },
};

// The QuickJS loader asks for import.meta.url, which CommonJS lacks.
const importMetaUrl = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/** The files of the build of `extension.cjs`, and of that of `req.cjs`. */
export const partsOf = { extension: Object.keys(extension), command: Object.keys(command) };

/** The files of the build that one of the two packages does without: the extension (.vscodeignore) and the command (.npmignore). */
export const leftOut = {
  extension: [...partsOf.command, 'lsp.cjs'],
  command: [...partsOf.extension, 'body.cjs', 'panel.js', 'panel.css'],
};

/**
 * The options of every bundle, by the name of the file it makes in `outdir`.
 * @param {{ outdir: string, minify: boolean }} options
 */
export function bundles({ outdir, minify }) {
  const common = {
    bundle: true,
    minify,
    sourcemap: minify ? false : 'linked',
    metafile: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  };
  const node = (entryPoint, file, banner = importMetaUrl) => ({
    ...common,
    entryPoints: [entryPoint],
    outfile: `${outdir}/${file}`,
    ...onNode,
    format: 'cjs',
    external: ['vscode'],
    // jsonc-like packages ship UMD as main: the ES module is the one that bundles.
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: banner },
    plugins: [loadedLater({}), suffixesCompressed],
  });
  const together = (files, banners = {}) => ({
    ...common,
    sourcemap: minify ? false : 'inline',
    entryPoints: Object.fromEntries(Object.entries(files).map(([name, { module }]) => [name.replace(/\.cjs$/, ''), module])),
    outdir,
    outExtension: { '.js': '.cjs' },
    chunkNames: 'piece-[hash]',
    splitting: true,
    write: false,
    // Its pieces are minified when they are together.
    minify: false,
    platform: 'node',
    format: 'esm',
    target: onNode.target,
    external: ['vscode'],
    mainFields: ['module', 'main'],
    plugins: [
      loadedLater(files),
      throughDoors,
      builtinsWhenUsed,
      yamlReaderAlone,
      divided({ files, minify, banners, options: { ...onNode, platform: 'neutral', format: 'cjs' } }),
    ],
  });
  return {
    'extension.cjs': together(extension),
    'req.cjs': together(command, { 'req.cjs': '#!/usr/bin/env node' }),
    'body.cjs': node('src/body/index.ts', 'body.cjs'),
    'cookies.cjs': node('src/runner/cookies/index.ts', 'cookies.cjs', ''),
    'javascript.cjs': node('src/language/javascript.ts', 'javascript.cjs'),
    'lsp.cjs': node('src/lsp/index.ts', 'lsp.cjs'),
    'scriptWorker.cjs': node('src/runner/script/scriptWorker.ts', 'scriptWorker.cjs'),
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
