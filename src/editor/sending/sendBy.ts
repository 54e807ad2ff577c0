import type { SendDefaults } from '../../language/index.ts';
import type { Host, RunEvent, RunInput, SnapshotMode } from '../../runner/index.ts';

export interface SendBy {
  /** Replaces the editor's host, for example for agents. */
  readonly host?: Host;
  readonly defaults?: Partial<SendDefaults>;
  readonly signal?: AbortSignal;
  /** Mode of snapshots; without it, missing ones are written. */
  readonly snapshots?: SnapshotMode | undefined;
}

export interface ResolveListener {
  readonly onDescribed?: NonNullable<RunInput['onDescribed']>;
  readonly onSaved?: NonNullable<RunInput['onSaved']>;
  readonly onSecret?: (name: string, text: string) => void;
  /** The values of the placeholders, secrets masked. */
  readonly onSubstituted?: (values: Extract<RunEvent, { kind: 'substituted' }>['substitutions']) => void;
  /** Keeps undefined variables as placeholders. */
  readonly keepUndefined?: boolean;
}
