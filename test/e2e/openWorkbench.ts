import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../vscode/browser.ts';
import { SharedWindow, type SharedOptions } from './sharedWindow.ts';
import { startServer, type ServerOptions, type VscodeServer } from '../vscode/server.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { openWindow, type WorkbenchWindow } from '../vscode/window.ts';
import { Workbench } from '../vscode/workbench.ts';

export interface Session {
  readonly workbench: Workbench;
  readonly window: WorkbenchWindow;
  readonly server: VscodeServer;
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Files of the workspace by path, and options of the server. Req is loaded from the repository unless a `.vsix` is given. Suites that set
 * only files, settings and environment variables share the window of their process, one after the other; their changes are reverted in
 * between.
 */
export interface SessionOptions extends ServerOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly workspaceFile?: string;
  readonly language?: string;
  /** The reason why the suite needs a window of its own. */
  readonly own?: string;
}

const repository = path.resolve(import.meta.dirname, '../..');

interface Opened {
  readonly sessions: Set<OpenSession>;
  /** The shared window, while no suite uses it. */
  idle: SharedWindow | undefined;
  browser: Promise<Browser> | undefined;
}

interface OpenSession extends Session {
  /** A test failed, so the state of the window is unknown. */
  hasFailed: boolean;
  /** Closes the window in any state. */
  discard(): Promise<void>;
}

/** Shared by the process: in a test file with a top-level await, this module is another copy than the one with the hooks. */
const opened: Opened = ((globalThis as { reqOpened?: Opened }).reqOpened ??= { sessions: new Set(), idle: undefined, browser: undefined });

export async function openWorkbench({ files = {}, own, ...options }: SessionOptions = {}): Promise<Session> {
  const { settings = {}, env = {}, ...others } = options;
  return own === undefined && Object.keys(others).length === 0
    ? await takeWindow({ files, settings, env })
    : await openOwn({ files, ...options });
}

/** Uses the idle window, or opens one if there is none or it cannot be reused. */
async function takeWindow(options: SharedOptions): Promise<Session> {
  const { idle } = opened;
  opened.idle = undefined;
  const shared = (idle && (await started(idle, options))) ?? (await started(await SharedWindow.open(await openBrowser()), options));
  if (shared === undefined) throw new Error('A new window could not be set up.');
  return toSession(shared, async () => {
    try {
      await shared.takeBack();
    } catch (error) {
      return giveUp(shared, error);
    }
    await closeIdle();
    opened.idle = shared;
  });
}

/** A second window of the same browser may lose typed keys. */
async function closeIdle(): Promise<void> {
  await opened.idle?.close();
  opened.idle = undefined;
}

async function started(shared: SharedWindow, options: SharedOptions): Promise<SharedWindow | undefined> {
  try {
    await shared.start(options);
    return shared;
  } catch (error) {
    await giveUp(shared, error);
    return undefined;
  }
}

async function giveUp(shared: SharedWindow, error: unknown): Promise<void> {
  console.error(`A window is closed and not shared further: ${error instanceof Error ? error.message : String(error)}`);
  await shared.close();
}

async function openOwn({ files = {}, workspaceFile, language, ...options }: SessionOptions): Promise<Session> {
  await closeIdle();
  const temporary = makeTemporaryFolder('req-e2e-');
  const folder = temporary.path;
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const server = await startServer({ ...(options.vsix === undefined ? { development: [repository] } : {}), ...options });
  const window = await openWindow(server, await openBrowser(), {
    folder,
    ...(language === undefined ? {} : { language }),
    ...(workspaceFile === undefined ? {} : { workspace: path.join(folder, workspaceFile) }),
  });
  const close = async (): Promise<void> => {
    await window.context.close();
    await server.stop();
    temporary.remove();
  };
  return toSession({ window, server, folder, close }, close);
}

/** @param giveBack ends the session of a suite whose tests have passed */
function toSession(closable: Pick<SharedWindow, 'window' | 'server' | 'folder' | 'close'>, giveBack: () => Promise<void>): Session {
  const { window, server, folder } = closable;
  const ending = (end: () => Promise<void>) => async (): Promise<void> => {
    opened.sessions.delete(session);
    await end();
  };
  const session: OpenSession = {
    workbench: new Workbench(window.page),
    window,
    server,
    folder,
    hasFailed: false,
    close: ending(() => (session.hasFailed ? closable.close() : giveBack())),
    discard: ending(() => closable.close()),
  };
  opened.sessions.add(session);
  return session;
}

/** The browser of this process, restarted after a crash. */
export async function openBrowser(): Promise<Browser> {
  if (opened.browser === undefined || !(await opened.browser).isConnected()) opened.browser = startBrowser();
  return await opened.browser;
}

/** Windows that a failed test may have used. They are not shared again. */
export function failedSessions(): readonly Session[] {
  for (const session of opened.sessions) session.hasFailed = true;
  return [...opened.sessions];
}

/**
 * Closes what the tests left open, the idle window and the browser. A worker of mocha keeps these two for its next suite; they end with the
 * worker.
 */
export async function closeAll(): Promise<void> {
  for (const session of opened.sessions) await session.discard();
  if (process.env['MOCHA_WORKER_ID'] !== undefined) return;
  await closeIdle();
  await (await opened.browser)?.close();
  opened.browser = undefined;
}
