import type { Failure } from '../../base/reqError.ts';
import type { AuthAsWritten, Block, BlockContext, CollectionRequests, ResolvedRequest, SendDefaults } from '../../language/index.ts';
import type { SnapshotMode } from '../check/snapshot.ts';
import type { NetworkSettings } from '../http/connect/networkOptions.ts';
import type { KeptBody } from '../http/exchange/keptBody.ts';
import type { Exchanges } from '../run/exchange/exchangesOfSession.ts';
import type { SendCounts } from '../random/seeded.ts';
import type { Nesting } from '../run/scripts/nesting.ts';
import type { RunClock } from '../run/runClock.ts';
import type { SavedResponse } from '../run/savedResponses.ts';
import type { PromptedValues } from '../run/values/promptedValues.ts';
import type { ScriptLimits } from '../script/scriptTypes.ts';
import type { RunEvent, SentRequest } from './events.ts';
import type { Host, VariableStore } from './host.ts';

export interface RunInput {
  /** Identifies the run in prompts, so the question appears in the panel that shows it. */
  readonly id?: string;
  /** Its block is a request. */
  readonly context: BlockContext;
  /** The collection's script variables; the same as the context's. */
  readonly variables: VariableStore;
  readonly exchanges: Exchanges;
  readonly defaults: SendDefaults;
  /** `dry` runs the pre-request scripts, resolves everything and sends nothing. */
  readonly mode: 'send' | 'dry';
  /** In mode `dry`: values that requests of `@ref` would provide are stand-ins in the event `sending`. Default: they are undefined. */
  readonly standIns?: boolean;
  /** Called in mode `dry` with the resolved request, secrets included. Events have them masked. */
  readonly onResolved?: (request: ResolvedRequest) => void;
  /** Called in mode `dry` with the message as it would be sent, secrets included, and the `# @auth` that applies to it. */
  readonly onDescribed?: (request: SentRequest, auth: AuthAsWritten | undefined) => void;
  /** Called in mode `dry` with the saved responses that the request names. They are read only if this is given. */
  readonly onSaved?: (responses: readonly SavedResponse[]) => void;
  /** Default: a direct connection to every server. */
  readonly network?: NetworkSettings;
  /** Default: 10 seconds and 64 MB for a script, and bodies of any size. */
  readonly limits?: Partial<RunLimits>;
  /**
   * Requests already sent in this run, with the failure if there was one: `@ref` does not send them again. Default: each send is a
   * run of its own.
   */
  readonly ran?: Map<Block, Failure | undefined>;
  /** Counts the sends of each request in a run, for values from a seed. Default: each send is a run of its own. */
  readonly sends?: SendCounts;
  /** The collection's other files. Called at most once a run, when a name is not in the request's file. Default: no other files. */
  readonly requests?: () => Promise<CollectionRequests>;
  readonly host?: Host;
  /** A clock of the caller that is paused while the run waits for the user, like the run's own. */
  readonly clock?: RunClock;
  /** Set by the runner, for requests that it sends for others. */
  readonly nesting?: Nesting;
  /** Set by the runner: the prompted values of the whole run. */
  readonly answers?: PromptedValues;
  /**
   * A script sets the request that is sent after this one; null for none. @throws {ReqError} if there is none of that name. Absent for a
   * send that is not part of a run.
   */
  readonly next?: ((name: string | null) => void) | undefined;
  /** Receives the body's bytes for a reader that may outlive the run. */
  readonly body?: KeptBody;
  /** The pass of a run over many requests: its index from 0, and the number of passes. Default: one pass. */
  readonly pass?: RunPass;
  /** Which snapshots are written: the missing ones (`write`, the default), all, or none. */
  readonly snapshots?: SnapshotMode;
  /** A silent stream (`@idle-timeout`) ends the run successfully. */
  readonly endsWhenIdle?: boolean;
  /** The result includes the response. */
  readonly wanted?: boolean;
  /** Scripts after the response are not run, also those of shared files. Of this request only, not of those that it needs. */
  readonly skipsResponseScripts?: boolean;
  readonly emit: (e: RunEvent) => void;
}

export interface RunPass {
  readonly index: number;
  readonly count: number;
}

export interface RunLimits {
  readonly script: ScriptLimits;
  /** Largest decoded body in bytes; 0 is no limit. */
  readonly bodySize: number;
}
