import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { t } from '../../base/l10n.ts';
import type { CookieStore, Host, SignIn } from '../../runner/index.ts';
import { readFile } from '../world/editorFiles.ts';
import { writeFile } from '../world/fileWriting.ts';
import type { Permissions } from './permissions.ts';
import { askQuestions, type ShowForm } from './questions.ts';
import type { SecretStore } from '../secrets/secretStore.ts';

export function vscodeHost(permissions: Permissions, secrets: SecretStore, signIn: SignIn, cookies: CookieStore, show: ShowForm): Host {
  /** Answers of this session, offered as defaults. */
  const earlier = new Map<string, string>();
  return {
    readFile,
    writeSnapshot: (path, text, root) => writeFile(path, root, text),
    env: (name) => process.env[name],
    asks: true,
    secret: (name, root) => secrets.find(name, root),
    ask: (questions, signal) => askQuestions(questions, { earlier, secrets, show }, signal),
    mayRead: (path, root, to) => permissions.mayRead(path, root, to),
    maySendEnvironment: (names, root, to) => permissions.maySendEnvironment(names, root, to),
    maySendProtected,
    signIn,
    cookies,
    now: () => Date.now(),
    random: () => Math.random(),
    uuid: () => randomUUID(),
  };
}

async function maySendProtected(method: string, url: string, environment: string): Promise<boolean> {
  const send = t('Send to {0}', environment);
  const answer = await vscode.window.showWarningMessage(
    `${method} ${url}`,
    { modal: true, detail: t('The environment {0} is protected, and {1} may change something there.', environment, method) },
    send,
  );
  return answer === send;
}
