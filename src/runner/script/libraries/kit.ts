// Libraries run inside the sandbox with the rights of the script that uses them: they are ordinary code, and what a script replaces
// before it first uses one (a method of Array.prototype) the library uses too. The API itself (../api) does not depend on them.
import type { ApiCall } from '../workerMessages.ts';

/** What the API gives a library. */
export interface Kit {
  /** Calls the worker. @throws what the worker refuses */
  readonly ask: (call: ApiCall) => unknown;
  /** Calls `done` with the result of the wait that `begin` starts. Returns its id. */
  readonly wait: (begin: (id: number) => void, done: (message: string) => void) => number;
  /** Ends the wait of a timer. */
  readonly cancel: (id: number) => void;
  /** Lets the script fail by an error of a callback. */
  readonly fail: (error: unknown) => void;
  /** Text of a value on the console. */
  readonly inspect: (value: unknown) => string;
  /** Makes an object print as another. */
  readonly printAs: (value: object, plain: () => object) => void;
}

let own: Kit | undefined;

/** Sets the kit of this library. Each script evaluates the library anew. */
export function useKit(given: Kit): void {
  own = given;
}

export function kit(): Kit {
  if (own === undefined) throw new Error('the library has no kit');
  return own;
}
