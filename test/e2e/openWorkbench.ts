import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../vscode/browser.ts';
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

/** What is in the workspace, by path, and how the server is set up; Req is loaded from the repository unless a `.vsix` is given. */
export interface SessionOptions extends ServerOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly workspaceFile?: string;
  readonly language?: string;
}

const repository = path.resolve(import.meta.dirname, '../..');

interface Opened {
  readonly sessions: Set<Session>;
  browser: Promise<Browser> | undefined;
}

/** What is open is the process's: of a test file that awaits something while it loads, this module is another copy than that of the hooks. */
const opened: Opened = ((globalThis as { reqOpened?: Opened }).reqOpened ??= { sessions: new Set(), browser: undefined });

export async function openWorkbench({ files = {}, workspaceFile, language, ...options }: SessionOptions = {}): Promise<Session> {
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
  const session: Session = {
    workbench: new Workbench(window.page),
    window,
    server,
    folder,
    close: async () => {
      opened.sessions.delete(session);
      await window.context.close();
      await server.stop();
      temporary.remove();
    },
  };
  opened.sessions.add(session);
  return session;
}

/** This process's browser, which is started again after a crash. */
export async function openBrowser(): Promise<Browser> {
  if (opened.browser === undefined || !(await opened.browser).isConnected()) opened.browser = startBrowser();
  return await opened.browser;
}

export function openSessions(): Iterable<Session> {
  return opened.sessions;
}

/** Closes what the tests left open, and the browser. A worker of mocha keeps its browser for its next suite; it ends with the worker. */
export async function closeAll(): Promise<void> {
  for (const session of opened.sessions) await session.close();
  if (process.env['MOCHA_WORKER_ID'] !== undefined) return;
  await (await opened.browser)?.close();
  opened.browser = undefined;
}
