import type { Value } from '../base/value.ts';
import type { DataVariables, Origin } from '../language/index.ts';

/** The whole outside world of the runner. Paths are absolute, in the platform's form. */
export interface Host {
  /** Unsaved text where an editor has the file open, else what is on disk. Undefined where there is no such file; throws ReqError where it cannot be read. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** A value of the process environment. */
  env(name: string): string | undefined;
  /** A secret of the collection with this root; may ask the user. Undefined where there is none. */
  secret(name: string, root: string, signal: AbortSignal): Promise<string | undefined>;
  /** An answer for `{{?label}}`; undefined where the user gave up. */
  prompt(label: string, secret: boolean, signal: AbortSignal): Promise<string | undefined>;
  /** Whether `secret` and `prompt` may trouble a person: then they are called only when nothing else stands in the way of sending. */
  readonly asks: boolean;
  /** Whether a body's or script's file may be read: one in the collection, links followed, or one that is allowed. */
  mayRead(path: string, root: string): Promise<boolean>;
  /** Whether values of the process's environment may go to a host (`api.example.com:8080`) in a request of a file. */
  maySendEnvironment(names: readonly string[], file: string, to: string): Promise<boolean>;
  /**
   * Whether a request that may change something goes out with a protected environment. Asked once for each request.
   * @param url masked
   */
  maySendProtected(method: string, url: string, environment: string): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 (included) to 1. */
  random(): number;
  uuid(): string;
}

/** One variable that a script or an option of the command set, as it is kept. */
export interface StoredVariable {
  readonly value: Value;
  readonly origin: Origin;
  /** Secrets that went into the value: they are shown nowhere, and kept nowhere but in the secret storage. */
  readonly hides?: readonly string[];
}

/** Script variables of one collection. */
export interface VariableStore extends DataVariables {
  find(name: string): StoredVariable | undefined;
  names(): Iterable<string>;
  set(name: string, variable: StoredVariable): void;
  /** Whether there was one. `by`: who deletes it, where and when. */
  delete(name: string, by: Origin): boolean;
}
