import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { LoadedFile } from './engine/modules.ts';
import type { Header } from '../../language/index.ts';
import type { ConsoleLevel, ConsolePlace, StreamEvent, TestResult } from '../ports/events.ts';

/** `request` of a script, before and after its changes. In a pre-request script its texts are templates, resolved afterwards. */
export interface ScriptRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  /** Undefined if there is no body, or it is a file. */
  readonly body: string | undefined;
}

/** `response` of a script. */
export interface ScriptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly Header[];
  /** Decoded text. The sandbox parses `response.body` from it on first use. */
  readonly text: string;
  /** Joined text of a stream's events. Scripts see it in place of `text`. */
  readonly joinedText?: string;
  readonly size: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Complete events only. */
  readonly events: readonly StreamEvent[];
}

/** A request that a script composed itself. Its texts are data, not templates. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
}

export interface ScriptJob {
  readonly source: string;
  /** File that contains the text: errors are reported there. */
  readonly file: string;
  /** Line of the source's first character, from 1. */
  readonly line: number;
  /** Column of the source's first character, from 1. */
  readonly column: number;
  readonly phase: 'pre-request' | 'response';
  readonly request: ScriptRequest;
  /** Only in the response phase. */
  readonly response: ScriptResponse | undefined;
  /** Name of the selected environment, or null. */
  readonly env: string | null;
  /** Another script waits for this one (`tool.send`), so it must not wait for its turn. */
  readonly nested: boolean;
  /** Texts of the request or the response may contain a secret: call `ScriptHost.look` when the script first reads them. */
  readonly reportsLooks: boolean;
  /** Of `Math.random` and UUIDs: four numbers below 2^32. Undefined if they are new in each run. */
  readonly seed?: readonly number[] | undefined;
  readonly limits: ScriptLimits;
}

/** Objects that a script reads without naming a value. */
export type LookedAt = 'request' | 'response';

export interface ScriptLimits {
  /** Wall-clock limit in milliseconds, not counting `tool.sleep`. */
  readonly timeMs: number;
  /** Limit in bytes. */
  readonly memory: number;
}

/**
 * Calls of a running script to its host, in the script's order. A call may wait for the user or a secret storage: the script's clock
 * is paused until then. A ReqError that is thrown or rejected with becomes an error in the script.
 */
export interface ScriptHost {
  /** Value for `tool.getVar`: script variables first, then every lower scope. */
  getVar(name: string): Value | undefined | Promise<Value | undefined>;
  /** All variables in scope with a known value, for `tool.vars()`. */
  vars(): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>>;
  /** @param line line of the call in the file, from 1; also in `deleteVar` */
  setVar(name: string, value: Value, line: number): void;
  deleteVar(name: string, line: number): boolean;
  /** Resolves placeholders. @throws {ReqError} on undefined ones */
  interpolate(text: string): string | Promise<string>;
  /** Finds and reads a file that a script imports. @throws {ReqError} if there is none, or it may not be read */
  module(from: string, specifier: string, kind: 'import' | 'require'): Promise<LoadedFile>;
  /** Signs, verifies or decodes a JWT. Rejects with a ReqError if it is not valid, or the key cannot be read */
  jwt(call: JwtCall): Promise<string>;
  /** Reads or changes the cookie jar of the run. Resolves with JSON; rejects with a ReqError if it may not */
  cookies(call: CookieCall): Promise<string>;
  /** Facts and limits of the request, and the body for later scripts. Returns JSON; base64 for `bytes`. @throws {ReqError} if it may not */
  request(call: RequestCall): string;
  /** The script reads texts of the request or of the response. @throws {ReqError} if it may not */
  look(at: LookedAt): void | Promise<void>;
  /** Sends another request, found by its name unless `request` is given. The signal is aborted when the script has ended. */
  send(name: string, signal: AbortSignal, request?: RawRequest): Promise<ScriptResponse>;
  /**
   * Sets the request that the run sends after this one; null ends the pass.
   * @throws {ReqError} if the run has no such request
   */
  next(name: string | null): void;
  /** Called when the script ends the stream that it listens to. */
  heard(how: Heard): void;
  /** @param called place and arguments of the script's call; absent for a message of Req */
  console(level: ConsoleLevel, text: string, called?: ConsoleCall): void;
  test(result: TestResult): void;
}

