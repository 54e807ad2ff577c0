// The walls between the folders of src, in one table. `node scripts/walls.mjs` writes them into .oxlintrc.json as lint rules;
// test/architecture.test.ts checks the imports against the table and proves each rule by an import that it forbids.
import fs from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..');

/**
 * Allowed imports of each folder besides its own files: folders, single files of a folder (its doors), and packages. Packages include
 * `vscode` and `node:` (any module of Node.js except the file system).
 */
export const walls = {
  base: { why: 'base is plain helpers', files: [], packages: [] },
  files: { why: 'files is the only door to the disk', files: ['base'], packages: ['node:', 'node:fs'] },
  protocol: { why: 'protocol is types', files: ['base'], packages: [] },
  // The package's JSON documents alone: the schemas of schemas.
  schema: { why: 'schema is pure', files: ['base'], packages: ['ajv', 'js-yaml'] },
  apiDocuments: {
    why: 'apiDocuments knows no shell',
    // The language's types alone.
    files: ['base', 'schema/index.ts', 'language/index.ts'],
    packages: ['node:'],
  },
  graphql: { why: 'graphql is pure', files: ['base'], packages: ['graphql'] },
  markup: { why: 'markup runs in a thread of its own', files: ['base'], packages: ['node:', 'css-select', 'parse5', 'sax', 'xpath'] },
  language: { why: 'language is pure', files: ['base', 'schema/index.ts', 'graphql/index.ts'], packages: ['acorn'] },
  convert: {
    why: 'convert is pure',
    files: ['base', 'schema/infer.ts', 'language/index.ts', 'language/onDemand.ts'],
    packages: ['js-yaml'],
  },
  runner: {
    why: 'runner knows no shell',
    files: ['base', 'files', 'schema/index.ts', 'markup/protocol.ts', 'apiDocuments/index.ts', 'language/index.ts', 'language/sending.ts'],
    packages: [
      'node:',
      'eventsource-parser',
      'fzstd',
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
      'tough-cookie',
      // Inside the sandbox.
      'jsonpath-rfc9535',
      '@xmldom/xmldom',
      'xpath',
    ],
  },
  body: { why: 'body runs in a thread of its own', files: ['base', 'files', 'protocol'], packages: ['node:'] },
  response: {
    why: 'response knows no shell',
    files: ['base', 'files', 'protocol', 'body/index.ts', 'language/index.ts', 'runner/index.ts', 'convert/export/index.ts'],
    packages: ['node:'],
  },
  panel: { why: 'panel runs in the web view', files: ['base', 'protocol'], packages: ['preact', '@preact/signals'] },
  lsp: {
    why: 'lsp asks the language',
    files: ['base', 'files', 'language/index.ts', 'language/onDemand.ts'],
    packages: ['node:', 'vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-uri'],
  },
  cli: {
    why: 'cli is a shell',
    files: [
      'base',
      'files',
      'apiDocuments/index.ts',
      'apiDocuments/readApi.ts',
      'graphql/index.ts',
      'language/index.ts',
      'language/onDemand.ts',
      'language/javascript.ts',
      'runner/index.ts',
      'runner/startScripts.ts',
      'convert/http/index.ts',
      'convert/import/index.ts',
      'lsp/index.ts',
    ],
    packages: ['node:'],
  },
  editor: {
    why: 'editor is a shell',
    files: [
      'base',
      'files',
      'protocol',
      'response',
      'schema/index.ts',
      'apiDocuments/index.ts',
      'apiDocuments/readApi.ts',
      'graphql/index.ts',
      'body/index.ts',
      'language/atStart.ts',
      'language/index.ts',
      'language/onDemand.ts',
      'runner/index.ts',
      'runner/scriptVariables.ts',
      'convert/curl/index.ts',
      'convert/http/index.ts',
      'convert/import/index.ts',
    ],
    packages: ['node:', 'vscode'],
  },
};

/** Folders inside `language` that `features` builds on. */
const belowFeatures = ['catalog', 'incremental', 'syntax', 'semantics', 'workspace'];

/** Patterns, as in .gitignore, of imports that `folder` may not have: other folders without their doors. */
function forbidden(folder) {
  const { files, packages } = walls[folder];
  const others = Object.keys(walls).filter((other) => other !== folder && !files.includes(other));
  const doors = files.filter((file) => file.endsWith('.ts'));
  return [
    ...['vscode', 'node:*'].filter((name) => !packages.includes(name.replace('*', ''))),
    ...others.map((other) => `**/${other}/**`),
    ...doors.map((door) => `!**/${door}`),
  ];
}

const fileSystem = {
  group: ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'],
  message: 'Files go through the door: src/files.',
};

const override = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

/** The overrides of .oxlintrc.json that enforce these rules. */
export function lintOverrides() {
  const rules = (folder) => {
    const { why, files, packages } = walls[folder];
    const allowed = [...files, ...packages].join(', ') || 'nothing';
    const message = `${why}: it may import ${allowed}.`;
    return [...(packages.includes('node:fs') ? [] : [fileSystem]), { group: forbidden(folder), message }];
  };
  return [
    override(['src/*.ts'], [fileSystem]),
    ...Object.keys(walls).map((folder) => override([`src/${folder}/**`], rules(folder))),
    override(
      [`src/language/{${belowFeatures.join(',')}}/**`],
      [...rules('language'), { group: ['**/features/**'], message: 'features builds on this folder, not the other way round.' }],
    ),
  ];
}

export function lintConfig() {
  const config = JSON.parse(fs.readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8'));
  const others = config.overrides.filter(({ files }) => !files.every((glob) => glob.startsWith('src/')));
  return { ...config, overrides: [...lintOverrides(), ...others] };
}

if (process.argv[1] === import.meta.filename) {
  fs.writeFileSync(path.join(repository, '.oxlintrc.json'), `${JSON.stringify(lintConfig(), null, 2)}\n`);
}
