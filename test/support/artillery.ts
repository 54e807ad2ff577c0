import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The last version that runs on Node.js 20. */
const version = '2.0.21';

/** Packages that Artillery needs only for the clouds and for reports. An empty package replaces each of them, which saves 372 of 590 MB. */
const omitted = [
  '@aws-sdk/credential-providers',
  '@azure/arm-containerinstance',
  '@azure/identity',
  '@azure/storage-blob',
  '@azure/storage-queue',
  'artillery-engine-playwright',
  'artillery-plugin-apdex',
  'artillery-plugin-ensure',
  'artillery-plugin-fake-data',
  'artillery-plugin-metrics-by-endpoint',
  'artillery-plugin-publish-metrics',
  'artillery-plugin-slack',
  'posthog-node',
  'sqs-consumer',
];

/** Each export of it is a class. */
const emptyModule = `const any = () => new Proxy(class {}, { get: (of, name) => (name in of || typeof name === 'symbol' ? of[name] : any()) });
module.exports = any();
`;

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/req-artillery');

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(command: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const from of [child.stdout, child.stderr]) from.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (e) => {
      output += e.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  return { code, output };
}

/**
 * Installs Artillery into a cache, without its install scripts: it is too large to be a dependency. Undefined without a network.
 * @throws if the installation fails for another reason
 */
export async function artillery(): Promise<((...args: readonly string[]) => Promise<Ended>) | undefined> {
  const manifest = path.join(folder, 'package.json');
  const overrides = Object.fromEntries(omitted.map((name) => [name, 'file:./empty']));
  const wanted = JSON.stringify({ private: true, dependencies: { artillery: version }, overrides });
  const isInstalled =
    fs.existsSync(path.join(folder, 'installed')) && fs.existsSync(manifest) && fs.readFileSync(manifest, 'utf8') === wanted;
  if (!isInstalled) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(path.join(folder, 'empty'), { recursive: true });
    fs.writeFileSync(manifest, wanted);
    fs.writeFileSync(path.join(folder, 'empty', 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0' }));
    fs.writeFileSync(path.join(folder, 'empty', 'index.js'), emptyModule);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--fetch-retries=1'];
    const { code, output } = await run('npm', ['install', ...flags]);
    if (code !== 0 && /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) {
      process.stderr.write(`Artillery could not be installed, so the export for it is not tested: there is no network.\n${output}\n`);
      return undefined;
    }
    if (code !== 0) throw new Error(`Artillery could not be installed:\n${output}`);
    fs.writeFileSync(path.join(folder, 'installed'), '');
  }
  const program = path.join(folder, 'node_modules', 'artillery', 'bin', 'run');
  return (...args) => run(process.execPath, [program, ...args]);
}
