import type { BlockContext, Collection, CollectionRequests, SendDefaults } from '../../language/index.ts';
import type { RunEvent } from '../ports/events.ts';
import type { VariableStore } from '../ports/host.ts';
import type { SnapshotMode } from '../check/snapshot.ts';
import type { RunLimits } from '../ports/input.ts';
import type { Runner } from '../ports/runner.ts';
import type { NetworkSettings } from '../http/connect/networkOptions.ts';
import type { Exchanges } from '../run/exchangesOfSession.ts';
import type { Iteration } from './iterations.ts';
import type { CollectionFile, RunPlan } from './plan.ts';
import type { FileRun, RequestResult, RequestRun } from './requestResult.ts';

/** What happens while a collection is run. Those of one file come in their order; files that run side by side mix. */
export type CollectionEvent =
  | { readonly kind: 'file-started'; readonly unit: FileRun }
  | { readonly kind: 'request-started'; readonly of: RequestRun; readonly context: BlockContext }
  /** `mask` takes the secrets met so far out of a text. */
  | { readonly kind: 'request-event'; readonly of: RequestRun; readonly event: RunEvent; readonly mask: (text: string) => string }
  | {
      readonly kind: 'request-finished';
      readonly of: RequestRun;
      readonly result: RequestResult;
      readonly mask: (text: string) => string;
    }
  | { readonly kind: 'file-finished'; readonly unit: FileRun };

/** What a run has of the collection that a file belongs to. */
export interface CollectionState {
  readonly environment: string | undefined;
  readonly variables: VariableStore;
  readonly exchanges: Exchanges;
}

/** A run of a collection. */
export interface CollectionInput {
  readonly runner: Pick<Runner, 'run'>;
  readonly plan: RunPlan;
  readonly iterations: readonly Iteration[];
  /** The same for every file of a collection. */
  readonly stateOf: (collection: Collection) => CollectionState;
  /** All requests of the collection of a file. Trees must be those of the plan: what was sent is known by its block. */
  readonly requestsOf: (file: CollectionFile) => Promise<CollectionRequests>;
  readonly defaults: SendDefaults;
  readonly network?: NetworkSettings;
  readonly limits?: Partial<RunLimits>;
  readonly snapshots?: SnapshotMode;
  /** Files that run at once. */
  readonly parallel: number;
  /** Begins nothing more after a request that failed. */
  readonly bail: boolean;
  /** Milliseconds between two requests of a file. */
  readonly delayMs: number;
  /** How often a request that failed is tried again. */
  readonly retries: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called synchronously. */
  readonly emit: (e: CollectionEvent) => void;
}
