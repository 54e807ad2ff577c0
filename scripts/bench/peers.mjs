// The peers' published packages, for comparison: installed into a cache of their own. undici is no part of it: the tests need it too.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repository, runCommand } from '../command.mjs';

const versions = {
  httpyac: '6.16.7',
  '@usebruno/cli': '4.1.0',
  '@usebruno/lang': '0.39.0',
  '@usebruno/common': '0.25.0',
  handlebars: '4.7.10',
  'postman-collection': '5.3.1',
  axios: '1.21.1',
  got: '11.8.6',
  eventsource: '5.1.5',
  newman: '6.2.2',
};

const folder = path.join(repository, 'node_modules', '.cache', 'req-bench-peers');

/** Installs missing packages. Returns a function that loads a package; without a network it returns undefined for each. */
export async function installPeers() {
  const manifest = path.join(folder, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: versions });
  if (!fs.existsSync(manifest) || fs.readFileSync(manifest, 'utf8') !== wanted || !fs.existsSync(path.join(folder, 'installed'))) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(manifest, wanted);
    console.log('Installing the peers …');
    // Their install scripts are not run.
    const code = await runCommand(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
      {
        cwd: folder,
      },
    );
    if (code === 0) fs.writeFileSync(path.join(folder, 'installed'), '');
    else console.log('The peers could not be installed: their figures are missing.');
  }
  const require = createRequire(manifest);
  const tried = (find) => (name) => {
    try {
      return find(name);
    } catch {
      return undefined;
    }
  };
  // A command is started by its file, whatever its package exports.
  const file = (name) => {
    const found = path.join(folder, 'node_modules', name);
    return fs.existsSync(found) ? found : undefined;
  };
  return Object.assign(tried(require), { resolve: tried(file) });
}
