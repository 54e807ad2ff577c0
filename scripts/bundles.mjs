// What ships, as esbuild's options: the extension, the runner, the script worker and the API of scripts, the command and the panel.
import { transform } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);

/** By Brotli, as small as it can be or as quickly. */
function compressed(octets, small) {
  const quality = small ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY;
  return brotliCompressSync(octets, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: octets.length },
  });
}

/** What is imported when it is needed, and the bundle that it is. */
const later = {
  // At the first send.
  'runner/index.ts': 'runner.cjs',
  // By `req lsp` alone.
  'lsp/index.ts': 'lsp.cjs',
  // Where a curl command stands.
  'curl/index.ts': 'curl.cjs',
  // When files of other clients are imported.
  'import/index.ts': 'import.cjs',
  // When a secret is asked for, kept or looked at.
  'secrets/index.ts': 'secrets.cjs',
  // When a first response is kept, or the history is seen.
  'history/index.ts': 'history.cjs',
  // When the Variables view is seen.
  'variables/index.ts': 'variables.cjs',
  // By `req run`, and where data is read.
  'reporters/index.ts': 'reporters.cjs',
  // When there is a body to look at.
  'body/index.ts': 'body.cjs',
  // When there is a cookie.
  'cookies/index.ts': 'cookies.cjs',
  // When scripts are checked, and in the script worker.
  'javascript/index.ts': 'javascript.cjs',
};

const loadedLater = {
  name: 'loaded-later',
  setup(build) {
    build.onResolve(
      { filter: /\/(runner|body|lsp|reporters|curl|import|secrets|history|variables|cookies|javascript)\/index\.ts$/ },
      ({ kind, path: file }) => {
        const name = file.split('/').slice(-2).join('/');
        // The worker imports it as anything else, and reads it from its own file all the same.
        const isApart = kind === 'dynamic-import' || (kind === 'import-statement' && name === 'javascript/index.ts');
        return isApart ? { path: `./${later[name]}`, external: true } : undefined;
      },
    );
  },
};

/** Of every file that runs on Node. */
const onNode = {
  platform: 'node',
  target: 'node20.19',
  // A required bundle is not first searched for the names it exports, as an imported one is: 60 ms for the runner.
  supported: { 'dynamic-import': false },
};

/**
 * The extension and what it reads when somebody asks for it share the code that both need, in a third file: the language is
 * there once, with all that it remembers. esbuild divides code among ES modules only, so each file is made CommonJS afterwards.
 */
const dividedAsCommonJs = (minify) => ({
  name: 'divided-as-commonjs',
  setup(build) {
    build.onEnd(async ({ errors, metafile, outputFiles }) => {
      if (errors.length > 0) return;
      const convert = async (code) =>
        (
          await transform(code, {
            ...onNode,
            format: 'cjs',
            minify,
            sourcemap: minify ? false : 'inline',
            legalComments: 'none',
            charset: 'utf8',
          })
        ).code;
      for (const name of Object.keys(metafile.outputs)) {
        if (!name.endsWith('.cjs')) continue;
        const output = outputFiles?.find((file) => file.path.endsWith(path.basename(name)));
        if (output !== undefined) output.contents = new TextEncoder().encode(await convert(output.text));
        else if (outputFiles === undefined) fs.writeFileSync(name, await convert(fs.readFileSync(name, 'utf8')));
      }
    });
  },
});

/**
 * Of undici only its client of HTTP/1.1 is bundled: the rest is most of it, and reading it at load wakes Node's own copy of
 * undici, which costs a short command more than its request. A name that is not listed here is a build error.
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
    // What the client asks for where a body is a form of fetch or a server speaks HTTP/2, neither of which it is given.
    build.onResolve({ filter: /\/(web\/fetch\/body|client-h2)\.js$/ }, ({ path: file }) => ({ path: file, namespace: 'undici-left-out' }));
    build.onLoad({ filter: /./, namespace: 'undici-left-out' }, ({ path: file }) => ({
      contents: `module.exports = () => { throw new Error('${path.basename(file)} is not in this bundle'); };\nmodule.exports.extractBody = module.exports;`,
    }));
    // Of its tables of constants the client reads two; the rest are of a writer of parsers. One that is not there is told at once.
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]constants\.js$/ }, ({ path: file }) => {
      const { ERROR, TYPE } = require(file);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};` };
    });
    // Nobody listens to what it tells of itself.
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics\.js$/ }, ({ path: file }) => {
      const channels = Object.keys(require(file).channels).map((name) => [name, { hasSubscribers: false }]);
      return { contents: `exports.channels = ${JSON.stringify(Object.fromEntries(channels))};` };
    });
    // It brings its parser twice, with SIMD and without; the one without works on every processor, and compressed it is a quarter.
    build.onResolve({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, ({ resolveDir }) => ({
      path: path.join(resolveDir, '../llhttp/llhttp-wasm.js'),
      namespace: 'undici-parser',
    }));
    build.onLoad({ filter: /./, namespace: 'undici-parser' }, ({ path: file }) => ({
      contents: `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${compressed(require(file), true).toString('base64')}', 'base64'));`,
    }));
  },
};

/** Writes what was built compressed: to a third. */
const writtenCompressed = (minify) => ({
  name: 'written-compressed',
  setup(build) {
    build.onEnd(({ outputFiles = [] }) => {
      for (const { path: file, contents } of outputFiles) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, compressed(contents, minify));
      }
    });
  },
});

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

