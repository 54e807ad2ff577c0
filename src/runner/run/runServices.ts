import type { ProgramTokens } from '../auth/tokens/programTokens.ts';
import type { Tokens } from '../auth/tokens/tokens.ts';
import type { MarkupReader } from '../check/markup.ts';
import type { Matcher } from '../check/matcher.ts';
import type { PathReader } from '../check/pathReader.ts';
import type { CookieJars } from '../cookies/cookieJars.ts';
import type { Trusts } from '../http/connect/trustedCertificates.ts';
import type { ExchangeSettings } from '../http/exchange/exchangeTypes.ts';
import type { Host } from '../ports/host.ts';
import type { Sandbox, ScriptLimits } from '../script/scriptTypes.ts';
import type { ApiDocuments } from './contract/apiDocuments.ts';
import type { RunClock } from './runClock.ts';

export interface RunServices {
  /** The clock of the run; undefined before it starts. */
  readonly clock?: RunClock;
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly matcher: Matcher;
  readonly markup: MarkupReader;
  readonly paths: PathReader;
  readonly scriptLimits: ScriptLimits;
  readonly exchangeSettings: ExchangeSettings;
  readonly tokens: Tokens;
  readonly programs: ProgramTokens;
  readonly cookies: CookieJars;
  readonly trusts: Trusts;
  readonly apis: ApiDocuments;
}
