import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startFront, type Front } from './front.ts';
import { installVscode } from './installVscode.ts';
import { startGroup, type ProcessGroup } from './processGroup.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { quietSettings } from './userSettings.ts';

export interface ServerOptions {
  /** Folders of extensions to load from source. */
  readonly development?: readonly string[];
  /** A module whose `run()` is called in the extension host once the workbench is up. */
  readonly tests?: string;
  /** `.vsix` files to install first. */
  readonly vsix?: readonly string[];
  /** User settings, in addition to the quiet defaults, which turn Workspace Trust off. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment variables for the server and its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** A module that is loaded first in the server and in its extension hosts. */
  readonly preload?: string;
  /** The port of the workbench's address; a free one if absent. */
  readonly port?: number;
}

/** A running VS Code server, with a data folder of its own. */
export interface VscodeServer {
  /** `http://127.0.0.1:PORT`: the workbench's address. */
  readonly origin: string;
  /** `127.0.0.1:PORT`, as in `vscode-remote://` addresses. */
  readonly authority: string;
  /** The folder of its data: settings, storage, logs. */
  readonly data: string;
  /** Settles when the server has ended, by itself or by `stop`. */
  readonly ended: Promise<number>;
  /** The server's output so far, such as why it rejected an extension. */
  log(): string;
  /** Ends the server and its extension hosts and removes the data folder. */
  stop(): Promise<void>;
}

const startupMs = 120_000;

/** Starts a VS Code server on 127.0.0.1, after installing it if necessary. Fails with its output if it does not start. */
export async function startServer(options: ServerOptions = {}): Promise<VscodeServer> {
  const install = await installVscode();
  const folder = makeTemporaryFolder('req-vscode-');
  const data = folder.path;
  const settingsFile = path.join(data, 'user/User/settings.json');
  fs.mkdirSync(path.dirname(settingsFile), { recursive: true });
  fs.writeFileSync(settingsFile, JSON.stringify({ ...quietSettings, ...options.settings }, null, 2));
  const folders = ['--server-data-dir', `${data}/server`, '--user-data-dir', `${data}/user`, '--extensions-dir', `${data}/extensions`];
  const env = serverEnvironment(data, options.env);
  let group: ProcessGroup | undefined;
  let front: Front | undefined;
  let log = '';
  const stop = async (): Promise<void> => {
    await front?.close();
    await group?.stop();
    folder.remove();
  };
  try {
    for (const vsix of options.vsix ?? []) installVsix(install.node, [install.server, ...folders], vsix, env);
    const args = [
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--without-connection-token',
      '--accept-server-license-terms',
      '--force-disable-user-env',
    ];
    const preload = options.preload === undefined ? [] : [`--require=${options.preload}`];
    group = startGroup(install.node, [...preload, install.server, ...args, ...folders], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const port = await listeningPort(group, (chunk) => (log += chunk));
    front = await startFront(
      port,
      { extensions: options.development ?? [], ...(options.tests === undefined ? {} : { tests: options.tests }) },
      options.port,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const authority = `127.0.0.1:${front.port}`;
  return { origin: `http://${authority}`, authority, data, ended: group.ended, log: () => log, stop };
}

function serverEnvironment(data: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // No gallery: nothing but this machine is asked for anything. Sockets and temporary files go with the data.
  const env: NodeJS.ProcessEnv = { ...process.env, EXTENSIONS_GALLERY: '{}', TMPDIR: path.join(data, 't') };
  fs.mkdirSync(path.join(data, 't'));
  // What belongs to the Node or the VS Code this one is started from.
  for (const name of ['NODE_OPTIONS', 'XDG_RUNTIME_DIR', 'VSCODE_IPC_HOOK_CLI', 'ELECTRON_RUN_AS_NODE']) delete env[name];
  return { ...env, ...more };
}

function installVsix(node: string, server: readonly string[], vsix: string, env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(node, [...server, '--install-extension', path.resolve(vsix), '--force'], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0 || !stdout.includes('successfully installed')) throw new Error(`Could not install ${vsix}: ${stdout}${stderr}`);
}

async function listeningPort(group: ProcessGroup, onOutput: (chunk: string) => void): Promise<number> {
  let output = '';
  return await new Promise<number>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The VS Code server ${why}:\n${output}`));
    const late = setTimeout(() => fail(`did not come up within ${startupMs / 1000} s`), startupMs);
    for (const stream of [group.child.stdout, group.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        onOutput(chunk);
        const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
        if (port === undefined) return;
        clearTimeout(late);
        resolve(Number(port));
      });
    }
    void group.ended.then((code) => {
      clearTimeout(late);
      fail(`ended with ${code}`);
    });
  });
}