/** A call of the cookie jar. */
export type CookieCall = { readonly op: 'cookies' } & (
  | { readonly name: 'get'; readonly url: string }
  /** `cookie` is JSON. */
  | { readonly name: 'set'; readonly url: string; readonly cookie: string }
  /** Deletes one cookie, or all for null. */
  | { readonly name: 'delete'; readonly url: string; readonly cookie: string | null }
  | { readonly name: 'clear' }
);

/** A script's read or change besides its request. */
export type RequestCall = { readonly op: 'request' } & (
  | { readonly name: 'facts' }
  | { readonly name: 'limit'; readonly limit: 'timeout' | 'max-redirects'; readonly value: string }
  /** Makes the body of the response text for later scripts. */
  | { readonly name: 'raw' }
  /** Sets the body for later scripts; null for none. */
  | { readonly name: 'body'; readonly text: string | null }
  | { readonly name: 'bytes' }
);

/** Facts about the request from the file and the options. */
export interface RequestFacts {
  readonly tags: readonly string[];
  readonly description: string;
  /** The first word of `# @auth`; empty without one. */
  readonly auth: string;
  readonly collection: string;
  /** Names of the collection, the folders, the file and the request. */
  readonly location: readonly string[];
  /** The URL as written. */
  readonly template: string;
  /** Headers that are comments. */
  readonly off: readonly Header[];
  /** 0 is no limit. */
  readonly timeoutMs: number;
  /** 0 if redirects are not followed. */
  readonly maxRedirects: number;
  /** The pass of a run: its index from 0, and the number of passes. */
  readonly pass: { readonly index: number; readonly count: number };
  /** Whether a script requested the body as text. */
  readonly isRaw: boolean;
  /** A script has set the body to none. */
  readonly hasNoBody: boolean;
}

/** A cookie of the jar, for scripts. */
export interface ListedCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly hostOnly: boolean;
  readonly sameSite: string | null;
  /** Milliseconds since 1970; null for a session cookie. */
  readonly expires: number | null;
}

/** A call of `tool.jwt`. `args` is a JSON array; the reply is a token for `sign`, else JSON text. */
export interface JwtCall {
  readonly op: 'jwt';
  readonly name: 'sign' | 'verify' | 'decode';
  readonly args: string;
}

export interface ConsoleCall {
  readonly place: ConsolePlace;
  /** The arguments, if any is an object: an array of EncodedValues as JSON. */
  readonly values?: string;
}

export interface ScriptResult {
  /** Set if the script threw, ran too long, used too much memory, or was cancelled. */
  readonly failure: Failure | undefined;
  /** With the script's changes; unchanged in the response phase. */
  readonly request: ScriptRequest;
  /** `tool.skip(reason)` or `tool.stop(reason)` was called. */
  readonly skipped: { readonly kind: 'skip' | 'stop'; readonly reason: string } | undefined;
  /** Set if `tool.onEvent` was called. The script stays in memory until it is closed or dropped. */
  readonly listener?: ScriptListener | undefined;
}

export interface ScriptListener {
  /** Queues an event without waiting. Events are dropped if the script is too slow. */
  event(event: StreamEvent): void;
  /** Call when the stream is over. Waits until the script has handled the queued events, at most its time limit. */
  close(): Promise<void>;
  /** Kills the script. */
  drop(): void;
}

/** How a script ended the stream that it listens to. */
export type Heard =
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** `tool.cancel()` or `tool.stop(reason)`. */
  | { readonly kind: 'cancel' | 'stop'; readonly reason: string };

export interface Sandbox {
  /** Starts a worker and loads the engine before the first script. */
  warm(): void;
  run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult>;
  dispose(): Promise<void>;
}
