// esbuild's options for what ships: extension, command, panel, and what runs in a thread or process of its own.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transform } from 'esbuild';
import { compressed } from './compressed.mjs';

const require = createRequire(import.meta.url);
/** The paths below start here, whatever the current folder is: a test may have changed it. */
const repository = path.resolve(import.meta.dirname, '..');

/** Bundles that extension and command import lazily, or run in their own thread or process. */
const apart = {
  // When there is a body to look at.
  'body.cjs': 'src/body/index.ts',
  // When there is a cookie.
  'cookies.cjs': 'src/runner/cookies/index.ts',
  // When scripts are checked.
  'javascript.cjs': 'src/language/javascript.ts',
  // When there is a file of another client.
  'http.cjs': 'src/convert/http/index.ts',
  // When an assertion names a schema.
  'schemas.cjs': 'src/schema/index.ts',
  // When a collection names an OpenAPI document; it is its own worker.
  'openapi.cjs': 'src/apiDocuments/index.ts',
  // When a request names a GraphQL schema.
  'graphql.cjs': 'src/graphql/index.ts',
  // By `req lsp` alone.
  'lsp.cjs': 'src/lsp/index.ts',
};

/** Keeps a dynamic import of a separate bundle as an import of its file. */
const separateBundles = {
  name: 'separate-bundles',
  setup({ onResolve }) {
    const names = new Map(Object.entries(apart).map(([name, module]) => [path.resolve(repository, module), name]));
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path: file, resolveDir }) => {
      const name = names.get(path.join(resolveDir, file));
      return kind === 'dynamic-import' && name !== undefined ? { path: `./${name}`, external: true } : undefined;
    });
  },
};

/** Dynamic imports of extension and command; each becomes a file. */
const doors = ['src/editor/commands/later.ts', 'src/cli/commands/withFiles.ts', 'src/runner/index.ts', 'src/convert/import/index.ts'];

/** Small modules shared by several of these files: they would become chunks of 1 and 4 KB. */
const withStart = {
  'src/extension.ts': [
    'base/events/timings',
    'base/textFormats',
    'base/text/charsets',
    'base/events/eventUnits',
    'files/ownFiles',
    'files/spool',
  ],
  'src/cli/main.ts': ['base/textFormats', 'base/text/durationText'],
};

/**
 * Puts all that is loaded at start into one chunk. esbuild makes a chunk for each set of entries that share modules; an import of the main
 * entry in every one makes all of them share its modules.
 */
const startInOneChunk = (entryPoint) => ({
  name: 'start-in-one-chunk',
  setup({ initialOptions, onLoad }) {
    // It has no effect but that.
    initialOptions.logOverride = { 'ignored-bare-import': 'silent' };
    const entry = path.resolve(repository, entryPoint);
    const paths = new Map(doors.map((door) => [path.resolve(repository, door), [entry]]));
    paths.set(
      entry,
      withStart[entryPoint].map((name) => path.resolve(repository, `src/${name}.ts`)),
    );
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const added = paths.get(file)?.map((name) => `import ${JSON.stringify(name)};`);
      return added === undefined ? undefined : { contents: [fs.readFileSync(file, 'utf8'), ...added].join('\n'), loader: 'ts' };
    });
  },
});

const onNode = {
  platform: 'node',
  target: 'node20.19',
  // `import()` becomes `require`: Node first searches an imported CommonJS file for the names it exports, 60 ms for the runner.
  supported: { 'dynamic-import': false },
};

/** Converts the chunks to CommonJS, which esbuild cannot split. VS Code loads an extension as CommonJS. */
const chunksAsCommonJs = ({ minify, banners }) => ({
  name: 'chunks-as-commonjs',
  setup({ onEnd }) {
    onEnd(async ({ outputFiles, errors }) => {
      if (errors.length > 0) return;
      for (const file of outputFiles) {
        const { code } = await transform(file.text, {
          ...onNode,
          format: 'cjs',
          banner: banners[path.basename(file.path)] ?? '',
          sourcemap: minify ? false : 'inline',
          minify,
          charset: 'ascii',
          legalComments: 'none',
        });
        file.contents = Buffer.from(code);
        fs.mkdirSync(path.dirname(file.path), { recursive: true });
        fs.writeFileSync(file.path, file.contents);
      }
    });
  },
});

/** Compresses the list of public suffixes, numbers and names without line breaks, to a quarter. */
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

