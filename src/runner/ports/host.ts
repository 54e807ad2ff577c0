import type { Place } from '../../base/reqError.ts';
import type { Value } from '../../base/value.ts';
import type { SignInPage } from '../auth/grants.ts';
import type { TokenStore } from '../auth/tokenStore.ts';
import type { CookieStore } from '../cookies/cookieTypes.ts';
import type { DataVariables, Origin, Taint } from '../../language/index.ts';

/** One thing that a person is asked for. */
export interface Question {
  /** `# @prompt NAME label`, `{{?label}}`, or `{{$secret.NAME}}` where none is kept. */
  readonly kind: 'prompt' | 'label' | 'secret';
  /** Of the variable or the secret; of `{{?label}}` the label. */
  readonly name: string;
  readonly label: string;
  /** Typed hidden, shown nowhere and remembered by nobody. */
  readonly hidden: boolean;
}

/** All that is asked at one time. */
export interface Questions {
  /** The collection's. */
  readonly root: string;
  /** What is being sent, for people. */
  readonly title: string;
  /** Never empty. */
  readonly questions: readonly Question[];
  /** The run that asks, by the name it was given. */
  readonly runId?: string | undefined;
}

/** What signing in needs of the outside world. */
export interface SignIn {
  readonly tokens: TokenStore;
  /** Opens a page in the person's browser, and shows the code that is to be typed there. ReqError where there is nobody. */
  open(page: SignInPage, signal: AbortSignal): Promise<void>;
  /** Whether a program may be run for a token. Asked for each file and command. */
  mayRun(program: ProgramToRun, file: string): Promise<boolean>;
}

/** A program that a file names. */
export interface ProgramToRun {
  readonly argv: readonly string[];
  /** `argv` as it may be shown: secrets are masked. */
  readonly shown: readonly string[];
  /** Variables of the process's environment with secrets that it gets. */
  readonly env: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** The collection's. */
  readonly root: string;
}

/** A host: `api.example.com:8080`. */
export interface Receiver {
  readonly host: string;
  /** The host as it may be shown: a secret in it is masked. */
  readonly shown: string;
}

/** Everybody who gets a message: the host of its URL, and what stands between. A permission is for exactly these. */
export interface Destination extends Receiver {
  /** The proxy it goes through. */
  readonly proxy?: Receiver;
  /** The addresses that `@resolve` gives the host. */
  readonly addresses?: readonly Receiver[];
  /** The host's certificate is not checked (`@insecure`): anybody on the way may be the host. */
  readonly unchecked?: true;
}

/** A message that is about to leave. */
export interface OutgoingMessage {
  readonly method: string;
  /** Masked. */
  readonly url: string;
  readonly to: Destination;
  /** Of the request that sends it. */
  readonly at: Place;
  /** The collection's. */
  readonly root: string;
  /** Its environment: the same name means another secret there. */
  readonly environment: string | undefined;
  /** Secrets that it carries, as placeholders name them; `unnamedSecret` for one that only its text shows. */
  readonly secrets: readonly string[];
  /** Files in its body, each with its version: another text where the file is another, or has changed. */
  readonly files: readonly string[];
}

/** What a script looks up, as its author wrote it. */
export interface ScriptLookUp {
  /** `tool.getVar("token")`, `{{$secret.KEY}}`, `request`, `response`. */
  readonly what: string;
  /** The script's file. */
  readonly file: string;
  /** Of the script's beginning, from 1. */
  readonly line: number;
}

/** The whole outside world of the runner. Paths are absolute, in the platform's form. */
export interface Host {
  /**
   * Unsaved text where an editor has the file open, else what is on disk. Undefined where there is no such file; throws ReqError where it cannot be read.
   * @param within the collection's root that no link may lead out of
   */
  readFile(path: string, within?: string): Promise<Uint8Array | undefined>;
  /** Runs synchronous work that may take long. Until it returns a signal may end the process; what it waits for is cancelled as usual. */
  readonly busy?: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Writes a snapshot of the collection with this root, by no link, and makes its folder. Throws ReqError where it cannot be written. Without it none is kept. */
  writeSnapshot?(path: string, text: string, root: string): Promise<void>;
  /** A value of the process environment. */
  env(name: string): string | undefined;
  /** What the secret storage has for the collection with this root, without asking anybody. Undefined where there is none. */
  secret(name: string, root: string): Promise<string | undefined>;
  /**
   * Asks a person for everything at once. An answer for each question, in their order, undefined where nobody can say a secret;
   * undefined altogether where the person gave up. Secrets that are given so may be kept.
   */
  ask(form: Questions, signal: AbortSignal): Promise<readonly (string | undefined)[] | undefined>;
  /** Whether `ask` troubles a person: then it is called only when nothing else stands in the way of sending. */
  readonly asks: boolean;
  /**
   * Whether a file may be read: one in the collection, links followed, or one that is allowed.
   * @param to where a body's file is sent; undefined for a script's and a certificate's
   */
  mayRead(path: string, root: string, to?: Destination): Promise<boolean>;
  /**
   * Whether values of the process's environment, or what was made of them, may go to a destination in requests of a collection.
   * @param root the collection's
   */
  maySendEnvironment(names: readonly string[], root: string, to: Destination): Promise<boolean>;
  /**
   * Whether a request that may change something goes out with a protected environment. Asked once for each request.
   * @param url masked
   */
  maySendProtected(method: string, url: string, environment: string): Promise<boolean>;
  /**
   * Whether a message may leave: a request, its redirects, and what fetches its tokens. Asked before each message; without it
   * everything may.
   */
  maySend?(message: OutgoingMessage): Promise<boolean>;
  /**
   * Whether a script may get a secret, a value of the process's environment, or what was made of one. Where this is asked, what such a
   * script prints, tests and sets is hidden. Without it every script may, and only secrets are hidden.
   */
  mayLookUp?(lookUp: ScriptLookUp): Promise<boolean>;
  readonly signIn: SignIn;
  readonly cookies: CookieStore;
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
  /** A secret as a whole, as `@secret` said of its name when it was set. */
  readonly secret?: boolean;
  /** Secrets that went into the value: they are shown nowhere, and kept nowhere but in the secret storage. */
  readonly hides?: readonly string[];
  /** As in `Variable`. */
  readonly made?: readonly string[];
  /** What else went into the value that may not go to every receiver. */
  readonly taint?: Taint;
}

/** Script variables of one collection. */
export interface VariableStore extends DataVariables {
  find(name: string): StoredVariable | undefined;
  names(): Iterable<string>;
  set(name: string, variable: StoredVariable): void;
  /** Whether there was one. `by`: who deletes it, where and when. */
  delete(name: string, by: Origin): boolean;
}
