import type { Target } from '../exchange/checkRequest.ts';
import { readProxy, withSettings, type Proxy } from './proxy.ts';
import { isExempt, isLoopback, noProxyEntries } from './noProxy.ts';
import type { NetworkSettings } from './networkOptions.ts';

type Environment = (name: string) => string | undefined;

/** The lower-case name takes precedence, as in curl. */
const either = (env: Environment, name: string): string | undefined => env(name.toLowerCase()) || env(name) || undefined;

/**
 * The proxy for a target, from the first of: `@proxy`; `--proxy` or `req.proxy`; VS Code's `http.proxy`; the environment. `@proxy` and
 * `--proxy` apply to every host. The others skip this machine and the hosts in `http.noProxy` and `NO_PROXY`.
 * @param directive value of `@proxy`
 * @throws {ReqError} `url`
 */
export function chooseProxy(target: Target, directive: string | undefined, settings: NetworkSettings, env: Environment): Proxy | undefined {
  const { scheme, hostname, port, socketPath } = target;
  if (socketPath !== undefined) return undefined;
  if (directive !== undefined) return read(directive, '@proxy');
  const { proxy, proxiesAll, otherProxy, noProxy, environmentProxies } = settings;
  if (proxy !== undefined && proxiesAll) return read(proxy, '--proxy');
  if (isLoopback(hostname)) return undefined;
  const exempt = [...noProxy, ...noProxyEntries(either(env, 'NO_PROXY') ?? '')];
  if (isExempt(exempt, hostname, port)) return undefined;
  if (proxy !== undefined) return read(proxy, 'req.proxy');
  if (otherProxy !== undefined) return ofOthers(otherProxy, 'http.proxy', settings);
  if (!environmentProxies) return undefined;
  for (const name of [`${scheme.toUpperCase()}_PROXY`, 'ALL_PROXY']) {
    const found = either(env, name);
    if (found !== undefined) return ofOthers(found, name, settings);
  }
  return undefined;
}

/** A proxy of VS Code or the environment, to which VS Code's other proxy settings apply. */
function ofOthers(text: string, from: string, { proxyAuthorization, checksProxies }: NetworkSettings): Proxy | undefined {
  const proxy = read(text, from);
  return proxy && withSettings(proxy, { authorization: proxyAuthorization, unchecked: !checksProxies });
}

const read = (text: string, from: string): Proxy | undefined => (text === 'none' ? undefined : readProxy(text, from));
