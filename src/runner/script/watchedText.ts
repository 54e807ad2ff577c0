/** What a watched script calls: it is handed to the script's function under these names. */
export const watchers = ['$req$left', '$req$seen'] as const;

/** A script's text as the engine gets it. */
export interface WatchedText {
  readonly text: string;
  /** Whether errors that leave async functions are told of. */
  readonly watches: boolean;
  /** The offset in the script's own text of an offset in this one. */
  readonly ownOffset: (offset: number) => number;
}

/** A text as it is written. */
export const unwatched = (source: string): WatchedText => ({ text: source, watches: false, ownOffset: (offset) => offset });
