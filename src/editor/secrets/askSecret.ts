import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { askFor } from '../sending/askFor.ts';
import { secretInput } from './secretInput.ts';
import type { SecretName, SecretStore } from './secretStore.ts';

/** Prompts for a secret in a hidden input box and stores it. Undefined if the user cancelled. */
export async function askSecret(secrets: SecretStore, secret: SecretName): Promise<string | undefined> {
  const value = await askFor(secretInput(secret));
  if (value !== undefined) await secrets.keep(secret, value);
  return value;
}

/** Stores a secret found in a file. False if the user kept another one of the same name. */
export async function keepSecret(secrets: SecretStore, secret: SecretName, value: string): Promise<boolean> {
  const kept = await secrets.find(secret.name, secret.root);
  if (kept === value) return true;
  if (kept !== undefined) {
    const replace = t('Replace');
    const message = t('Another secret named {0} is stored already. Replace it?', secret.name);
    if ((await vscode.window.showWarningMessage(message, { modal: true }, replace)) !== replace) return false;
  }
  await secrets.keep(secret, value);
  return true;
}
