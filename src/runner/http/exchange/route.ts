import type { SecureContext } from 'node:tls';
import type { ResolvedRequest, SendOptions } from '../../../language/index.ts';
import type { Target } from './checkRequest.ts';
import type { Proxy } from '../connect/proxy.ts';

/** How to connect: target, proxy, addresses and TLS trust. */
export interface Route {
  readonly target: Target;
  /** Accept any certificate of the target. */
  readonly insecure: boolean;
  /** A redirect left the origin that `@insecure` applies to. */
  readonly insecureElsewhere?: true;
  readonly proxy: Proxy | undefined;
  /** Use a tunnel for http too, because the proxy cannot forward the protocol (HTTP/2). */
  readonly tunnels?: boolean;
  /** Addresses from `@resolve`, used instead of DNS. */
  readonly addresses: readonly string[] | undefined;
  /** CAs and client certificate; undefined for Node's CAs and no certificate. */
  readonly trust: Trust | undefined;
  /** A client certificate for `*` exists but is not used, because a redirect led to this target. */
  readonly withholdsCertificate?: true;
}

/** The route without settings: a direct connection. */
export const directRoute = ({ options }: ResolvedRequest, target: Target): Promise<Route> =>
  Promise.resolve({ target, ...insecureFor(options, target), proxy: undefined, addresses: undefined, trust: undefined });

/** Whether certificate verification is off for a target: `@insecure` applies only to the origin in the file. */
export function insecureFor(
  { insecure, insecureOnlyFor }: Pick<SendOptions, 'insecure' | 'insecureOnlyFor'>,
  { origin }: Target,
): Pick<Route, 'insecure' | 'insecureElsewhere'> {
  if (!insecure || insecureOnlyFor === undefined || insecureOnlyFor === origin) return { insecure };
  return { insecure: false, insecureElsewhere: true };
}

/** TLS contexts. Cached: the same settings give the same object. */
export interface Trust {
  /** For the target; includes the client certificate. */
  readonly context: SecureContext;
  /** For a proxy; without the client certificate. */
  readonly proxyContext: SecureContext;
  readonly id: number;
  /** Adds the system's CAs, which are read on the first call; undefined if they are not to be trusted or already included. */
  readonly wider: (() => Trust) | undefined;
}

/** Requests share a connection only if their keys are equal, so a request never uses a connection opened with weaker checks. */
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

/** Cache of one entry: consecutive requests mostly use the same route. */
let latest: { readonly route: Route; readonly key: string } | undefined;

/** Whether the proxy forwards the request (absolute URL, RFC 9112 §3.2.2) instead of opening a tunnel. */
export const isForwarded = ({ target, proxy, tunnels }: Route): boolean =>
  proxy?.kind === 'http' && target.scheme === 'http' && tunnels !== true;
