import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import type { ConsoleLevel, StreamEvent, TestResult } from '../../ports/events.ts';
import type { Engine } from '../engine/engine.ts';
import type {
  ConsoleCall,
  CookieCall,
  Heard,
  JwtCall,
  LookedAt,
  RawRequest,
  RequestCall,
  ScriptJob,
  ScriptResponse,
  ScriptResult,
} from '../scriptTypes.ts';

/** Host → worker. */
export type ToWorker =
  /** Once, before or after the first `run`. */
  | { readonly type: 'load'; readonly engine: Engine }
  | { readonly type: 'run'; readonly job: ScriptJob }
  /** Result of a `send`. */
  | { readonly type: 'sent'; readonly id: number; readonly sent: Sent }
  /** A batch of events of the stream that the script listens to. The worker replies with `heard`. */
  | { readonly type: 'events'; readonly events: readonly StreamEvent[] }
  /** The stream that the script listens to is over. The worker replies with `closed`. */
  | { readonly type: 'close' };

/** Response of `tool.send`, or why there is none. */
export type Sent = { readonly ok: true; readonly response: ScriptResponse } | { readonly ok: false; readonly message: string };

/** Worker → host. All on one port, so they arrive in the script's order. */
export type FromWorker =
  /** The engine is loaded and the script starts. So does its clock. */
  | { readonly type: 'started' }
  /** The worker is blocked until the reply. */
  | { readonly type: 'call'; readonly id: number; readonly call: HostCall }
  /** Sets a variable without blocking the script. */
  | { readonly type: 'set'; readonly set: Extract<HostCall, { readonly op: 'setVar' }> }
  | { readonly type: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly called: ConsoleCall }
  | { readonly type: 'test'; readonly result: TestResult }
  /** The host replies later with `sent`. */
  | { readonly type: 'send'; readonly id: number; readonly name: string; readonly request?: RawRequest | undefined }
  /** The script only waits for `tool.sleep` and `tool.send`. Its clock is paused until `awake`. */
  | { readonly type: 'asleep' }
  | { readonly type: 'awake' }
  /** The script has ended, or listens to a stream. */
  | { readonly type: 'done'; readonly result: ExecutionResult }
  /** The script is about to receive another event of the batch, so its time limit restarts. */
  | { readonly type: 'hearing' }
  /** The script has handled the batch, or ended the stream during it. */
  | { readonly type: 'heard'; readonly ended: Heard | undefined }
  | { readonly type: 'closed' };

export interface ExecutionResult extends Omit<ScriptResult, 'listener'> {
  readonly listens: boolean;
}

/** Calls that only the host can answer. */
export type HostCall =
  | { readonly op: 'getVar'; readonly name: string }
  | { readonly op: 'vars' }
  /** `json` is an EncodedValue as JSON text; `line` is in the file, from 1. */
  | { readonly op: 'setVar'; readonly name: string; readonly json: string; readonly line: number }
  | { readonly op: 'deleteVar'; readonly name: string; readonly line: number }
  | { readonly op: 'interpolate'; readonly text: string }
  /** Finds and reads a file; the reply is a LoadedFile as JSON text. `from` is the absolute path of the file that names it. */
  | { readonly op: 'module'; readonly from: string; readonly specifier: string; readonly kind: 'import' | 'require' }
  | JwtCall
  | CookieCall
  | RequestCall
  /** Sets the request that the run sends next; null for none. */
  | { readonly op: 'next'; readonly name: string | null }
  | { readonly op: 'look'; readonly at: LookedAt };

/**
 * Reply to a HostCall or an ApiCall. Sent as JSON text, because a structured clone fails on deeply nested values. `value` is absent
 * for an undefined variable or a call without a result.
 */
export type Reply =
  | { readonly ok: true; readonly value?: EncodedValue }
  | { readonly ok: false; readonly type: ErrorType; readonly message: string };

export type ErrorType = 'Error' | 'TypeError' | 'RangeError';

/** First character of a reply that is plain text instead of a Reply in JSON. */
export const rawMark = '=';

export interface Answered {
  /** A Reply as JSON text. */
  readonly reply: string;
  /** Milliseconds spent waiting for the user or a storage. They do not count as the script's time. */
  readonly waited: number;
}

