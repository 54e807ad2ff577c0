import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/value.ts';
import type { Header } from '../../language/index.ts';
import type { ConsoleLevel, ConsolePlace, StreamEvent, TestResult } from '../ports/events.ts';

/** `request` as a script sees it, and as it left it. In a pre-request script texts are templates: what is written is resolved afterwards. */
export interface ScriptRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  /** Undefined for no body, or one that is a file. */
  readonly body: string | undefined;
}

/** `response` as a script sees it. */
export interface ScriptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly Header[];
  /** Decoded text; `response.body` is parsed from it inside the sandbox, only when the script asks. */
  readonly text: string;
  /** Of a stream: the text that its events make together, which scripts see in the place of `text`. */
  readonly joinedText?: string;
  /** Bytes of the decoded body. */
  readonly size: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Complete events only. */
  readonly events: readonly StreamEvent[];
}

/** One script to run. */
export interface ScriptJob {
  /** The script's own text. */
  readonly source: string;
  /** File the text stands in, and its first character's place there: errors point into that file. */
  readonly file: string;
  /** Line of the source's first character, from 1. */
  readonly line: number;
  /** Column of the source's first character, from 1. */
  readonly column: number;
  readonly phase: 'pre-request' | 'response';
  readonly request: ScriptRequest;
  /** Only in the response phase. */
  readonly response: ScriptResponse | undefined;
  /** Name of the environment chosen, or null. */
  readonly env: string | null;
  /** Another script waits for this one by `tool.send`: it must not wait for a turn of its own. */
  readonly nested: boolean;
  /** Texts of the request or the response may hold a secret: the host is told when the script first looks at them. */
  readonly reportsLooks: boolean;
  readonly limits: ScriptLimits;
}

/** What a script looks at without naming a value. */
export type LookedAt = 'request' | 'response';

export interface ScriptLimits {
  /** Wall clock, in milliseconds, `tool.sleep` not counted. */
  readonly timeMs: number;
  /** Bytes. */
  readonly memory: number;
}

/**
 * What the host answers while a script runs. Calls are in the script's order. An answer may take its time, where a secret or a
 * person has to be asked: the script's own time stands still until then. Those that throw or reject with a ReqError fail the script.
 */
export interface ScriptHost {
  /** The value `tool.getVar` sees: script variables first, then every lower scope. */
  getVar(name: string): Value | undefined | Promise<Value | undefined>;
  /** Every variable in scope whose value is known, for `tool.vars()`. */
  vars(): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>>;
  /** `line` is where in the file the call stands, from 1; so it is for `deleteVar`. */
  setVar(name: string, value: Value, line: number): void;
  deleteVar(name: string, line: number): boolean;
  /** Resolves placeholders; ReqError on undefined ones. */
  interpolate(text: string): string | Promise<string>;
  /** The script looks at texts of the request, or of the response. ReqError where it may not. */
  look(at: LookedAt): void | Promise<void>;
  /** Sends another request. The signal is aborted when nobody waits for the answer any more. */
  send(name: string, signal: AbortSignal): Promise<ScriptResponse>;
  /** How the script ended the stream that it listens to, as soon as it does. */
  heard(how: Heard): void;
  /** `called`: where a script did so, and with what. */
  console(level: ConsoleLevel, text: string, called?: ConsoleCall): void;
  test(result: TestResult): void;
}

/** A call of the console. */
export interface ConsoleCall {
  readonly place: ConsolePlace;
  /** An array of EncodedValues as JSON, where objects are among them. */
  readonly values?: string;
}

export interface ScriptResult {
  /** Set when the script threw, ran too long, used too much memory, or was cancelled. */
  readonly failure: Failure | undefined;
  /** As the script left it; same as given in the response phase. */
  readonly request: ScriptRequest;
  /** `tool.skip(reason)` or `tool.stop(reason)` was called. */
  readonly skipped: { readonly kind: 'skip' | 'stop'; readonly reason: string } | undefined;
  /** Set where `tool.onEvent` was called: the script is there until it is closed or dropped. */
  readonly listener?: ScriptListener | undefined;
}

/** A script that listens to the stream of its request. */
export interface ScriptListener {
  /** Hands an event over. Returns at once; what the script is too slow for passes it by. */
  event(event: StreamEvent): void;
  /** The stream is over: waits until the script has seen what came, at most its time limit. */
  close(): Promise<void>;
  /** Nobody is interested any more. */
  drop(): void;
}

/** How a script ended the stream that it listens to. */
export type Heard =
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** `tool.cancel()` or `tool.stop(reason)`. */
  | { readonly kind: 'cancel' | 'stop'; readonly reason: string };

export interface Sandbox {
  /** Starts the worker and loads the wasm ahead of the first script. */
  warm(): void;
  run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult>;
  /** Ends the worker. */
  dispose(): Promise<void>;
}
