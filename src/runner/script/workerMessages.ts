import type { EncodedValue } from '../../base/valueCodec.ts';
import type { ConsoleLevel, StreamEvent, TestResult } from '../ports/events.ts';
import type { Engine } from './engine.ts';
import type { ConsoleCall, Heard, LookedAt, ScriptJob, ScriptResponse, ScriptResult } from './scriptTypes.ts';

/** Host → worker. */
export type ToWorker =
  /** Once, before or after the first `run`. */
  | { readonly type: 'load'; readonly engine: Engine }
  | { readonly type: 'run'; readonly job: ScriptJob }
  /** What became of a `send`. */
  | { readonly type: 'sent'; readonly id: number; readonly sent: Sent }
  /** The next events of the stream the script listens to. It answers with `heard`. */
  | { readonly type: 'events'; readonly events: readonly StreamEvent[] }
  /** The stream the script listens to is over. It answers with `closed`. */
  | { readonly type: 'close' };

/** The answer that `tool.send` brought, or why there is none. */
export type Sent = { readonly ok: true; readonly response: ScriptResponse } | { readonly ok: false; readonly message: string };

/** Worker → host. All on one port, so their order is the script's. */
export type FromWorker =
  /** The engine is loaded and the script begins: its clock runs. */
  | { readonly type: 'started' }
  /** The worker sleeps until the reply has come. */
  | { readonly type: 'call'; readonly id: number; readonly call: HostCall }
  /** A value that is set while the script goes on. */
  | { readonly type: 'set'; readonly set: Extract<HostCall, { readonly op: 'setVar' }> }
  | { readonly type: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly called: ConsoleCall }
  | { readonly type: 'test'; readonly result: TestResult }
  /** The answer comes later, as `sent`. */
  | { readonly type: 'send'; readonly id: number; readonly name: string }
  /** Only `tool.sleep` and `tool.send` are left to wait for: the script's clock stands still until `awake`. */
  | { readonly type: 'asleep' }
  | { readonly type: 'awake' }
  /** The script is over, or listens. */
  | { readonly type: 'done'; readonly result: ExecutionResult }
  /** Another event of the batch is about to be handed over: time counts anew from here. */
  | { readonly type: 'hearing' }
  /** The batch has been handed over, up to the event that ended the listening. */
  | { readonly type: 'heard'; readonly ended: Heard | undefined }
  | { readonly type: 'closed' };

/** What the worker tells of a script that has run. */
export interface ExecutionResult extends Omit<ScriptResult, 'listener'> {
  readonly listens: boolean;
}

/** What only the host can answer. */
export type HostCall =
  | { readonly op: 'getVar'; readonly name: string }
  | { readonly op: 'vars' }
  /** `json` is an EncodedValue as JSON text; `line` is in the file, from 1. */
  | { readonly op: 'setVar'; readonly name: string; readonly json: string; readonly line: number }
  | { readonly op: 'deleteVar'; readonly name: string; readonly line: number }
  | { readonly op: 'interpolate'; readonly text: string }
  | { readonly op: 'look'; readonly at: LookedAt };

/** The answer to a call of either kind, on its way as JSON text: a structured clone fails on deep values. No value means there is none: an undefined variable, a call that answers nothing. */
export type Reply =
  | { readonly ok: true; readonly value?: EncodedValue }
  | { readonly ok: false; readonly type: 'Error' | 'TypeError'; readonly message: string };

/** Begins a reply that is a text as it stands in the place of a Reply. */
export const rawMark = '=';

/** What a call is answered. */
export interface Answered {
  /** A Reply as JSON text. */
  readonly reply: string;
  /** Milliseconds that a person or a storage was waited for: they are not the script's. */
  readonly waited: number;
}

/** Sandboxed API → worker, as JSON text through the one function that reaches out of the virtual machine. */
export type ApiCall =
  | Exclude<HostCall, { readonly op: 'setVar' | 'deleteVar' }>
  /** `stack` is where the call stands, as QuickJS writes it. */
  | { readonly op: 'setVar'; readonly name: string; readonly json: string; readonly stack: string }
  | { readonly op: 'deleteVar'; readonly name: string; readonly stack: string }
  /** `values` is an array of EncodedValues as JSON text, empty where the text says all. */
  | { readonly op: 'console'; readonly level: ConsoleLevel; readonly text: string; readonly values: string; readonly stack: string }
  | {
      readonly op: 'test';
      readonly name: string;
      readonly passed: boolean;
      readonly message: string | null;
      /** What was compared; null where nothing was. */
      readonly compared: { readonly expected: string; readonly actual: string } | null;
      readonly stack: string;
    }
  /** The worker calls `wake(id)` after `ms` milliseconds, or with a Woken when the answer has come. */
  | { readonly op: 'sleep'; readonly id: number; readonly ms: number }
  | { readonly op: 'send'; readonly id: number; readonly name: string }
  | { readonly op: 'uuid' }
  | { readonly op: 'hash'; readonly algorithm: string; readonly text: string; readonly encoding: string }
  | { readonly op: 'hmac'; readonly algorithm: string; readonly key: string; readonly text: string; readonly encoding: string }
  | { readonly op: 'base64'; readonly text: string }
  | { readonly op: 'fromBase64'; readonly text: string }
  /** A response's text, fetched only when the script asks: the script's own, or the one that a `send` of that id brought. */
  | { readonly op: 'responseText'; readonly of: ResponseId }
  /** The JSON a placeholder would insert for a value; `json` is an EncodedValue as JSON text. */
  | { readonly op: 'valueJson'; readonly json: string }
  /** The response's text parsed without losing a digit; no value where it is not JSON, and null where parsing it as usual loses none. */
  | { readonly op: 'exactJson'; readonly of: ResponseId };

/** `own`, or the id of a `send`. */
export type ResponseId = number | 'own';

/** What the worker tells of a `send`. */
export type Woken = { readonly ok: true; readonly response: NonNullable<ApiJob['response']> } | Extract<Sent, { readonly ok: false }>;

/** What the sandboxed API is told about the job; the response's text is fetched apart. */
export interface ApiJob {
  /** Four random numbers below 2^32: engines that are copied would all have the same `Math.random`. */
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

/** Anything thrown, described inside the virtual machine. */
export interface Thrown {
  /** `TypeError: x is not a function`. */
  readonly text: string;
  /** As QuickJS writes it; empty for what is not an error. */
  readonly stack: string;
}

/** How far the script has come. */
export interface ApiState {
  /** False while something is awaited. */
  readonly settled: boolean;
  readonly thrown: Thrown | null;
  /** `tool.onEvent` was called. */
  readonly listens: boolean;
  readonly end: { readonly kind: 'skip' | 'stop' | 'cancel'; readonly reason: string; readonly stack: string } | null;
}
