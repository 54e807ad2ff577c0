// The only door to the runner: requests become events here, for the editor, the command and the tests alike.
import type { Failure } from '../base/reqError.ts';
import type { Range } from '../base/text.ts';
import {
  sendDefaults,
  type Block,
  type BlockContext,
  type CollectionRequests,
  type ExchangeStore,
  type FoundPlaceholder,
  type ResolvedRequest,
  type SendDefaults,
} from '../language/index.ts';
import type { PromptedValues } from './run/promptedValues.ts';
import type { KeptBody } from './http/exchange/keptBody.ts';
import type { StartedScripts } from './startScripts.ts';
import { sweepSpoolFolders } from '../files/spool.ts';
import { ProgramTokens } from './auth/programTokens.ts';
import { Tokens } from './auth/tokens.ts';
import { tokensOfRun } from './auth/tokensOfRun.ts';
import type { RunEvent, SentRequest } from './ports/events.ts';
import type { Host, VariableStore } from './ports/host.ts';
import type { ExchangeSettings } from './http/exchange/exchangeTypes.ts';
import { CookieJars, type Cookies } from './cookies/cookieJars.ts';
import { MetSecrets } from './run/knownSecrets.ts';
import { createMaskBox } from './run/maskEvents.ts';
import type { Nesting } from './run/nestedRun.ts';
import type { NetworkSettings } from './http/connect/networkOptions.ts';
import { Trusts } from './http/connect/trustedCertificates.ts';
import { createMatcher, type Matcher } from './check/matcher.ts';
import type { SnapshotMode } from './check/snapshot.ts';
import { runRequest } from './run/runRequest.ts';
import type { RunResult } from './run/runResult.ts';
import { closeIdleConnections } from './http/exchange/exchange.ts';
import { createSandbox } from './script/sandbox.ts';
import type { Sandbox, ScriptLimits } from './script/scriptTypes.ts';
import type { Exchanges } from './run/exchangesOfSession.ts';
import { valueOf, type ValueText } from './run/valueOf.ts';

export type {
  ConsoleLevel,
  Outcome,
  Redirect,
  Retry,
  ResponseHead,
  RunEvent,
  SentRequest,
  Sizes,
  StreamEvent,
  StreamKind,
  TestResult,
  Timings,
} from './ports/events.ts';
export type {
  Destination,
  Host,
  OutgoingMessage,
  ProgramToRun,
  Question,
  Questions,
  Receiver,
  ScriptLookUp,
  SignIn,
  StoredVariable,
  VariableStore,
} from './ports/host.ts';
export type { ConnectionInfo, TlsInfo } from './ports/connectionInfo.ts';
export { directNetwork, type HostCertificate, type NetworkSettings } from './http/connect/networkOptions.ts';
export type { RunResult } from './run/runResult.ts';
export type { ValueText } from './run/valueOf.ts';
export { ScriptVariables, type VariableChange } from './scriptVariables.ts';
export { memoryExchanges, type Exchanges } from './run/exchangesOfSession.ts';
export { memoryCookies, type Cookies } from './cookies/cookieJars.ts';
export type { CookieStore, KeptCookie } from './cookies/cookieTypes.ts';
export { memoryTokens, type TokenLabel, type TokenStore } from './auth/tokenStore.ts';
export type { SignInPage } from './auth/grants.ts';
export { KeptBody, type BodyReader } from './http/exchange/keptBody.ts';
export { charsetOfBody, decodeBody } from './http/coding/bodyCharset.ts';
export { snapshotsOf, type SnapshotMode } from './check/snapshot.ts';
export { planRun, type CollectionFile, type RunPlan, type Selection } from './collection/plan.ts';
export { iterationsOf, type DataRow, type Iteration } from './collection/iterations.ts';
export type { CollectionEvent, CollectionState } from './collection/collectionInput.ts';
export type { FileRun, RequestResult, RequestRun, Verdict } from './collection/requestResult.ts';
export type { RunSummary } from './collection/summary.ts';
export { readRows } from './data/dataRows.ts';
export { runCollection } from './collection/runCollection.ts';
export { bodyVersions } from './run/bodyFiles.ts';
export { destinationFinder } from './run/protectedValues.ts';
export { createStreamParser } from './stream/parseEvents.ts';
export { StreamText } from './streamText/streamText.ts';
export type { StreamReading, TextMark, ToolCall, TokenUsage } from './streamText/streamTextTypes.ts';

/** One send. */
export interface RunInput {
  /** Told with what is asked for, so that it is asked where this run is shown. */
  readonly id?: string;
  /** Its block holds a request. */
  readonly context: BlockContext;
  /** The collection's script variables; the same as the context's. */
  readonly variables: VariableStore;
  readonly exchanges: Exchanges;
  readonly defaults: SendDefaults;
  /** `dry` runs the pre-request scripts, resolves everything and sends nothing. */
  readonly mode: 'send' | 'dry';
  /** In the mode `dry`: takes what would be sent as it is, its secrets too. The events have them masked. */
  readonly onResolved?: (request: ResolvedRequest) => void;
  /** In the mode `dry`: takes the message as it would leave, its secrets too. */
  readonly onDescribed?: (request: SentRequest) => void;
  /** Without it straight to every server. */
  readonly network?: NetworkSettings;
  /** Without them a script has 10 seconds and 64 MB, and a body may have any size. */
  readonly limits?: Partial<RunLimits>;
  /**
   * Requests that were sent in this run already, with why they failed: `@ref` does not send them again. Without it each send is a
   * run of its own.
   */
  readonly ran?: Map<Block, Failure | undefined>;
  /** The collection's other files: asked once in a run, when a name is not one of the file's. Without it there are none. */
  readonly requests?: () => Promise<CollectionRequests>;
  /** In place of the runner's. */
  readonly host?: Host;
  /** Set by the runner, for requests that it sends for others. */
  readonly nesting?: Nesting;
  /** Set by the runner: what was asked for in this run. */
  readonly answers?: PromptedValues;
  /** Takes the body's bytes for somebody who looks at them, also when the run is over. */
  readonly body?: KeptBody;
  /** What becomes of snapshots: those that are missing are written (`write`, without it), all are, or none. */
  readonly snapshots?: SnapshotMode;
  /** A stream that falls silent (`@idle-timeout`) has ended well. */
  readonly endsWhenIdle?: boolean;
  /** The result is to hold the response. */
  readonly wanted?: boolean;
  readonly emit: (e: RunEvent) => void;
}

