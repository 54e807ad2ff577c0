import * as vscode from 'vscode';
import { askFor } from '../askFor.ts';
import type { SecretName, SecretStore } from '../secretStore.ts';

/** Whose a secret is, at the end of a sentence. */
export const keptFor = ({ root }: SecretName): string => (root === undefined ? 'for every collection' : 'for this collection');

/** Asks for a secret with a hidden input and keeps it in VS Code's secret storage. Undefined where the person gave up, or the signal aborted. */
export async function askSecret(secrets: SecretStore, secret: SecretName, signal?: AbortSignal): Promise<string | undefined> {
  const { name } = secret;
  const value = await askFor(
    {
      title: `Secret ${name}`,
      prompt: `The value of {{$secret.${name}}}. It is kept in VS Code's secret storage ${keptFor(secret)} and shown nowhere.`,
      password: true,
      validateInput: (text) => (text === '' ? 'A secret is not empty. Escape sends nothing.' : undefined),
    },
    signal,
  );
  if (value !== undefined) await secrets.keep(secret, value);
  return value;
}

/** Keeps a secret that stood in a file; false where another is kept under that name and is to stay. */
export async function keepSecret(secrets: SecretStore, secret: SecretName, value: string): Promise<boolean> {
  const kept = await secrets.find(secret.name, secret.root);
  if (kept === value) return true;
  if (kept !== undefined) {
    const replace = 'Replace';
    const message = `Another secret is kept as ${secret.name} already. Replace it?`;
    if ((await vscode.window.showWarningMessage(message, { modal: true }, replace)) !== replace) return false;
  }
  await secrets.keep(secret, value);
  return true;
}