/** Sandboxed API → worker, as JSON text through the only function that leaves the virtual machine. */
export type ApiCall =
  | Exclude<HostCall, { readonly op: 'setVar' | 'deleteVar' | 'module' }>
  /** Evaluates a CommonJS file: its function is in the global `requiredName`. The reply is its path. `from` is null for the script itself. */
  | { readonly op: 'require'; readonly from: string | null; readonly specifier: string }
  /** `stack` is the call's stack trace from QuickJS. */
  | { readonly op: 'setVar'; readonly name: string; readonly json: string; readonly stack: string }
  | { readonly op: 'deleteVar'; readonly name: string; readonly stack: string }
  /** `values` is an array of EncodedValues as JSON text; empty if no argument is an object. */
  | { readonly op: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly values: string; readonly stack: string }
  | {
      readonly op: 'test';
      readonly name: string;
      readonly passed: boolean;
      readonly message: string | null;
      /** Both sides of a failed comparison, or null. */
      readonly compared: { readonly expected: string; readonly actual: string } | null;
      readonly stack: string;
    }
  /** The worker calls `wake(id)` after `ms` milliseconds. For `send` it calls it with a Woken, when there is a result. */
  | { readonly op: 'sleep'; readonly id: number; readonly ms: number }
  | { readonly op: 'send'; readonly id: number; readonly name: string; readonly request?: RawRequest }
  | { readonly op: 'cancelSleep'; readonly id: number }
  | { readonly op: 'uuid' }
  /** Whether the script or a file that it loaded contains a text. The reply is a boolean. */
  | { readonly op: 'written'; readonly text: string }
  /** Source text of a library (libraries.ts). */
  | { readonly op: 'library'; readonly name: string }
  /** A web API that Node.js has. `args` is a JSON array; the reply is JSON text (webCalls.ts). */
  | { readonly op: 'web'; readonly name: string; readonly args: string }
  /** A method of `crypto.subtle`. The worker calls `wake(id)` with its outcome (subtleCalls.ts). */
  | { readonly op: 'subtle'; readonly id: number; readonly name: string; readonly args: string }
  | { readonly op: 'hash'; readonly algorithm: string; readonly text: string; readonly encoding: string }
  | { readonly op: 'hmac'; readonly algorithm: string; readonly key: string; readonly text: string; readonly encoding: string }
  | { readonly op: 'base64'; readonly text: string }
  | { readonly op: 'fromBase64'; readonly text: string }
  /** Fetches a response's text on first use: of the script's own response, or of the `send` with that id. */
  | { readonly op: 'responseText'; readonly of: ResponseId }
  /** The JSON that a placeholder inserts for a value. `json` is an EncodedValue as JSON text. */
  | { readonly op: 'valueJson'; readonly json: string }
  /** Parses the response's text without losing digits. No value if it is not JSON; null if JSON.parse loses none. */
  | { readonly op: 'exactJson'; readonly of: ResponseId }
  /** Why the response's text is not read although it is JSON; no value for other texts. */
  | { readonly op: 'nestingProblem'; readonly of: ResponseId };

/** `own`, or the id of a `send`. */
export type ResponseId = number | 'own';

/** Result of a `send` for the sandboxed API. */
export type Woken = { readonly ok: true; readonly response: NonNullable<ApiJob['response']> } | Extract<Sent, { readonly ok: false }>;

/** The job for the sandboxed API. The response's text is fetched separately. */
export interface ApiJob {
  /** Four random numbers below 2^32 for `Math.random`, because copied engines have the same seed. */
  readonly seed: readonly number[];
  readonly phase: ScriptJob['phase'];
  readonly reportsLooks: boolean;
  readonly env: string | null;
  readonly request: {
    readonly name: string;
    readonly method: string;
    readonly url: string;
    readonly headers: ScriptJob['request']['headers'];
    readonly body: string | null;
  };
  readonly response: Omit<NonNullable<ScriptJob['response']>, 'text'> | null;
}

/** A thrown value, described inside the virtual machine. */
export interface Thrown {
  /** `TypeError: x is not a function`. */
  readonly text: string;
  /** Stack trace from QuickJS; empty if the value is not an error. */
  readonly stack: string;
}

export interface ApiState {
  /** False while something is awaited. */
  readonly settled: boolean;
  readonly thrown: Thrown | null;
  /** `tool.onEvent` was called. */
  readonly listens: boolean;
  readonly end: { readonly kind: 'skip' | 'stop' | 'cancel'; readonly reason: string; readonly stack: string } | null;
}
