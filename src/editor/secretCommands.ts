import * as vscode from 'vscode';
import { uriOf } from './files.ts';
import { openCollection } from './openCollection.ts';
import type * as Secrets from './secrets/index.ts';
import type { SecretStore } from './secretStore.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs a command for secrets, which are a bundle of their own. */
export async function withSecrets(
  secrets: SecretStore,
  surroundings: Surroundings,
  work: (commands: typeof Secrets, parts: Secrets.SecretParts) => Promise<void>,
): Promise<void> {
  await work(await import('./secrets/index.ts'), {
    secrets,
    collection: () => openCollection(surroundings),
    display: (folder) => vscode.workspace.asRelativePath(uriOf(folder)),
  });
}
