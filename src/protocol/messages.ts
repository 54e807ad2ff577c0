// Messages between the editor and the page of the response panel. Types only; texts in them are data and are shown as text.
// Bodies are sent in pages of lines, which the page requests.
import type { BodyFromPanel, BodyToPanel } from './bodyMessages.ts';
import type { Timings } from '../base/events/timings.ts';
import type { HeaderPair } from './headerPair.ts';
import type { RunStepToPanel } from './runSteps.ts';
import type { PanelPreview, PreviewData } from './preview.ts';
import type { StreamFromPanel, StreamToPanel } from './streamMessages.ts';

export const protocolVersion = 1;

/** The start of a run. `runId` is unique for each send. Sent again (after `ready`), it resets the run in the page. */
export interface PanelStarted {
  readonly type: 'started';
  readonly runId: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly method: string;
  /** The template; the resolved URL follows with `sending`. */
  readonly url: string;
  readonly environment: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface FormField {
  readonly label: string;
  /** The placeholder that gets the value: `{{name}}`. */
  readonly detail: string;
  /** A password field whose value is not stored. */
  readonly hidden: boolean;
  /** Must not be empty. */
  readonly required: boolean;
  /** The initial value: the one entered before. */
  readonly value: string;
}

export type BodyView = 'json' | 'xml' | 'html' | 'text' | 'image' | 'hex' | 'empty';

/** A view of a body: formatted, as received, its bytes, or a preview. */
export type BodyMode = 'pretty' | 'raw' | 'hex' | 'preview';

export interface PanelTls {
  readonly version: string;
  readonly cipher: string;
  /** False if the certificate was not checked. */
  readonly verified: boolean;
  readonly problem: string | null;
  /** The server's certificate first. */
  readonly chain: readonly {
    readonly subject: string;
    readonly issuer: string;
    readonly names: readonly string[];
    readonly validFrom: string;
    readonly validTo: string;
    readonly fingerprint: string;
  }[];
}

/** Messages from the editor to the page. Secrets in texts are masked. */
export type ToPanel =
  | PanelStarted
  | RunStepToPanel
  | StreamToPanel
  | {
      readonly type: 'sending';
      readonly runId: string;
      /** Milliseconds since the run started, without the time that it waited for the user. */
      readonly at?: number;
      /** Milliseconds that the run waited for the user before. Missing if it did not. */
      readonly waited?: number;
      /** Request line and headers as sent; missing for HTTP/2. */
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
  /** A prompt was shown or answered; `at` and `waited` as in `sending`. */
  | { readonly type: 'asking'; readonly runId: string; readonly at: number; readonly waited: number; readonly isAsked: boolean }
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
      readonly timings: Timings;
      /** Names of headers that are not sent to the new location. */
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
      readonly stream: 'sse' | 'ndjson' | 'json-seq' | null;
    }
  /** Headers after the body. */
  | { readonly type: 'trailers'; readonly runId: string; readonly headers: readonly HeaderPair[] }
  /** The response is complete, and the scripts after it run. */
  | { readonly type: 'checking'; readonly runId: string }
  | { readonly type: 'progress'; readonly runId: string; readonly at: number; readonly received: number }
  /** A stream was reconnected: why and when. `index` is the first event of the new connection. */
  | { readonly type: 'seam'; readonly runId: string; readonly index: number; readonly text: string }
  | {
      readonly type: 'console';
      readonly runId: string;
      readonly lines: readonly {
        readonly at: number;
        readonly level: 'log' | 'info' | 'warn' | 'error';
        readonly text: string;
        readonly place?: { readonly file: string; readonly line: number };
        /** The arguments: an array of `EncodedValue`s as JSON. */
        readonly values?: string;
      }[];
    }
  /** New results to append. `line` from 1. */
  | {
      readonly type: 'tests';
      readonly runId: string;
      readonly tests: readonly {
        readonly name: string;
        readonly passed: boolean;
        readonly message: string | null;
        readonly line: number | null;
        /** Set if it is not the file of the request. */
        readonly file?: string;
        /** Both sides of a failed comparison. */
        readonly expected?: string;
        readonly actual?: string;
        /** Values that do not conform to a schema. `path` and `location` are parts of the message. */
        readonly places?: readonly {
          readonly path: string;
          /** JSONPath of the value in the body. */
          readonly inBody?: string;
          /** Number of the event that contains the value. */
          readonly event?: number;
          readonly location: string;
          /** Set if the schema is in a file. */
          readonly schema?: { readonly file: string; readonly pointer: string };
        }[];
        /** The referenced request that has the test; `name` begins with it. */
        readonly request?: string;
        /** The result is hidden from agents. */
        readonly secret?: true;
      }[];
    }
  /**
   * The body is complete, or as much of it as was received. `modes` are its views, the default first; `lines` counts the lines of the
   * first, which `wantLines` requests.
   */
  | {
      readonly type: 'body';
      readonly runId: string;
      readonly view: BodyView;
      readonly modes: readonly BodyMode[];
      readonly contentType: string;
      /** Null for text, whose first rows include the count. */
      readonly lines: number | null;
      readonly size: number;
      readonly note: string | null;
      /** Its preview, which `wantPreview` requests. */
      readonly preview: PanelPreview | null;
    }
  /** Reply to `wantPreview`: a piece from `start` on. `total` is the number of bytes, UTF-16 units or rows so far. */
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
   * Reply to `wantLines` for bytes, or a text that is too large to format: at most `count` lines from `start`. The editor may send
   * fewer; then the page requests the rest. `total` counts the lines of the mode. Each line is cut at `lineLimit` UTF-16 units.
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
        readonly received?: { readonly text: string; readonly wrongAt: number | undefined };
        /** The problems that prevented sending, in more detail than the message. */
        readonly problems?: readonly {
          readonly message: string;
          readonly at: { readonly file: string; readonly line: number; readonly column: number };
        }[];
      } | null;
      readonly timings: Timings;
      readonly sizes: { readonly headers: number; readonly body: number; readonly bodyDecoded: number };
    }
  /** Reply to `wantFixes`: actions for the failure, by title. `problem` is the index of the problem that the action solves. */
  | {
      readonly type: 'fixes';
      readonly runId: string;
      readonly fixes: readonly { readonly problem: number | null; readonly title: string }[];
    }
  /** Requests values that a send needs. Sent again (after `ready`), it resets the form. */
  | {
      readonly type: 'ask';
      readonly askId: string;
      readonly title: string;
      /** The request is sent when the form is submitted. */
      readonly sends: boolean;
      readonly fields: readonly FormField[];
    }
  /** The form is closed: its values are not needed any more. */
  | { readonly type: 'asked'; readonly askId: string }
  /** State of the panel. `empty`: why it shows nothing, unless nothing has been sent yet. */
  | { readonly type: 'panel'; readonly pinned: boolean; readonly empty: string | null }
  /** The request is now `by` lines below its line when the run started. Sent at a change, and after `started` if it is not 0. */
  | { readonly type: 'moved'; readonly runId: string; readonly by: number }
  | { readonly type: 'openFind' }
  /** A command has moved the focus to the panel. */
  | { readonly type: 'entered' }
  /** A request of the page failed. */
  | { readonly type: 'error'; readonly message: string };

