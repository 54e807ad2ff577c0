// What must be there before Req can be tested or shown: its packages and its build. Node's own modules only.
import fs from 'node:fs';
import path from 'node:path';
import { repository, runCommand } from './command.mjs';

/**
 * Installs the packages of package-lock.json if they are missing or older. Runs no install scripts: none is needed.
 * @returns {Promise<boolean>} whether the packages are installed
 */
export async function install() {
  const modified = (name) => fs.statSync(path.join(repository, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return true;
  return (await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])) === 0;
}

/**
 * Builds the shipped files into dist/.
 * @returns {Promise<boolean>} whether the build succeeded
 */
export async function build() {
  return (await runCommand(process.execPath, ['esbuild.mjs'])) === 0;
}
