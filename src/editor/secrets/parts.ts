import type * as vscode from 'vscode';
import type { SecretStore } from '../secretStore.ts';

/** A place where the open collection names a secret. */
interface SecretPlace {
  readonly name: string;
  readonly location: vscode.Location;
}

/** The collection of the active file. */
export interface OpenCollection {
  readonly root: string;
  /** The root as people name it in this workspace. */
  readonly shown: string;
  readonly uses: readonly SecretPlace[];
}

/** What the commands for secrets work with. */
export interface SecretParts {
  readonly secrets: SecretStore;
  /** Undefined where no request file is active. */
  readonly collection: () => Promise<OpenCollection | undefined>;
  /** A folder as people name it in this workspace. */
  readonly display: (folder: string) => string;
}
