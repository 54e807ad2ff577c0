import type { CollectionFile, Host, TokenStore } from '../../runner/index.ts';
import type { Remembered } from './nodeHost.ts';

/** A pass of `--watch`. */
export interface WatchedPass {
  /** Aborts the pass, because a file has changed. */
  readonly signal: AbortSignal;
  /** Signed-in sessions and typed values, the same for all passes. */
  readonly tokens: TokenStore;
  readonly remembered: Remembered;
  /** Called with the files before anything is sent. */
  readonly onRead: (files: readonly CollectionFile[]) => Promise<void>;
  /** Observes the files that the run reads and writes. */
  readonly observe: (host: Host) => Host;
  /** Called when the user ends the command. */
  readonly onInterrupt: () => void;
}
