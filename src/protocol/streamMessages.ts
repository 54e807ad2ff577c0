import type { StreamEvent } from '../base/events/streamEvent.ts';
import type { SearchQuery } from '../base/text/searchQuery.ts';

/** An event for the page: its texts are masked, and its data is cut if it is long. */
export interface PanelEvent extends StreamEvent {
  /** Milliseconds since the previous event; null for the first. */
  readonly delta: number | null;
  /** A long pause precedes this event. */
  readonly isGap: boolean;
  /** UTF-16 units of the full data. */
  readonly size: number;
  /** The start of the text that the event adds to the joined text; only for responses of a known API, or with `# @text`. */
  readonly text?: string;
}

/**
 * A row of a stream: an event, or a comment before the event `before`. `marks`: start and end offsets of search matches
 * in the beginning of the data or text, flattened.
 */
export type StreamRow =
  | { readonly kind: 'event'; readonly event: PanelEvent; readonly marks: readonly number[] }
  | { readonly kind: 'comment'; readonly at: number; readonly text: string; readonly before: number; readonly marks: readonly number[] };

export interface StreamFilter {
  /** Null for all. */
  readonly types: readonly string[] | null;
  /** Null for none. */
  readonly query: SearchQuery | null;
  readonly comments: boolean;
}

/** Statistics of a stream's events. */
export interface CountedEvents {
  readonly types: readonly { readonly name: string; readonly count: number }[];
  /** Number of types that are not in `types`. */
  readonly moreTypes: number;
  /** Events per interval. */
  readonly counts: readonly number[];
  /** Milliseconds per interval. */
  readonly span: number;
  /** Start of the first interval in milliseconds since the run started. */
  readonly start: number;
  readonly gaps: readonly { readonly index: number; readonly at: number }[];
  /** All gaps, including those not in `gaps`. */
  readonly gapCount: number;
  readonly comments: number;
}

/** A change of a text: `text` replaces everything after the first `keep` UTF-16 units. */
export interface ShownGrowth {
  readonly keep: number;
  readonly text: string;
}

export interface StreamFacts {
  /** The format of the events: the name of an API, `path` or `data`. */
  readonly format: string;
  /** The path of the text in an event; null if the text is the whole data. */
  readonly path: string | null;
  /** Where the path comes from: the directive `@text`, a path that the user tries, a known API, or a guess. `body` for a text without events. */
  readonly source: 'written' | 'tried' | 'known' | 'guessed' | 'data' | 'body';
  readonly usage: { readonly input: number | null; readonly output: number | null; readonly total: number | null } | null;
  readonly finishReason: string | null;
  readonly events: number;
  /** Milliseconds since the run started. */
  readonly firstEventAt: number | null;
  readonly firstTextAt: number | null;
  readonly lastAt: number | null;
  readonly eventsPerSecond: number | null;
  readonly cut: boolean;
}

/** A tool call; its arguments are cut for the page. */
export interface PanelToolCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** UTF-16 units of the full arguments. */
  readonly size: number;
}

export type StreamToPanel =
  /** New events, in order. `total` counts all so far; the editor keeps them, and the page requests older ones. */
  | { readonly type: 'events'; readonly runId: string; readonly events: readonly PanelEvent[]; readonly total: number }
  /** Reply to `wantEvents`. Has fewer rows than requested if they are long. */
  | {
      readonly type: 'eventsPage';
      readonly runId: string;
      readonly view: number;
      readonly start: number;
      readonly rows: readonly StreamRow[];
    }
  /**
   * Rows that `filterEvents` has found so far; sent again as the stream continues. `near`: the row of the requested
   * event, or of the next one.
   */
  | {
      readonly type: 'eventsFound';
      readonly runId: string;
      readonly view: number;
      readonly rows: number;
      readonly scanned: number;
      /** All received events have been searched. */
      readonly done: boolean;
      readonly near: number | null;
      readonly error: string | null;
    }
  | { readonly type: 'eventStats'; readonly runId: string; readonly stats: CountedEvents }
  /** Reply to `wantEventLines`: lines of one event's data, like `lines` for a body. */
  | {
      readonly type: 'eventLines';
      readonly runId: string;
      readonly index: number;
      readonly mode: 'pretty' | 'raw';
      readonly start: number;
      readonly total: number;
      readonly lines: readonly string[];
    }
  /** The response is of a known model API, or `# @text` has the path of its text: the Text tab applies. */
  | { readonly type: 'chat'; readonly runId: string }
  /** The body is text that takes time to arrive: the Text tab shows it meanwhile. */
  | { readonly type: 'liveText'; readonly runId: string }
  /** Changes of a stream's joined text, with the tool calls that changed. */
  | {
      readonly type: 'streamText';
      readonly runId: string;
      readonly text: ShownGrowth;
      readonly reasoning: ShownGrowth;
      readonly toolCalls: readonly PanelToolCall[];
      readonly facts: StreamFacts;
      /** Events not processed yet. */
      readonly behind: number;
    };

export type StreamFromPanel =
  /** Requests rows of a view: 0 is all events, others are created by `filterEvents`. */
  | { readonly type: 'wantEvents'; readonly runId: string; readonly view: number; readonly start: number; readonly count: number }
  /**
   * The number of newest events that are visible while following, else 0. The editor then sends only that many at a
   * time.
   */
  | { readonly type: 'showNewest'; readonly runId: string; readonly count: number }
  | {
      readonly type: 'filterEvents';
      readonly runId: string;
      readonly view: number;
      readonly filter: StreamFilter;
      /** The event whose row the reply must include. */
      readonly near: number | null;
    }
  | { readonly type: 'endFilter'; readonly runId: string }
  | {
      readonly type: 'wantEventLines';
      readonly runId: string;
      readonly index: number;
      readonly mode: 'pretty' | 'raw';
      readonly start: number;
      readonly count: number;
    }
  | { readonly type: 'copyEvent'; readonly runId: string; readonly index: number; readonly as: 'data' | 'json' }
  | { readonly type: 'copyEvents'; readonly runId: string; readonly view: number }
  /** Saves the rows of a view as JSON lines, or the received bytes of the stream. */
  | { readonly type: 'saveEvents'; readonly runId: string; readonly view: number; readonly as: 'jsonl' | 'bytes' }
  /** Starts or stops `streamText`. `path` overrides the path in the file; null uses it. */
  | { readonly type: 'wantText'; readonly runId: string; readonly wanted: boolean; readonly path: string | null }
  | { readonly type: 'copyStreamText'; readonly runId: string; readonly part: 'text' | 'reasoning' | 'toolCall'; readonly index: number }
  /** Writes `# @text PATH` into the request. */
  | { readonly type: 'writeTextPath'; readonly runId: string; readonly path: string };