/** Writes a rarely needed program compressed: it is decompressed on first use. */
const writtenCompressed = (minify) => ({
  name: 'written-compressed',
  setup({ onEnd }) {
    onEnd(({ outputFiles }) => {
      for (const file of outputFiles ?? []) {
        fs.mkdirSync(path.dirname(file.path), { recursive: true });
        fs.writeFileSync(file.path, compressed(file.contents, minify));
      }
    });
  },
});

/**
 * Node.js 22 and newer cache the compiled code beside the command: a start takes an eighth less processor time. A user who can write there
 * could change the command itself, which is not true of a temporary folder. Without write permission nothing is cached.
 */
const compileCache = "require('node:module').enableCompileCache?.(require('node:path').join(__dirname, '.compiled'));";

// The QuickJS loader asks for import.meta.url, which CommonJS lacks.
const importMetaUrl = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/** Files that only one of the two packages needs: .npmignore and .vscodeignore exclude them from the other. */
export const onlyIn = {
  extension: ['extension.cjs', 'extension-*.cjs', 'body.cjs', 'panel.js', 'panel.css'],
  command: ['req.cjs', 'req-*.cjs', 'lsp.cjs'],
};

/**
 * The options of every bundle, by the name of its file in `outdir`.
 * @param {{ outdir: string, minify: boolean }} options
 */
export function bundles({ outdir, minify }) {
  const common = {
    absWorkingDir: repository,
    bundle: true,
    minify,
    sourcemap: minify ? false : 'linked',
    metafile: true,
    legalComments: 'none',
    // V8 keeps a file with other characters in twice the memory.
    charset: 'ascii',
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
    define: { 'import.meta.url': '__importMetaUrl', 'globalThis.process.env.NODE_ENV': '"production"' },
    banner: { js: banner },
    plugins: [separateBundles, suffixesCompressed],
  });
  /** An entry whose dynamic imports are separate files: `NAME.cjs` and `NAME-*.cjs`. No module is in two of them. */
  const split = (name, entryPoint, banner = '') => ({
    ...common,
    // Source maps survive the second step inline only.
    sourcemap: minify ? false : 'inline',
    entryPoints: { [name]: entryPoint },
    outdir,
    outExtension: { '.js': '.cjs' },
    chunkNames: `${name}-[name]-[hash]`,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: onNode.target,
    external: ['vscode'],
    mainFields: ['module', 'main'],
    // Written by the plugin.
    write: false,
    plugins: [separateBundles, startInOneChunk(entryPoint), chunksAsCommonJs({ minify, banners: { [`${name}.cjs`]: banner } })],
  });
  return {
    'extension.cjs': split('extension', 'src/extension.ts'),
    'req.cjs': split('req', 'src/cli/main.ts', `#!/usr/bin/env node\n${compileCache}`),
    'body.cjs': node('src/body/index.ts', 'body.cjs'),
    'cookies.cjs': node('src/runner/cookies/index.ts', 'cookies.cjs', ''),
    'javascript.cjs': node('src/language/javascript.ts', 'javascript.cjs'),
    'schemas.cjs': node('src/schema/index.ts', 'schemas.cjs'),
    'openapi.cjs': node('src/apiDocuments/index.ts', 'openapi.cjs'),
    'graphql.cjs': {
      ...node('src/graphql/index.ts', 'graphql.cjs', ''),
      // The package as a whole is bundled from its ES modules. Node.js reads it as CommonJS, in which this part ends with `.js`.
      alias: { 'graphql/utilities/extendSchema.js': 'graphql/utilities/extendSchema.mjs' },
    },
    'http.cjs': node('src/convert/http/index.ts', 'http.cjs', ''),
    'lsp.cjs': node('src/lsp/index.ts', 'lsp.cjs'),
    'markup.br': {
      ...node('src/markup/markupWorker.ts', 'markup.br', ''),
      sourcemap: false,
      // Written by the plugin.
      write: false,
      plugins: [writtenCompressed(minify)],
    },
    'paths.br': {
      ...node('src/runner/check/pathWorker.ts', 'paths.br', ''),
      sourcemap: false,
      // Written by the plugin.
      write: false,
      plugins: [writtenCompressed(minify)],
    },
    'scriptWorker.cjs': node('src/runner/script/worker/scriptWorker.ts', 'scriptWorker.cjs'),
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