/** Messages from the page to the editor, which checks each with `validate.ts`. */
export type FromPanel =
  | StreamFromPanel
  | BodyFromPanel
  | { readonly type: 'ready'; readonly version: number }
  | { readonly type: 'cancel'; readonly runId: string }
  | { readonly type: 'sendAgain'; readonly runId: string }
  /** Requests the actions for a failure. The reply is `fixes`. */
  | { readonly type: 'wantFixes'; readonly runId: string }
  /** Applies one of the `fixes`. */
  | { readonly type: 'applyFix'; readonly runId: string; readonly problem: number | null; readonly title: string }
  /** Shows the diff of a comparison in the editor; `test` counts from 0. */
  | { readonly type: 'compareTest'; readonly runId: string; readonly test: number }
  /** Opens the schema of a failed test at one of its `places`, counted from 0. */
  | { readonly type: 'openSchema'; readonly runId: string; readonly test: number; readonly place: number }
  /** The reply is `bytes`. */
  | { readonly type: 'wantBytes'; readonly runId: string }
  | { readonly type: 'copyAsCurl'; readonly runId: string }
  | { readonly type: 'copyAsHar'; readonly runId: string }
  | { readonly type: 'wantLines'; readonly runId: string; readonly mode: BodyMode; readonly start: number; readonly count: number }
  /** `part` counts from 1; 0 is the whole body. */
  | { readonly type: 'wantPreview'; readonly runId: string; readonly part: number; readonly start: number; readonly count: number }
  | { readonly type: 'copyBody'; readonly runId: string }
  | { readonly type: 'copyChosen'; readonly runId: string }
  | { readonly type: 'saveBody'; readonly runId: string }
  | { readonly type: 'openBody'; readonly runId: string }
  | { readonly type: 'compare'; readonly runId: string }
  | { readonly type: 'textShown'; readonly shown: boolean }
  /** A pinned panel keeps its response: the next send opens another panel. */
  | { readonly type: 'pin'; readonly pinned: boolean }
  /** Closes the panel and moves the focus back to the request. */
  | { readonly type: 'close' }
  /** Opens a part of the body, or the whole body (0), in the system's program for its type. */
  | { readonly type: 'openOutside'; readonly runId: string; readonly part: number }
  /** Copies the bytes from `start` up to `end`, exclusive. */
  | { readonly type: 'copyBytes'; readonly runId: string; readonly start: number; readonly end: number; readonly as: 'hex' | 'text' }
  | { readonly type: 'copyText'; readonly text: string }
  /** Writes a request for a URL from the response below the request. Sends nothing. */
  | { readonly type: 'makeRequest'; readonly runId: string; readonly url: string }
  /** Writes the next request of a chat below the request, and places the cursor in its empty message. Sends nothing. */
  | { readonly type: 'reply'; readonly runId: string }
  /** The values for `ask`, one for each field. */
  | { readonly type: 'answers'; readonly askId: string; readonly values: readonly string[] }
  | { readonly type: 'notAnswered'; readonly askId: string }
  /** The current value of a field that is not a password, restored after the page was hidden. */
  | { readonly type: 'draft'; readonly askId: string; readonly field: number; readonly value: string }
  /** Goes to the request, or to the place of an error. */
  | { readonly type: 'goTo'; readonly file: string; readonly line: number; readonly column: number };
