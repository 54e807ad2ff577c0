// Many files out of one build, in which no code stands twice.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Divides code among files so that none of it stands twice. Each file is read after another one, in a tree: what several need is in
 * the last of the files that are read before all of them, and they require it from there.
 *
 * esbuild divides code among ES modules, into a piece for each set of entries that need it. The pieces of a file are put together
 * afterwards and made CommonJS; what another file needs of them is exported under numbers.
 * @param {{
 *   files: Readonly<Record<string, { readonly module: string, readonly after?: string }>>,
 *   minify: boolean,
 *   banners: Readonly<Record<string, string>>,
 *   options: import('esbuild').BuildOptions,
 * }} of the files, what each begins with, and how they are written
 */
export const divided = ({ files, minify, banners, options }) => ({
  name: 'divided',
  setup({ initialOptions: { outdir, sourcemap }, onEnd }) {
    const names = Object.keys(files);
    onEnd(async (result) => {
      if (result.errors.length > 0) return;
      const pieces = readPieces(result);
      const owners = ownersOf(pieces, files);
      const numbers = numbersOf(pieces, owners);
      const made = await Promise.all(
        names.map((file) =>
          build({
            ...options,
            stdin: { contents: doorOf(file, numbers, owners), resolveDir: path.resolve(outdir), sourcefile: `${file}.js` },
            outfile: path.join(outdir, file),
            banner: { js: banners[file] ?? '' },
            bundle: true,
            external: ['node:*', 'vscode'],
            minify,
            sourcemap,
            metafile: true,
            write: false,
            legalComments: 'none',
            charset: 'utf8',
            plugins: [piecesOf(file, { pieces, numbers, owners, outdir: path.resolve(outdir) })],
          }),
        ),
      );
      result.outputFiles = made.flatMap(({ outputFiles }) => outputFiles);
      result.metafile.outputs = Object.assign(
        {},
        ...made.map(({ metafile: { outputs } }, i) => withInputs(outputs, names[i], { pieces, owners })),
      );
      for (const { path: file, contents } of result.outputFiles) {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, contents);
      }
    });
  },
});

/** What esbuild has made, by name. */
function readPieces({ metafile, outputFiles }) {
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  return new Map(
    Object.entries(metafile.outputs).map(([file, { imports, exports, inputs }]) => [
      path.basename(file),
      {
        text: texts.get(path.basename(file)),
        requires: imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((i) => path.basename(i.path)),
        exports,
        inputs,
      },
    ]),
  );
}

/** The file that each piece goes to. */
function ownersOf(pieces, files) {
  /** A file and those that are read before it, the first one first. */
  const lineOf = (file) => (file === undefined ? [] : [...lineOf(files[file].after), file]);
  const owners = new Map();
  for (const file of Object.keys(files)) {
    const line = lineOf(file);
    for (const name of neededBy(pieces, file)) {
      const owner = owners.get(name);
      owners.set(name, owner === undefined ? file : line.findLast((before) => lineOf(owner).includes(before)));
    }
  }
  return owners;
}

/** A piece and what it requires, however far away. */
function neededBy(pieces, first) {
  const found = new Set([first]);
  for (const name of found) for (const required of pieces.get(name).requires) found.add(required);
  return found;
}

/** By which name the file of a piece exports what other files need of it: `_1`, `_2`, …. */
function numbersOf(pieces, owners) {
  const counts = new Map();
  const numbers = new Map();
  for (const [name, { requires }] of pieces) {
    for (const required of requires) {
      const owner = owners.get(required);
      if (owner === owners.get(name) || numbers.has(required)) continue;
      const from = counts.get(owner) ?? 0;
      const { exports } = pieces.get(required);
      numbers.set(required, new Map(exports.map((exported, i) => [exported, `_${(from + i).toString(36)}`])));
      counts.set(owner, from + exports.length);
    }
  }
  return numbers;
}

/** The text of a file as its pieces and what they export. */
function doorOf(file, numbers, owners) {
  const shared = [...numbers].filter(([name]) => owners.get(name) === file);
  return [`export * from './${file}';`, ...shared.map(([name, of]) => listOf(of, ([exported, number]) => [exported, number], name))].join(
    '\n',
  );
}

const listOf = (numbers, renamed, from) =>
  `export { ${[...numbers].map((pair) => renamed(pair).join(' as ')).join(', ')} } from './${from}';`;

/** Lets a file be made of its own pieces, and require the files of the others. */
const piecesOf = (file, { pieces, numbers, owners, outdir }) => ({
  name: 'pieces',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/[^/]+\.cjs$/ }, ({ path: wanted, kind, namespace }) => {
      const name = path.basename(wanted);
      const owner = owners.get(name);
      // What is read later is a file, and so is where a piece of another file is.
      if (kind === 'dynamic-import' || namespace === 'elsewhere' || owner === undefined) return { path: wanted, external: true };
      return owner === file ? { path: path.join(outdir, name) } : { path: name, namespace: 'elsewhere' };
    });
    onLoad({ filter: /\.cjs$/, namespace: 'file' }, ({ path: name }) => ({
      contents: pieces.get(path.basename(name)).text,
      resolveDir: outdir,
    }));
    onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path: name }) => ({
      contents: listOf(numbers.get(name), ([exported, number]) => [number, exported], owners.get(name)),
      resolveDir: outdir,
    }));
  },
});

/** What esbuild tells of a file, with the modules that it is made of in place of its pieces. */
function withInputs(outputs, file, { pieces, owners }) {
  const own = [...pieces].filter(([name]) => owners.get(name) === file);
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => [
      name,
      { ...output, inputs: name.endsWith('.cjs') ? Object.assign({}, ...own.map(([, { inputs }]) => inputs)) : {} },
    ]),
  );
}
