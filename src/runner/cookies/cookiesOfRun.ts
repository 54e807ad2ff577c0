import type { BlockContext } from '../../language/index.ts';
import type { MaskBox } from '../run/permissions/maskEvents.ts';
import type { CookieJars, ExchangeCookies } from './cookieJars.ts';

/** The jar of a run. Secrets that a server put into a cookie are masked in later runs too. */
export function cookiesOfRun(jars: CookieJars, { collection, environment }: BlockContext, mask: MaskBox): ExchangeCookies {
  const jar = jars.of(collection.root, environment);
  const met = new Set<string>();
  return {
    async sentTo(url) {
      const cookies = await jar.sentTo(url);
      for (const { hides } of cookies) for (const secret of hides) met.add(secret);
      if (met.size > 0) mask.from(met);
      return cookies;
    },
    take: (url, headers) => jar.take(url, headers, (text) => mask.secretsIn(text)),
  };
}
