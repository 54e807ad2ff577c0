import type { BlockContext } from '../../language/index.ts';
import type { OutgoingRequest } from '../run/exchange/outgoingRequest.ts';
import type { MaskBox } from '../run/permissions/maskEvents.ts';
import type { CookieJars, Cookies, ExchangeCookies } from './cookieJars.ts';
import type { KeptCookie } from './cookieTypes.ts';

/** The mask ignores shorter texts. */
const shortestText = 3;

export interface CookiesOfRun extends ExchangeCookies {
  /** The jar that scripts read and change: in a dry run a copy of the collection's. */
  jar(): Promise<Cookies>;
  /** Records that the run has read cookies: masks their secrets, and adds their taint. */
  met(cookies: readonly KeptCookie[]): void;
}

interface CookieUser {
  readonly mask: MaskBox;
  readonly outgoing: OutgoingRequest;
  readonly isDry: boolean;
  /** Whether the host restricts what scripts read, because an agent sees the run. */
  readonly isGuarded: boolean;
}

/** The jar of a run. Secrets in a cookie set by a server or a script are masked in later runs too. */
export function cookiesOfRun(jars: CookieJars, { collection, environment }: BlockContext, user: CookieUser): CookiesOfRun {
  const { mask, outgoing, isDry, isGuarded } = user;
  const kept = jars.of(collection.root, environment);
  const hidden = new Set<string>();
  let copy: Promise<Cookies> | undefined;

  function met(cookies: readonly KeptCookie[]): void {
    for (const { hides, made } of cookies) {
      for (const secret of hides) hidden.add(secret);
      if (made === undefined) continue;
      outgoing.taint.add(made.taint);
      if (isGuarded) for (const text of made.texts) hidden.add(text);
    }
    if (hidden.size > 0) mask.from(hidden);
  }

  return {
    jar: () => (isDry ? (copy ??= kept.copy()) : Promise.resolve(kept)),
    met,
    async sentTo(url) {
      const cookies = await (await (copy ?? kept)).sentTo(url);
      met(cookies);
      outgoing.cookieSecrets = secretNamesOf(cookies);
      // Texts that are too short for the mask: pieces of a secret, if there are enough of them.
      const short = cookies.reduce((sum, cookie) => sum + shortUnits(cookie, isGuarded), 0);
      if (short >= (isGuarded ? 1 : shortestText)) outgoing.hidden.add({ url: false, headers: true, body: false });
      return cookies;
    },
    take: (url, headers) => kept.take(url, headers, (text) => mask.secretsIn(text)),
  };
}

const secretNamesOf = (cookies: readonly KeptCookie[]): readonly string[] => [
  ...new Set(cookies.flatMap(({ made }) => made?.secrets ?? [])),
];

function shortUnits({ made }: KeptCookie, isGuarded: boolean): number {
  if (made === undefined || !(made.isSecret || isGuarded)) return 0;
  return made.texts.reduce((sum, text) => sum + (text.length < shortestText ? text.length : 0), 0);
}
