import type * as vscode from 'vscode';
import type { ValueText } from '../../runner/index.ts';
import type { SecretStore } from './secretStore.ts';

interface SecretPlace {
  readonly name: string;
  readonly location: vscode.Location;
}

export interface OpenCollection {
  readonly root: string;
  /** The root relative to the workspace. */
  readonly shown: string;
  readonly uses: readonly SecretPlace[];
}

export interface HiddenValue {
  readonly name: string;
  readonly value: ValueText;
}

export interface SecretParts {
  readonly secrets: SecretStore;
  /** Undefined if no request file is active. */
  readonly collection: () => Promise<OpenCollection | undefined>;
  /** The hidden value at the cursor; undefined if there is none. */
  readonly valueAtCursor: () => Promise<HiddenValue | undefined>;
  /** A folder relative to the workspace. */
  readonly display: (folder: string) => string;
}
