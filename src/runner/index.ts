// Public interface of the runner, for the editor, the command and the tests.
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
  TestResult,
  ContractFact,
  Timings,
} from './ports/events.ts';
export type {
  Destination,
  Host,
  ReadChecks,
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
export { createRunner, defaultScriptLimits, type RunnerOptions } from './createRunner.ts';
export type { RunInput, RunLimits } from './ports/input.ts';
export type { Run, Runner } from './ports/runner.ts';
export type { SavedResponse } from './run/savedResponses.ts';
export type { RunResult } from './run/runResult.ts';
export type { ValueText } from './run/values/valueText.ts';
export { ScriptVariables, type VariableChange } from './scriptVariables.ts';
export { memoryExchanges, type Exchanges } from './run/exchange/exchangesOfSession.ts';
export { memoryCookies, type Cookies } from './cookies/cookieJars.ts';
export type { CookieStore, KeptCookie } from './cookies/cookieTypes.ts';
export { memoryTokens, type TokenLabel, type TokenStore } from './auth/tokens/tokenStore.ts';
export type { SignInPage } from './auth/tokens/grants.ts';
export { KeptBody, type BodyReader } from './http/exchange/keptBody.ts';
export { charsetOfBody, decodeBody } from './http/coding/bodyCharset.ts';
export { snapshotsOf, withoutRow, type SnapshotMode } from './check/snapshot.ts';
export { casesRunner, type CasesOfRun } from './collection/contractCases.ts';
export { planRun, type CollectionFile, type RunPlan, type Selection } from './collection/plan.ts';
export { iterationsOf, type Iteration } from './collection/iterations.ts';
export type { CollectionEvent, CollectionState } from './collection/collectionInput.ts';
export type { FileRun, RequestResult, RequestRun, RowRun, Verdict } from './collection/requestResult.ts';
export type { RunSummary } from './collection/summary.ts';
export { runCollection } from './collection/runCollection.ts';
export { bodyVersions } from './run/values/bodyFiles.ts';
export { destinationFinder } from './run/permissions/protectedValues.ts';
export { createStreamParser } from './stream/parseEvents.ts';
export { StreamText } from './streamText/streamText.ts';
export type { StreamReading, TextMark, ToolCall, TokenUsage } from './streamText/streamTextTypes.ts';