/** What the bundle of the extension is divided into besides its own file. */
export const partsOfExtension = ['later.cjs', 'shared.cjs'];

/** What the conversion of curl commands and the import share, and the import. */
export const partsOfCurl = ['import.cjs', 'convert.cjs'];

/** The engine of scripts, compressed to two fifths: it is read and compiled while the worker starts. */
export const engineFile = 'quickjs.wasm.br';

/** The files of the build that one of the two packages does without: the extension (.vscodeignore) and the command (.npmignore). */
export const leftOut = {
  extension: ['req.cjs', 'reporters.cjs', 'lsp.cjs'],
  command: [
    'extension.cjs',
    ...partsOfExtension,
    'body.cjs',
    'curl.cjs',
    'secrets.cjs',
    'history.cjs',
    'variables.cjs',
    'panel.js',
    'panel.css',
  ],
};

/**
 * The engine asks for 16 MB of memory before it does anything, and uses 5.3 of it; more it takes when it needs more. All that it
 * has is put back after each script, so it begins with 6 MB: the least size of the memory it imports stands in its section of
 * imports, as a number in LEB128 of two octets.
 */
function withLessMemory(engine) {
  const memory = Buffer.from('\x01a\x01a\x02\x01', 'latin1');
  const at = engine.indexOf(memory) + memory.length;
  if (engine.lastIndexOf(memory) !== at - memory.length || engine.readUInt16BE(at) !== 0x8002)
    throw new Error('The memory that QuickJS imports is not where it was.');
  engine.writeUInt16BE(0xe000, at);
  return engine;
}

/**
 * Writes the engine of scripts, which belongs beside the script worker.
 * @param {{ outdir: string, minify: boolean }} options
 */
export function writeEngine({ outdir, minify }) {
  const engine = withLessMemory(fs.readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
  // The best takes a second, which only what ships is worth.
  fs.writeFileSync(path.join(outdir, engineFile), compressed(engine, minify));
}

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
    plugins: [loadedLater, undiciClientAlone, suffixesCompressed],
  });
  return {
    'extension.cjs': {
      ...common,
      sourcemap: minify ? false : 'inline',
      entryPoints: { extension: 'src/extension.ts', later: 'src/editor/later.ts' },
      outdir,
      outExtension: { '.js': '.cjs' },
      chunkNames: 'shared',
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      external: ['vscode'],
      plugins: [loadedLater, dividedAsCommonJs(minify)],
    },
    'runner.cjs': node('src/runner/index.ts', 'runner.cjs'),
    'body.cjs': node('src/body/index.ts', 'body.cjs'),
    'curl.cjs': {
      ...common,
      sourcemap: minify ? false : 'inline',
      entryPoints: { curl: 'src/convert/curl/index.ts', import: 'src/convert/import/index.ts' },
      outdir,
      outExtension: { '.js': '.cjs' },
      chunkNames: 'convert',
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      mainFields: ['module', 'main'],
      plugins: [yamlReaderAlone, dividedAsCommonJs(minify)],
    },
    'secrets.cjs': node('src/editor/secrets/index.ts', 'secrets.cjs', ''),
    'history.cjs': node('src/editor/history/index.ts', 'history.cjs', ''),
    'variables.cjs': node('src/editor/variables/index.ts', 'variables.cjs', ''),
    'cookies.cjs': node('src/runner/cookies/index.ts', 'cookies.cjs', ''),
    'javascript.cjs': node('src/javascript/index.ts', 'javascript.cjs'),
    'reporters.cjs': node('src/cli/reporters/index.ts', 'reporters.cjs', ''),
    'lsp.cjs': node('src/lsp/index.ts', 'lsp.cjs'),
    'scriptWorker.cjs': node('src/runner/script/scriptWorker.ts', 'scriptWorker.cjs'),
    // Evaluated inside QuickJS before every script.
    'scriptApi.js.br': {
      ...common,
      sourcemap: false,
      entryPoints: ['src/runner/script/api/main.ts'],
      outfile: `${outdir}/scriptApi.js.br`,
      write: false,
      platform: 'neutral',
      format: 'iife',
      globalName: 'scriptApi',
      target: 'es2022',
      plugins: [writtenCompressed(minify)],
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
