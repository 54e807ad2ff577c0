import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
];

/**
 * The path of a Chromium: `$CHROMIUM`, else the first found on the PATH. Where there is none, on Debian or Ubuntu as
 * root, installs the package `chromium`; elsewhere fails with what to do.
 */
export function findBrowser(): string {
  const given = process.env['CHROMIUM'];
  if (given !== undefined) {
    if (!fs.existsSync(given)) throw new Error(`$CHROMIUM names ${given}, which does not exist.`);
    return given;
  }
  const found = onPath();
  if (found !== undefined) return found;
  if (fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.error('Installing Chromium (apt-get install chromium)');
    const apt = (...args: readonly string[]): boolean =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0;
    const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
    if (apt(...install) || (apt('update') && apt(...install))) {
      const installed = onPath();
      if (installed !== undefined) return installed;
    }
  }
  throw new Error('No Chromium was found for the tests in the workbench. Install Chromium, Chrome or Edge, or name one in $CHROMIUM.');
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => fs.existsSync(file));
}