export interface RunLimits {
  readonly script: ScriptLimits;
  /** Bytes a decoded body may have; 0 is no limit. */
  readonly bodySize: number;
}

export interface RunServices {
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly matcher: Matcher;
  readonly scriptLimits: ScriptLimits;
  readonly exchangeSettings: ExchangeSettings;
  readonly tokens: Tokens;
  readonly programs: ProgramTokens;
  readonly cookies: CookieJars;
  readonly trusts: Trusts;
}

/** A run under way. */
export interface Run {
  readonly done: Promise<RunResult>;
  /** Takes the secrets met so far out of a text that is about to be shown. */
  readonly mask: (text: string) => string;
  /** Where the secrets met so far stand in a text, in its order. */
  readonly find: (text: string) => readonly Range[];
  readonly secrets: () => readonly string[];
  /** How many secrets were met so far: where there are more, what was masked before may still hold one. */
  readonly secretsMet: () => number;
}

export interface Runner {
  /** Starts at once. Aborting the signal ends it within 100 ms, in every phase. */
  run(input: RunInput, signal: AbortSignal): Run;
  /** The value of a placeholder as a send would find it, secrets included; nothing is run and nobody is asked. */
  valueOf(found: FoundPlaceholder, context: BlockContext, exchanges: ExchangeStore): Promise<ValueText>;
  /** The cookies of a collection, by its root, in an environment. */
  cookies(root: string, environment: string | undefined): Cookies;
  /** Tokens that programs have printed are not known any more. */
  forgetTokens(): void;
  /** Ends the script worker and closes kept connections. */
  dispose(): Promise<void>;
}

export interface RunnerOptions {
  readonly host: Host;
  /** `scriptWorker.cjs`; `quickjs.wasm.br` and `quickjs.image.br` lie beside it. */
  readonly workerFile: string;
  /** A worker of that file that is on its way already. */
  readonly scripts?: StartedScripts | undefined;
  readonly userAgent: string;
}

/** 10 s of CPU and 64 MB. */
export const defaultScriptLimits: ScriptLimits = { timeMs: 10_000, memory: 64 * 1024 * 1024 };

/** By then a short command is over, and need not look. */
const sweepAfterMs = 2000;

/** A runner over a host. Keeps one sandbox and one pool of connections. */
export function createRunner(options: RunnerOptions): Runner {
  setTimeout(() => void sweepSpoolFolders(), sweepAfterMs).unref();
  const sandbox = createSandbox({ workerFile: options.workerFile, started: options.scripts });
  const matcher = createMatcher();
  const { host, userAgent } = options;
  const met = new MetSecrets();
  const tokens = new Tokens(host.signIn.tokens, () => host.now());
  const programs = new ProgramTokens(() => host.now());
  const cookies = new CookieJars(host.cookies);
  const trusts = new Trusts();
  return {
    run(input, signal) {
      const mask = createMaskBox();
      const { root } = input.context.collection;
      mask.from(met.of(root));
      const { script: scriptLimits = defaultScriptLimits, bodySize: maxBodySize = 0 } = input.limits ?? {};
      const exchangeSettings = { userAgent, maxBodySize };
      const services: RunServices = {
        host: input.host ?? host,
        sandbox,
        matcher,
        scriptLimits,
        exchangeSettings,
        tokens,
        programs,
        cookies,
        trusts,
      };
      let asked: Promise<CollectionRequests> | undefined;
      const { requests } = input;
      const once = requests === undefined ? {} : { requests: () => (asked ??= requests()) };
      const done = runRequest({ ...input, ...once }, services, mask, signal).finally(() => {
        met.add(root, mask.secrets());
        mask.settle();
      });
      return { done, mask: mask.apply, find: mask.find, secrets: () => mask.secrets(), secretsMet: () => mask.size() };
    },
    valueOf(found, context, exchanges) {
      const services = { host, tokens, programs, exchangeSettings: { userAgent, maxBodySize: 0 } };
      const mask = (text: string): string => text;
      const silent = { tell: () => {}, request: () => undefined, allow: () => Promise.resolve(), mask };
      const kept = tokensOfRun({ context, defaults: sendDefaults, mode: 'dry' }, services, silent);
      return valueOf(found, context, exchanges, host, kept);
    },
    cookies: (root, environment) => cookies.of(root, environment),
    forgetTokens: () => programs.forget(),
    async dispose() {
      closeIdleConnections();
      await Promise.all([sandbox.dispose(), matcher.dispose(), cookies.saved()]);
    },
  };
}
