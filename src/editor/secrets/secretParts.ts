import type * as vscode from 'vscode';
import type { ValueText } from '../../runner/index.ts';
import type { SecretStore } from './secretStore.ts';

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

/** A value, or why there is none. */
export interface HiddenValue {
  readonly name: string;
  readonly value: ValueText;
}

/** What the commands for secrets work with. */
export interface SecretParts {
  readonly secrets: SecretStore;
  /** Undefined where no request file is active. */
  readonly collection: () => Promise<OpenCollection | undefined>;
  /** The value that is hidden at the cursor; undefined where nothing there has one. */
  readonly valueAtCursor: () => Promise<HiddenValue | undefined>;
  /** A folder as people name it in this workspace. */
  readonly display: (folder: string) => string;
}
