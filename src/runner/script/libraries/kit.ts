// Libraries run inside the sandbox with the rights of the script that uses them: they are ordinary code, and what a script replaces
// before it first uses one (a method of Array.prototype) the library uses too. The API itself (../api) does not depend on them.
import type { RawRequest } from '../scriptTypes.ts';
import type { ApiCall } from '../thread/workerMessages.ts';

/** Header fields with case-insensitive names. */
export interface KitHeaders extends Iterable<readonly [string, string]> {
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: unknown): void;
  append(name: string, value: unknown): void;
  delete(name: string): boolean;
}

export interface KitTool {
  readonly env: string | null;
  getVar(name: string): unknown;
  hasVar(name: string): boolean;
  setVar(name: string, value: unknown): void;
  deleteVar(name: string): boolean;
  vars(): Readonly<Record<string, unknown>>;
  interpolate(text: string): string;
  test(name: string, body: () => unknown): Promise<void> | undefined;
  skip(reason?: string): never;
  stop(reason?: string): never;
  sleep(ms: number): Promise<void>;
  send(name: string): Promise<KitResponse>;
  uuid(): string;
}

export interface KitRequest {
  readonly name: string;
  method: string;
  url: string;
  readonly headers: KitHeaders;
  body: string | null;
}

export interface KitResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: KitHeaders;
  readonly body: unknown;
  readonly text: string;
  readonly size: number;
  readonly duration: number;
  json(): unknown;
}

/** Functions that the API passes to a library. */
export interface Kit {
  /**
   * Calls the worker.
   * @throws the worker's error
   */
  readonly ask: (call: ApiCall) => unknown;
  /** Calls `done` with the result of the wait that `begin` starts. Returns its id. */
  readonly wait: (begin: (id: number) => void, done: (message: string) => void) => number;
  /** Ends the wait of a timer. */
  readonly cancel: (id: number) => void;
  /** `tool`, `request` and `response` of the script. */
  readonly tool: KitTool;
  readonly request: KitRequest;
  readonly response: KitResponse | undefined;
  /** Sends a request that the script composed. */
  readonly send: (name: string, request: RawRequest) => Promise<KitResponse>;
  /** Calls a function after the script's end, if it has not failed. */
  readonly atEnd: (call: () => void) => void;
  /** Loads another library. */
  readonly load: (name: string) => Readonly<Record<string, unknown>>;
  /** Makes the script fail by an error of a callback. */
  readonly fail: (error: unknown) => void;
  /** Text of a value on the console. */
  readonly inspect: (value: unknown) => string;
  /** Makes an object print as another. */
  readonly printAs: (value: object, plain: () => object) => void;
}

let own: Kit | undefined;

/** Sets the kit of this library. Each script evaluates the library again. */
export function useKit(given: Kit): void {
  own = given;
}

export function kit(): Kit {
  if (own === undefined) throw new Error('the library has no kit');
  return own;
}
