import * as vscode from 'vscode';
import { createHash, randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import type { Host } from '../runner/index.ts';
import { isInside } from '../language/index.ts';
import { pathOf, readFile } from './files.ts';
import { askQuestions, type ShowForm } from './questions.ts';
import type { SecretStore } from './secretStore.ts';

const allowedKey = 'allowedFiles';
const environmentKey = 'allowedEnvironment';

/** The runner's outside world inside VS Code. */
export function vscodeHost(context: vscode.ExtensionContext, secrets: SecretStore, show: ShowForm): Host {
  /** Answers of this session, for the next time the same is asked. */
  const earlier = new Map<string, string>();
  return {
    readFile,
    env: (name) => process.env[name],
    asks: true,
    secret: (name, root) => secrets.find(name, root),
    ask: (questions, signal) => askQuestions(questions, { earlier, secrets, show }, signal),
    mayRead: (path, root) => mayRead(context, path, root),
    maySendEnvironment: (names, file, to, shown) => maySendEnvironment(context, names, file, to, shown),
    maySendProtected,
    now: () => Date.now(),
    random: () => Math.random(),
    uuid: () => randomUUID(),
  };
}

/** With symbolic links followed; what is not there stays as it is written. */
const realPath = (path: string): Promise<string> => fs.realpath(path).catch(() => path);

/** A body's or script's file outside the collection and every workspace folder is asked for once. */
async function mayRead(context: vscode.ExtensionContext, file: string, root: string): Promise<boolean> {
  const path = await realPath(file);
  for (const folder of [root, ...(vscode.workspace.workspaceFolders ?? []).map((f) => pathOf(f.uri))])
    if (isInside(path, await realPath(folder))) return true;
  const allowed = context.workspaceState.get<readonly string[]>(allowedKey, []);
  if (allowed.includes(path)) return true;
  const allow = 'Read It';
  const answer = await vscode.window.showWarningMessage(
    `This request reads the file ${path}, which lies outside the workspace.`,
    { modal: true, detail: 'Req asks once for each file.' },
    allow,
  );
  if (answer !== allow) return false;
  await context.workspaceState.update(allowedKey, [...allowed, path]);
  return true;
}

/** What may change something in a protected environment is asked for each time. */
async function maySendProtected(method: string, url: string, environment: string): Promise<boolean> {
  const send = `Send to ${environment}`;
  const answer = await vscode.window.showWarningMessage(
    `${method} ${url}`,
    { modal: true, detail: `The environment ${environment} is protected, and ${method} may change something there.` },
    send,
  );
  return answer === send;
}

/** Values of the process's environment go to a host only after a person has said so, once for each file and host. */
async function maySendEnvironment(
  context: vscode.ExtensionContext,
  names: readonly string[],
  file: string,
  to: string,
  shown: string,
): Promise<boolean> {
  // A host that is a secret is written down nowhere.
  const key = `${file} ${to === shown ? to : createHash('sha256').update(to).digest('hex')}`;
  const allowed = context.workspaceState.get<readonly string[]>(environmentKey, []);
  if (allowed.includes(key)) return true;
  const allow = 'Send Them';
  const answer = await vscode.window.showWarningMessage(
    `This request sends values of the process's environment to ${shown}: ${names.join(', ')}.`,
    { modal: true, detail: 'Req asks once for each file and host.' },
    allow,
  );
  if (answer !== allow) return false;
  await context.workspaceState.update(environmentKey, [...allowed, key]);
  return true;
}
