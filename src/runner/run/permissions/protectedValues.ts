import { ReqError, type Place } from '../../../base/reqError.ts';
import { safeMethods, type BlockContext, type ResolvedRequest } from '../../../language/index.ts';
import type { Destination, Host, Receiver } from '../../ports/host.ts';
import { targetOf } from '../../http/exchange/checkRequest.ts';
import { insecureFor } from '../../http/exchange/route.ts';
import { directNetwork, type NetworkSettings } from '../../http/connect/networkOptions.ts';
import { wayTo } from '../../http/connect/routes.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';

export interface Sending {
  readonly context: BlockContext;
  readonly host: Host;
  readonly own: Place;
  readonly signal: AbortSignal;
}

/** The members of a request that determine its receivers. */
export type Addressed = Pick<ResolvedRequest, 'wireUrl' | 'options'>;

/** Returns a function that finds the receivers of a request: host, proxy and addresses, and whether the certificate is unchecked. */
export function destinationFinder(
  host: Pick<Host, 'env'>,
  settings: NetworkSettings | undefined,
  mask: (text: string) => string,
): (request: Addressed) => Destination {
  const receiver = (name: string): Receiver => ({ host: name, shown: mask(name) });
  return ({ wireUrl, options }) => {
    const target = targetOf(wireUrl);
    const { proxy, addresses } = wayTo(options.connection, target, settings ?? directNetwork, (name) => host.env(name));
    return {
      ...receiver(new URL(wireUrl).host),
      ...(proxy === undefined ? {} : { proxy: receiver(`${proxy.hostname}:${proxy.port}`) }),
      ...(addresses === undefined ? {} : { addresses: addresses.map(receiver) }),
      ...(insecureFor(options, target).insecure && target.scheme === 'https' ? { unchecked: true } : {}),
    };
  };
}

/** A destination for an error message: `api.example.com (through the proxy p:8080)`. */
export function shownDestination({ shown, proxy, addresses, unchecked }: Destination): string {
  const beside = [
    ...(proxy === undefined ? [] : [`through the proxy ${proxy.shown}`]),
    ...(addresses === undefined ? [] : [`at ${addresses.map((a) => a.shown).join(', ')}`]),
    ...(unchecked === true ? ['certificate not checked'] : []),
  ];
  return beside.length === 0 ? shown : `${shown} (${beside.join(', ')})`;
}

/**
 * Asks whether a request that may change data can be sent with a protected environment.
 * @param url masked
 * @throws {ReqError} `refused` if it may not be sent
 */
export async function askForProtected({ context, host, own, signal }: Sending, method: string, url: string): Promise<void> {
  const { environment, collection } = context;
  if (environment === undefined || !collection.protectedEnvironments.has(environment) || safeMethods.has(method)) return;
  if (await raceAbort(host.maySendProtected(method, url, environment), signal)) return;
  throw new ReqError('refused', `Nothing was sent: ${environment} is protected, and ${method} may change something there.`, {
    at: own,
    hint: 'Allow it when asked, or run the command with --yes.',
  });
}
