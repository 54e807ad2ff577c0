import type { SecureContext } from 'node:tls';
import type { ResolvedRequest, SendOptions } from '../../../language/index.ts';
import type { Target } from './checkRequest.ts';
import type { Proxy } from '../connect/proxy.ts';

/** How a connection is made: where to, over what, and whom it trusts. */
export interface Route {
  readonly target: Target;
  /** Accept any certificate of the target. */
  readonly insecure: boolean;
  /** `@insecure` was said for another origin, which a redirect has left. */
  readonly insecureElsewhere?: true;
  readonly proxy: Proxy | undefined;
  /** Also http goes through a tunnel: what is spoken is not for the proxy. */
  readonly tunnels?: boolean;
  /** Instead of looking the host's name up (`@resolve`). */
  readonly addresses: readonly string[] | undefined;
  /** Whom TLS trusts, and the client's own certificate; undefined for what Node trusts, and none. */
  readonly trust: Trust | undefined;
  /** There is a client certificate for every host, and it does not go where a redirect leads. */
  readonly withholdsCertificate?: true;
}

/** Without any settings: straight to the target. */
export const directRoute = ({ options }: ResolvedRequest, target: Target): Promise<Route> =>
  Promise.resolve({ target, ...insecureFor(options, target), proxy: undefined, addresses: undefined, trust: undefined });

/** Whether the certificate of a target is not checked: `@insecure` is for the origin that is written. */
export function insecureFor(
  { insecure, insecureOnlyFor }: Pick<SendOptions, 'insecure' | 'insecureOnlyFor'>,
  { origin }: Target,
): Pick<Route, 'insecure' | 'insecureElsewhere'> {
  if (!insecure || insecureOnlyFor === undefined || insecureOnlyFor === origin) return { insecure };
  return { insecure: false, insecureElsewhere: true };
}

/** Kept for as long as it stays the same: the same one is the same trust. */
export interface Trust {
  /** For the target: with the client's certificate. */
  readonly context: SecureContext;
  /** For a proxy: no certificate of ours. */
  readonly proxyContext: SecureContext;
  /** Tells one from another. */
  readonly id: number;
  /** With those whom the system trusts, who are not read before they are needed; undefined where there are no more. */
  readonly wider: (() => Trust) | undefined;
}

/** Requests share a connection only where this is the same for both: nothing opened with less trust serves one that asks for more. */
export function routeKey(route: Route): string {
  if (latest === undefined || !isSameWay(latest.route, route)) {
    const { target, insecure, proxy, addresses, trust } = route;
    latest = { route, key: JSON.stringify([target.origin, insecure, proxy?.key, addresses, trust?.id]) };
  }
  return latest.key;
}

const isSameWay = (a: Route, b: Route): boolean =>
  a.target.origin === b.target.origin &&
  a.insecure === b.insecure &&
  a.proxy === b.proxy &&
  a.addresses === b.addresses &&
  a.trust === b.trust;

/** The last key that was made: requests that follow each other mostly go the same way. */
let latest: { readonly route: Route; readonly key: string } | undefined;

/** A request for a target over a proxy that takes whole URLs (RFC 9112 §3.2.2), not a tunnel. */
export const isForwarded = ({ target, proxy, tunnels }: Route): boolean =>
  proxy?.kind === 'http' && target.scheme === 'http' && tunnels !== true;
