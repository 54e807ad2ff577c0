import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Chromium without the window around the page: a page takes a third less processor time, a workbench a tenth less. */
const headless = ['chromium-headless-shell', 'chrome-headless-shell'];

const withWindow = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
];

/**
 * The path of a Chromium: `$CHROMIUM`, else the first found on the PATH, preferring the headless shell unless `$HEADED` is set. If there is
 * none, installs one on Debian or Ubuntu as root; elsewhere fails with instructions.
 */
export function findBrowser(): string {
  const given = process.env['CHROMIUM'];
  if (given !== undefined) {
    if (!fs.existsSync(given)) throw new Error(`$CHROMIUM names ${given}, which does not exist.`);
    return given;
  }
  const isHeaded = process.env['HEADED'] !== undefined;
  const names = isHeaded ? withWindow : [...headless, ...withWindow];
  const found = onPath(names);
  if (found !== undefined) return found;
  if (fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    // Not every distribution has the shell as a package.
    const packages = isHeaded ? ['chromium'] : ['chromium-headless-shell', 'chromium'];
    const installs = packages.map((name) => () => apt('install', '--yes', '--no-install-recommends', name));
    for (const step of [...installs, () => apt('update'), ...installs]) {
      step();
      const installed = onPath(names);
      if (installed !== undefined) return installed;
    }
  }
  throw new Error('No Chromium was found for the tests in the workbench. Install Chromium, Chrome or Edge, or name one in $CHROMIUM.');
}

function apt(...args: readonly string[]): void {
  console.error(`Installing Chromium (apt-get ${args.join(' ')})`);
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => fs.existsSync(file));
}
