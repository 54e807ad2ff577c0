// The engine of scripts, as it ships: QuickJS, and its memory with the API of scripts in it.
import { build } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressed } from './compressed.mjs';

const require = createRequire(import.meta.url);
const script = path.join(import.meta.dirname, '../src/runner/script');

/** Both are read and decompressed while the script worker starts. */
export const engineFiles = ['quickjs.wasm.br', 'quickjs.image.br'];

/** Libraries for scripts, each loaded on first use: `library-NAME.br`. */
const libraries = {
  ajv: 'libraries/packages/ajvMain.js',
  buffer: 'libraries/packages/bufferMain.js',
  bruno: 'libraries/bruno/brunoMain.ts',
  chai: 'libraries/packages/chaiMain.js',
  cheerio: 'libraries/packages/cheerioMain.js',
  crypto: 'libraries/node/cryptoMain.ts',
  'crypto-js': 'libraries/packages/cryptoJsMain.js',
  dayjs: 'libraries/packages/dayjsMain.js',
  lodash: 'libraries/packages/lodashMain.js',
  modules: 'libraries/modules/modulesMain.ts',
  moment: 'libraries/packages/momentMain.js',
  nanoid: 'libraries/packages/nanoidMain.js',
  postman: 'libraries/postman/postmanMain.ts',
  query: 'libraries/query/queryMain.ts',
  tv4: 'libraries/packages/tv4Main.js',
  uuid: 'libraries/packages/uuidMain.js',
  web: 'libraries/web/webMain.ts',
  xml: 'libraries/xml/xmlMain.ts',
  xml2js: 'libraries/packages/xml2jsMain.js',
};
/** Packages whose builds for Node.js do not work in the sandbox. */
const ofBrowsers = /(?:cheerio|nanoid)Main\.js$/;
const nodeModules = path.join(script, 'libraries/packages/nodeModules.cjs');
export const libraryFiles = 'library-*.br';

/**
 * Writes the script engine, which must be beside the script worker. Returns the inputs of its API and libraries.
 * @param {{ outdir: string, minify: boolean }} options
 */
export async function writeEngine({ outdir, minify }) {
  const engine = withTable(fs.readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
  const { makeStartImage } = await imageMaker();
  const { text, metafile } = await insideSandbox('api/apiMain.ts', 'scriptApi', minify);
  const image = await makeStartImage(await WebAssembly.compile(engine), text);
  // The best compression takes a second, so only builds that ship use it.
  for (const [i, bytes] of [engine, image].entries()) fs.writeFileSync(path.join(outdir, engineFiles[i]), compressed(bytes, minify));
  const metafiles = [metafile];
  for (const [name, file] of Object.entries(libraries)) {
    const library = await insideSandbox(file, 'library', minify);
    metafiles.push(library.metafile);
    const whole = `(function (kit) {${library.text}\nreturn library.create(kit); })`;
    fs.writeFileSync(path.join(outdir, `library-${name}.br`), compressed(Buffer.from(whole), minify));
  }
  return metafiles;
}

/**
 * Exports the engine's table of functions as `#`. A function can then be added to which the engine reports rejected promises
 * (rejections.ts). Adds one entry to the export section (7), which begins with its length and count in LEB128.
 */
function withTable(engine) {
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (; ; at++, shift += 7) {
      value += (engine[at] & 0x7f) << shift;
      if (engine[at] < 0x80) return { value, end: at + 1 };
    }
  };
  const written = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)]);
  for (let at = 8; at < engine.length;) {
    const length = number(at + 1);
    if (engine[at] === 7) {
      const count = number(length.end);
      const end = length.end + length.value;
      const entries = [...written(count.value + 1), ...engine.subarray(count.end, end), 1, '#'.charCodeAt(0), 1, 0];
      const section = Buffer.from([7, ...written(entries.length), ...entries]);
      return Buffer.concat([engine.subarray(0, at), section, engine.subarray(end)]);
    }
    at = length.end + length.value;
  }
  throw new Error('QuickJS exports nothing.');
}

/** Code that is evaluated inside QuickJS. */
async function insideSandbox(file, globalName, minify) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(script, file)],
    bundle: true,
    minify,
    write: false,
    metafile: true,
    legalComments: 'none',
    charset: 'utf8',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ofBrowsers.test(file) ? ['browser', 'module'] : [],
    alias: { events: nodeModules, timers: nodeModules, stream: nodeModules },
    format: 'iife',
    globalName,
    target: 'es2022',
  });
  return { text: outputFiles[0].text, metafile };
}

/** The worker's own function for creating an engine: the memory image matches no other. */
async function imageMaker() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-image-'));
  const outfile = path.join(folder, 'makeStartImage.mjs');
  try {
    await build({
      entryPoints: [path.join(script, 'engine/makeStartImage.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
