import type { ProgramTokens } from '../auth/programTokens.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Matcher } from '../check/matcher.ts';
import type { CookieJars } from '../cookies/cookieJars.ts';
import type { Trusts } from '../http/connect/trustedCertificates.ts';
import type { ExchangeSettings } from '../http/exchange/exchangeTypes.ts';
import type { Host } from '../ports/host.ts';
import type { Sandbox, ScriptLimits } from '../script/scriptTypes.ts';

/** Parts of the runner that a run uses. Nested runs use the same ones. */
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
