import type { Place } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { SignInPage } from '../auth/tokens/grants.ts';
import type { TokenStore } from '../auth/tokens/tokenStore.ts';
import type { CookieStore } from '../cookies/cookieTypes.ts';
import type { DataVariables, Origin, Taint } from '../../language/index.ts';

export interface Question {
  /** `# @prompt NAME label`, `{{?label}}`, or `{{$secret.NAME}}` that is not in the secret storage. */
  readonly kind: 'prompt' | 'label' | 'secret';
  /** Name of the variable or the secret; for `{{?label}}` the label. */
  readonly name: string;
  readonly label: string;
  /** The input is not echoed, displayed or stored. */
  readonly hidden: boolean;
}

/** A prompt: all its questions are asked in one form. */
export interface Questions {
  readonly root: string;
  readonly title: string;
  /** Never empty. */
  readonly questions: readonly Question[];
  /** `RunInput.id` of the run that prompts. */
  readonly runId?: string | undefined;
  /** The request is sent after the prompt. */
  readonly sends?: boolean | undefined;
}

/** Browser, programs and token storage for signing in. */
export interface SignIn {
  readonly tokens: TokenStore;
  /**
   * Opens a page in the user's browser and shows the code to enter there.
   * @throws {ReqError} if there is no user
   */
  open(page: SignInPage, signal: AbortSignal): Promise<void>;
  /** Whether a program may be run for a token. Called for each file and command. */
  mayRun(program: ProgramToRun, file: string): Promise<boolean>;
  /** Wraps the run of a program, which may ask the user at the terminal. */
  whileRunning?<T>(run: () => Promise<T>): Promise<T>;
}

/** A token program that a `.req` file names. */
export interface ProgramToRun {
  readonly argv: readonly string[];
  /** `argv` with secrets masked. */
  readonly shown: readonly string[];
  /** Names of environment variables with secrets that the program receives. */
  readonly env: readonly string[];
  /** Working directory. */
  readonly folder: string;
  readonly root: string;
}

/** A host: `api.example.com:8080`. */
export interface Receiver {
  readonly host: string;
  /** `host` with secrets masked. */
  readonly shown: string;
}

/** All receivers of a message: the host of its URL and those in between. A permission is for exactly these. */
export interface Destination extends Receiver {
  readonly proxy?: Receiver;
  /** Addresses of the host set by `@resolve`. */
  readonly addresses?: readonly Receiver[];
  /** The certificate is not verified (`@insecure`), so the host can be impersonated. */
  readonly unchecked?: true;
}

export interface OutgoingMessage {
  readonly method: string;
  /** Masked. */
  readonly url: string;
  readonly to: Destination;
  readonly at: Place;
  readonly root: string;
  /** The environment: secrets of the same name differ between environments. */
  readonly environment: string | undefined;
  /** Names of the secrets in it, as placeholders spell them; `unnamedSecret` for one found by its text alone. */
  readonly secrets: readonly string[];
  /** Files in its body, each with its version. The text differs if the file is replaced or changed. */
  readonly files: readonly string[];
}

/** A guarded value that a script reads, as its author wrote it. */
export interface ScriptLookUp {
  /** `tool.getVar("token")`, `{{$secret.KEY}}`, `request`, `response`. */
  readonly what: string;
  readonly file: string;
  /** First line of the script, from 1. */
  readonly line: number;
}

/** Checks for a file when it is read. */
export interface ReadChecks {
  /** Root of the collection; links that lead out of it are refused. */
  readonly within?: string;
  /** From `findRegular`. A file on disk with another version is refused: a `ReqError` whose cause is a `FileProblem`, `changed`. */
  readonly version?: string;
}

/** Everything the runner needs from its shell. Paths are absolute, in the platform's form. */
export interface Host {
  /**
   * Unsaved text if an editor has the file open, else its content on disk; undefined if it does not exist.
   * @throws {ReqError} if the file cannot be read
   */
  readFile(path: string, checks?: ReadChecks): Promise<Uint8Array | undefined>;
  /**
   * Runs long synchronous work. Until it returns, a signal such as SIGINT may end the process; asynchronous work that it starts is
   * cancelled as usual.
   */
  readonly busy?: <T>(work: () => T | Promise<T>) => Promise<T>;
  /**
   * Writes a snapshot of the collection with this root and creates its folder. Links are not followed. If absent, snapshots
   * cannot be written.
   * @throws {ReqError} if the file cannot be written
   */
  writeSnapshot?(path: string, text: string, root: string): Promise<void>;
  env(name: string): string | undefined;
  /** The secret that is stored for the collection with this root, without a prompt; undefined if there is none. */
  secret(name: string, root: string): Promise<string | undefined>;
  /**
   * Prompts the user for all questions at once. Entered secrets may be stored.
   * @returns one value per question, undefined for a secret that is not available; undefined if the user cancels the prompt
   */
  ask(form: Questions, signal: AbortSignal): Promise<readonly (string | undefined)[] | undefined>;
  /** Whether `ask` prompts a user. If so, it is called only when nothing else prevents sending. */
  readonly asks: boolean;
  /**
   * Whether a file may be read: it is in the collection after links are resolved, or it was allowed.
   * @param to destination of a body's file; undefined for files of scripts and certificates
   */
  mayRead(path: string, root: string, to?: Destination): Promise<boolean>;
  /**
   * Whether requests of a collection may send values of the process's environment, or values derived from them, to a destination.
   * @param root of the collection
   */
  maySendEnvironment(names: readonly string[], root: string, to: Destination): Promise<boolean>;
  /**
   * Whether a request that may change data is sent with a protected environment. Called once per request.
   * @param url masked
   */
  maySendProtected(method: string, url: string, environment: string): Promise<boolean>;
  /**
   * Whether a message may be sent: a request, a redirect or a token request. Called before each message. If absent, every message
   * is allowed.
   */
  maySend?(message: OutgoingMessage): Promise<boolean>;
  /**
   * Whether a script may read a secret, a value of the process's environment, or a value derived from one. If present, the output, tests
   * and variables of such a script are hidden. If absent, every script may, and only secrets are hidden.
   */
  mayLookUp?(lookUp: ScriptLookUp): Promise<boolean>;
  readonly signIn: SignIn;
  readonly cookies: CookieStore;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 (included) to 1. */
  random(): number;
  uuid(): string;
  /** Seed of the random numbers of the next script: four numbers below 2^32. Absent if no seed applies. */
  scriptSeed?(): readonly number[];
}

export interface StoredVariable {
  readonly value: Value;
  readonly origin: Origin;
  /** The whole value is a secret: `@secret` named the variable when it was set. */
  readonly secret?: boolean;
  /** Secrets in the value. They are never displayed, and stored only in the secret storage. */
  readonly hides?: readonly string[];
  /** As in `Variable`. */
  readonly made?: readonly string[];
  readonly madeMore?: boolean;
  /** Other inputs of the value that may not be sent to every receiver. */
  readonly taint?: Taint;
}

export interface VariableStore extends DataVariables {
  find(name: string): StoredVariable | undefined;
  names(): Iterable<string>;
  set(name: string, variable: StoredVariable): void;
  /**
   * @param by author, place and time of the deletion
   * @returns whether the variable existed
   */
  delete(name: string, by: Origin): boolean;
}
