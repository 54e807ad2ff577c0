import type { BlockContext, Collection, CollectionRequests, SendDefaults } from '../../language/index.ts';
import type { RunEvent } from '../ports/events.ts';
import type { VariableStore } from '../ports/host.ts';
import type { SnapshotMode } from '../check/snapshot.ts';
import type { RunLimits } from '../ports/input.ts';
import type { Runner } from '../ports/runner.ts';
import type { NetworkSettings } from '../http/connect/networkOptions.ts';
import type { Exchanges } from '../run/exchange/exchangesOfSession.ts';
import type { Iteration } from './iterations.ts';
import type { CollectionFile, RunPlan } from './plan.ts';
import type { FileRun, RequestResult, RequestRun } from './requestResult.ts';

/** Events of a collection run: in order for one file, interleaved for files that run in parallel. */
export type CollectionEvent =
  | { readonly kind: 'file-started'; readonly unit: FileRun }
  | { readonly kind: 'request-started'; readonly of: RequestRun; readonly context: BlockContext }
  /** `mask` masks the secrets used so far in a text. */
  | { readonly kind: 'request-event'; readonly of: RequestRun; readonly event: RunEvent; readonly mask: (text: string) => string }
  | {
      readonly kind: 'request-finished';
      readonly of: RequestRun;
      readonly result: RequestResult;
      readonly mask: (text: string) => string;
      /** The secrets that `mask` hides. */
      readonly secrets: () => readonly string[];
    }
  | { readonly kind: 'file-finished'; readonly unit: FileRun };

export interface CollectionState {
  readonly environment: string | undefined;
  readonly variables: VariableStore;
  readonly exchanges: Exchanges;
}

export interface CollectionInput {
  readonly runner: Pick<Runner, 'run'>;
  readonly plan: RunPlan;
  readonly iterations: readonly Iteration[];
  /** The same for every file of a collection. */
  readonly stateOf: (collection: Collection) => CollectionState;
  /** All requests of a file's collection. Their trees must be those of the plan: sent requests are identified by their blocks. */
  readonly requestsOf: (file: CollectionFile) => Promise<CollectionRequests>;
  readonly defaults: SendDefaults;
  readonly network?: NetworkSettings;
  readonly limits?: Partial<RunLimits>;
  readonly snapshots?: SnapshotMode;
  /** Secrets to mask in the names of rows, besides those that the run uses. */
  readonly secrets?: Iterable<string>;
  /** Number of files that run in parallel. */
  readonly parallel: number;
  /** Starts no further request after one that failed. */
  readonly bail: boolean;
  /** Milliseconds between two requests of a file. */
  readonly delayMs: number;
  /** Number of additional attempts for a request that failed. */
  readonly retries: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called synchronously. */
  readonly emit: (e: CollectionEvent) => void;
  /** Awaited after each request of a file, because large results that are not written yet fill the memory. */
  readonly written?: () => Promise<void>;
}
