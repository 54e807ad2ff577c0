import type { SearchQuery } from '../base/searchQuery.ts';

export interface PanelEvent {
  readonly index: number;
  readonly at: number;
  readonly event: string;
  /** Cut for the page where it is long. */
  readonly data: string;
  readonly id: string;
  readonly retry: number | null;
  readonly complete: boolean;
  /** Milliseconds since the event before it; null for the first. */
  readonly delta: number | null;
  /** Before it nothing came for long. */
  readonly isGap: boolean;
  /** UTF-16 units of the whole data. */
  readonly size: number;
}

/**
 * A row of a stream: an event, or a comment that stands before the event `before`. `marks`: where what is looked for stands in the
 * beginning of the data or of the text, the beginning and the end of each place one after the other.
 */
export type StreamRow =
  | { readonly kind: 'event'; readonly event: PanelEvent; readonly marks: readonly number[] }
  | { readonly kind: 'comment'; readonly at: number; readonly text: string; readonly before: number; readonly marks: readonly number[] };

/** Which rows of a stream are looked at. */
export interface StreamFilter {
  /** Null for all. */
  readonly types: readonly string[] | null;
  /** Null for none. */
  readonly query: SearchQuery | null;
  readonly comments: boolean;
}

/** What is counted of a stream's events. */
export interface CountedEvents {
  readonly types: readonly { readonly name: string; readonly count: number }[];
  /** Types besides those. */
  readonly moreTypes: number;
  /** Events in each span of the stream's time. */
  readonly counts: readonly number[];
  /** Milliseconds of a span. */
  readonly span: number;
  /** When the first span begins: milliseconds since the run started. */
  readonly start: number;
  /** The events before which nothing came for long, and when they came: the last ones. */
  readonly gaps: readonly { readonly index: number; readonly at: number }[];
  /** All gaps. */
  readonly gapCount: number;
  /** Comment lines. */
  readonly comments: number;
}

/** What is added to a text that is shown: it takes the place of all after the first `keep` UTF-16 units. */
export interface ShownGrowth {
  readonly keep: number;
  readonly text: string;
}

/** What of a stream's joined text is short, as it is now. */
export interface StreamFacts {
  /** What the events are: the name of an API, `path` or `data`. */
  readonly format: string;
  /** Where the text stands in an event; null where it is the data as a whole. */
  readonly path: string | null;
  /** Who says so: the directive `@text`, the person who tries a path, an API that is known, or a guess. */
  readonly source: 'written' | 'tried' | 'known' | 'guessed' | 'data';
  readonly usage: { readonly input: number | null; readonly output: number | null; readonly total: number | null } | null;
  readonly finishReason: string | null;
  readonly events: number;
  /** Milliseconds since the run started. */
  readonly firstEventAt: number | null;
  readonly firstTextAt: number | null;
  readonly lastAt: number | null;
  readonly eventsPerSecond: number | null;
  /** More came than is kept. */
  readonly cut: boolean;
}

/** One tool call, its arguments cut for the page. */
export interface PanelToolCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** UTF-16 units of the whole arguments. */
  readonly size: number;
}

/** From the editor to the page, about a stream. */
export type StreamToPanel =
  /** New events, in order; `total` counts all so far (the editor keeps them all, the page asks for older ones). */
  | { readonly type: 'events'; readonly runId: string; readonly events: readonly PanelEvent[]; readonly total: number }
  /** Answer to `wantEvents`: fewer rows than asked for where they are long. */
  | {
      readonly type: 'eventsPage';
      readonly runId: string;
      readonly view: number;
      readonly start: number;
      readonly rows: readonly StreamRow[];
    }
  /** Rows that `filterEvents` has found so far; more follow as the stream goes on. `near`: the row of the event asked for, or that after it. */
  | {
      readonly type: 'eventsFound';
      readonly runId: string;
      readonly view: number;
      readonly rows: number;
      readonly scanned: number;
      /** All that came is looked through. */
      readonly done: boolean;
      readonly near: number | null;
      readonly error: string | null;
    }
  | { readonly type: 'eventStats'; readonly runId: string; readonly stats: CountedEvents }
  /** Answer to `wantEventLines`: lines of one event's data, as `lines` of the body. */
  | {
      readonly type: 'eventLines';
      readonly runId: string;
      readonly index: number;
      readonly mode: 'pretty' | 'raw';
      readonly start: number;
      readonly total: number;
      readonly lines: readonly string[];
    }
  /** What was added to a stream's joined text. Tool calls are those that have changed. */
  | {
      readonly type: 'streamText';
      readonly runId: string;
      readonly text: ShownGrowth;
      readonly reasoning: ShownGrowth;
      readonly toolCalls: readonly PanelToolCall[];
      readonly facts: StreamFacts;
      /** Events that are not read yet. */
      readonly behind: number;
    };

/** From the page to the editor, about a stream. */
export type StreamFromPanel =
  /** Rows of a view: 0 is that of all events, others are begun by `filterEvents`. */
  | { readonly type: 'wantEvents'; readonly runId: string; readonly view: number; readonly start: number; readonly count: number }
  /** How many of the newest events there is room for in sight, where those are followed; else 0. Where many come, only so many are told. */
  | { readonly type: 'showNewest'; readonly runId: string; readonly count: number }
  /** Begins a view, and ends the one before. */
  | {
      readonly type: 'filterEvents';
      readonly runId: string;
      readonly view: number;
      readonly filter: StreamFilter;
      /** The number of an event whose row is to be told. */
      readonly near: number | null;
    }
  /** The view is not looked at any more. */
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
  /** The events of a view as JSON lines. */
  | { readonly type: 'copyEvents'; readonly runId: string; readonly view: number }
  /** To a file: the rows of a view as JSON lines, or the stream's bytes as they came. */
  | { readonly type: 'saveEvents'; readonly runId: string; readonly view: number; readonly as: 'jsonl' | 'bytes' }
  /** Tells the joined text from now on, or no longer. `path` tries another one; null takes that of the file. */
  | { readonly type: 'wantText'; readonly runId: string; readonly wanted: boolean; readonly path: string | null }
  | { readonly type: 'copyStreamText'; readonly runId: string; readonly part: 'text' | 'reasoning' | 'toolCall'; readonly index: number }
  /** Writes `# @text PATH` into the request. */
  | { readonly type: 'writeTextPath'; readonly runId: string; readonly path: string };
