// Runs test/editor/*.test.ts in the extension host of a real VS Code: the downloaded one where there is a display and
// a way to Microsoft's server, else the VS Code server of test/vscode/. Names of suites run these alone, REQ_TEST_GREP=words some tests.
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from './command.mjs';

const out = path.join(repository, 'out/editor-tests');
// Failed tests are reported in their bundles, so those names count too.
const named = process.argv.slice(2).map((file) => path.basename(file).replace(/\.cjs$/, '.ts'));
const suites = fs
  .readdirSync(path.join(repository, 'test/editor'))
  .filter((name) => name.endsWith('.test.ts') && (named.length === 0 || named.includes(name)));
fs.rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: repository,
  entryPoints: ['index.ts', ...suites].map((name) => `test/editor/${name}`),
  outdir: out,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'mocha'],
  mainFields: ['module', 'main'],
  // As in graphql.cjs: the file alone would be of a second copy of the package.
  alias: { 'graphql/utilities/extendSchema.js': 'graphql/utilities/extendSchema.mjs' },
  sourcemap: 'inline',
  logLevel: 'warning',
  // Bundles of CommonJS have no `import.meta`.
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
});

// The suites write into their workspace and their settings: both are copies.
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-editor-'));
process.once('exit', () => fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const workspace = path.join(scratch, 'workspace');
fs.cpSync(path.join(repository, 'sample/collection'), workspace, { recursive: true });
const userData = path.join(scratch, 'user');

let code = 0;
try {
  await runTests({
    ...((await canDownload()) ? {} : { vscodeExecutablePath: path.join(repository, 'test/vscode/code.mjs') }),
    extensionDevelopmentPath: repository,
    extensionTestsPath: path.join(out, 'index.cjs'),
    launchArgs: [workspace, `--user-data-dir=${userData}`, `--extensions-dir=${path.join(scratch, 'extensions')}`],
  });
} catch (error) {
  console.error(error.message);
  code = 1;
}
process.exit(code);

/** The desktop's VS Code needs a display, so it is only downloaded if one is available. */
async function canDownload() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return false;
  try {
    await fetch('https://update.code.visualstudio.com/api/releases/stable', { method: 'HEAD', signal: AbortSignal.timeout(3000) });
    return true;
  } catch {
    return false;
  }
}
