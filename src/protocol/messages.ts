// Messages between the editor and the page of the response panel. Types only; texts in them are data and are shown as text.
// Bodies are sent in pages of lines, which the page requests.
import type { BodyFromPanel, BodyToPanel } from './bodyMessages.ts';
import type { HeaderPair, PanelTimings } from './exchangeFacts.ts';
import type { RunStepToPanel } from './runSteps.ts';
import type { PanelPreview, PreviewData } from './preview.ts';
import type { StreamFromPanel, StreamToPanel } from './streamMessages.ts';

export const protocolVersion = 1;

/** A run as the panel is told of it at its start. `runId` is new for each send. Told again (after `ready`), the page begins it anew. */
export interface PanelStarted {
  readonly type: 'started';
  readonly runId: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly method: string;
  /** Template until the request is resolved. */
  readonly url: string;
  readonly environment: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** One field of a form. */
export interface FormField {
  /** What is asked, as it is written. */
  readonly label: string;
  /** What the answer is for: `{{name}}`. */
  readonly detail: string;
  /** Typed hidden, and kept by nobody. */
  readonly hidden: boolean;
  /** Must not be empty. */
  readonly required: boolean;
  /** What stands there at first: an earlier answer. */
  readonly value: string;
}

/** What the body is shown as. */
export type BodyView = 'json' | 'xml' | 'html' | 'text' | 'image' | 'hex' | 'empty';

/** A form in which a body can be looked at: laid out, as it came, its bytes, or what it depicts. */
export type BodyMode = 'pretty' | 'raw' | 'hex' | 'preview';

/** TLS of a connection. */
export interface PanelTls {
  readonly version: string;
  readonly cipher: string;
  /** False where the certificate was not checked. */
  readonly verified: boolean;
  /** What the check would have said. */
  readonly problem: string | null;
  /** The server's own first. */
  readonly chain: readonly {
    readonly subject: string;
    readonly issuer: string;
    readonly names: readonly string[];
    readonly validFrom: string;
    readonly validTo: string;
    readonly fingerprint: string;
  }[];
}

/** From the editor to the page. Secrets in texts are masked before they come here. */
export type ToPanel =
  | PanelStarted
  | RunStepToPanel
  | StreamToPanel
  | {
      readonly type: 'sending';
      readonly runId: string;
      /** Milliseconds since the run started. */
      readonly at?: number;
      /** Request line and headers as they leave; missing for HTTP/2. */
      readonly head?: string;
      readonly method: string;
      readonly url: string;
      readonly wireUrl: string;
      readonly httpVersion: string;
      readonly headers: readonly HeaderPair[];
      readonly added: readonly string[];
      readonly bodyText: string | null;
      readonly bodySize: number | null;
    }
  | {
      readonly type: 'connected';
      readonly runId: string;
      readonly address: string;
      readonly reused: boolean;
      /** Its URL. */
      readonly proxy: string | null;
      readonly tls: PanelTls | null;
    }
  /** Bytes of a large body that have left. */
  | { readonly type: 'uploading'; readonly runId: string; readonly at?: number; readonly sent: number; readonly total: number }
  | {
      readonly type: 'redirect';
      readonly runId: string;
      readonly at?: number;
      readonly status: number;
      readonly url: string;
      readonly location: string;
      readonly headers: readonly HeaderPair[];
      readonly address: string;
      readonly reused: boolean;
      readonly timings: PanelTimings;
      /** Names of headers that did not go along. */
      readonly dropped: readonly string[];
      readonly warnings: readonly string[];
    }
  | {
      readonly type: 'informational';
      readonly runId: string;
      readonly status: number;
      readonly statusText: string;
      readonly headers: readonly HeaderPair[];
    }
  | {
      readonly type: 'head';
      readonly runId: string;
      readonly at: number;
      readonly status: number;
      readonly statusText: string;
      readonly httpVersion: string;
      readonly headers: readonly HeaderPair[];
      readonly stream: 'sse' | 'ndjson' | null;
    }
  /** Headers after the body. */
  | { readonly type: 'trailers'; readonly runId: string; readonly headers: readonly HeaderPair[] }
  /** Decoded bytes so far. */
  | { readonly type: 'progress'; readonly runId: string; readonly at: number; readonly received: number }
  /** A connection of a stream ended and another one follows: why and when. What that one brings begins with the event `index`. */
  | { readonly type: 'seam'; readonly runId: string; readonly index: number; readonly text: string }
  /** New lines, in order: the page appends. */
  | {
      readonly type: 'console';
      readonly runId: string;
      readonly lines: readonly {
        readonly at: number;
        readonly level: 'log' | 'info' | 'warn' | 'error';
        readonly text: string;
        /** Where a script called the console. */
        readonly place?: { readonly file: string; readonly line: number };
        /** What it was called with: an array of `EncodedValue`s as JSON. */
        readonly values?: string;
      }[];
    }
  /** New results, in order: the page appends. `line` from 1. */
  | {
      readonly type: 'tests';
      readonly runId: string;
      readonly tests: readonly {
        readonly name: string;
        readonly passed: boolean;
        readonly message: string | null;
        readonly line: number | null;
        /** Where that is not the request's. */
        readonly file?: string;
        /** Both sides of a comparison that failed. */
        readonly expected?: string;
        readonly actual?: string;
        /** The request that ran for this one, whose test it is: `name` begins with it. */
        readonly request?: string;
        /** Agents are not told whether it passed. */
        readonly secret?: true;
      }[];
    }
  /**
   * The body is whole (or as much as came): how it is shown. `modes` are those it can be looked at in, the usual one first; `lines`
   * counts those of the first, and `wantLines` gets them.
   */
  | {
      readonly type: 'body';
      readonly runId: string;
      readonly view: BodyView;
      readonly modes: readonly BodyMode[];
      readonly contentType: string;
      /** Null where it is text: the first rows tell how many there are. */
      readonly lines: number | null;
      readonly size: number;
      readonly note: string | null;
      /** What it depicts, where it does; `wantPreview` gets it. */
      readonly preview: PanelPreview | null;
    }
  /** Answer to `wantPreview`: a piece from `start` on, of as many bytes, UTF-16 units or rows as `total` tells are there so far. */
  | {
      readonly type: 'preview';
      readonly runId: string;
      readonly part: number;
      readonly start: number;
      readonly total: number;
      readonly data: PreviewData;
    }
  | BodyToPanel
  /**
   * Answer to `wantLines` where the mode is no text, or more than can be laid out: lines of a mode, from `start` and at most `count`, fewer where the editor bounds an answer (the page asks
   * for the rest). `total` is that of the mode. Each line is cut at `lineLimit` UTF-16 units.
   */
  | {
      readonly type: 'lines';
      readonly runId: string;
      readonly mode: BodyMode;
      readonly start: number;
      readonly total: number;
      readonly lines: readonly string[];
    }
  | {
      readonly type: 'finished';
      readonly runId: string;
      readonly at?: number;
      readonly outcome: 'complete' | 'ended' | 'cancelled' | 'failed';
      readonly failure: {
        readonly kind: string;
        readonly message: string;
        readonly hint: string | null;
        readonly at: { readonly file: string; readonly line: number; readonly column: number } | null;
        /** Of an answer that cannot be read. */
        readonly came?: { readonly text: string; readonly wrongAt: number | undefined };
      } | null;
      readonly timings: PanelTimings;
      readonly sizes: { readonly headers: number; readonly body: number; readonly bodyDecoded: number };
    }
  /** Asks for what a send needs. Told again (after `ready`), the page begins it anew. */
  | { readonly type: 'ask'; readonly askId: string; readonly title: string; readonly fields: readonly FormField[] }
  /** Nobody waits for the answers any more. */
  | { readonly type: 'asked'; readonly askId: string }
  /** Of the panel itself. `empty`: why nothing is shown, where that is not for the first time. */
  | { readonly type: 'panel'; readonly pinned: boolean; readonly empty: string | null }
  /** The search over the body's text is wanted. */
  | { readonly type: 'openFind' }
  /** The panel was gone to by a command. */
  | { readonly type: 'entered' }
  /** Something the page asked for could not be done. */
  | { readonly type: 'error'; readonly message: string };

/** From the page to the editor; every one is checked by `validate.ts` before use. */
export type FromPanel =
  | StreamFromPanel
  | BodyFromPanel
  | { readonly type: 'ready'; readonly version: number }
  | { readonly type: 'cancel'; readonly runId: string }
  | { readonly type: 'sendAgain'; readonly runId: string }
  /** Shows both sides of a comparison in the editor; `test` counts from 0. */
  | { readonly type: 'compareTest'; readonly runId: string; readonly test: number }
  /** Answered by `bytes`. */
  | { readonly type: 'wantBytes'; readonly runId: string }
  | { readonly type: 'copyAsCurl'; readonly runId: string }
  | { readonly type: 'copyAsHar'; readonly runId: string }
  | { readonly type: 'wantLines'; readonly runId: string; readonly mode: BodyMode; readonly start: number; readonly count: number }
  /** Of a part of what the body depicts, or of all of it (0). */
  | { readonly type: 'wantPreview'; readonly runId: string; readonly part: number; readonly start: number; readonly count: number }
  | { readonly type: 'copyBody'; readonly runId: string }
  /** What the filter by JSONPath has chosen. */
  | { readonly type: 'copyChosen'; readonly runId: string }
  | { readonly type: 'saveBody'; readonly runId: string }
  | { readonly type: 'openBody'; readonly runId: string }
  /** With another response, which the editor asks for. */
  | { readonly type: 'compare'; readonly runId: string }
  /** Whether a body's text is shown, which can be searched. */
  | { readonly type: 'textShown'; readonly shown: boolean }
  /** The panel keeps what it shows: the next send opens another one. */
  | { readonly type: 'pin'; readonly pinned: boolean }
  /** The panel is wanted no more; the focus goes back to the request. */
  | { readonly type: 'close' }
  /** Gives a part of what the body depicts, or all of it (0), to the program that the system has for its kind. */
  | { readonly type: 'openOutside'; readonly runId: string; readonly part: number }
  /** Copies bytes of the body, from `start` to before `end`. */
  | { readonly type: 'copyBytes'; readonly runId: string; readonly start: number; readonly end: number; readonly as: 'hex' | 'text' }
  | { readonly type: 'copyText'; readonly text: string }
  /** The answers to `ask`, one for each field. */
  | { readonly type: 'answers'; readonly askId: string; readonly values: readonly string[] }
  /** The person gave up. */
  | { readonly type: 'notAnswered'; readonly askId: string }
  /** What stands in a field that is not hidden: a page that was hidden meanwhile has it again. */
  | { readonly type: 'draft'; readonly askId: string; readonly field: number; readonly value: string }
  /** Jump to the request, or to a place an error names. */
  | { readonly type: 'goTo'; readonly file: string; readonly line: number; readonly column: number };
