import { ReqError, type Place } from '../base/reqError.ts';
import { safeMethods, type BlockContext, type ResolvedRequest } from '../language/index.ts';
import type { Destination, Host } from './host.ts';
import { orCancelled } from './orCancelled.ts';

/** A request that is about to go out. */
export interface Sending {
  readonly context: BlockContext;
  readonly host: Host;
  /** The request's own place. */
  readonly own: Place;
  readonly signal: AbortSignal;
}

/** The host of a URL, as it may be told. */
export function destinationOf(url: string, mask: (text: string) => string): Destination {
  const { host } = new URL(url);
  return { host, shown: mask(host) };
}

/** Lets values of the process's environment go to a host only where they may. Throws ReqError 'cancelled'. */
export async function askForEnvironment(
  { context, host, own, signal }: Sending,
  names: ReadonlySet<string>,
  to: () => Destination,
  otherwise = 'Nothing was sent',
): Promise<void> {
  if (names.size === 0) return;
  const { host: name, shown } = to();
  if (await orCancelled(host.maySendEnvironment([...names], context.file, name, shown), signal)) return;
  const message = `${otherwise}: ${[...names].join(', ')} of the process's environment may not go to ${shown}.`;
  throw new ReqError('cancelled', message, { at: own, hint: 'Allow it when asked, or take the placeholder out.' });
}

/**
 * Lets what may change something in a protected environment go out only where it may. Throws ReqError 'cancelled'.
 * @param url masked
 */
export async function askForProtected({ context, host, own, signal }: Sending, method: string, url: string): Promise<void> {
  const { environment, collection } = context;
  if (environment === undefined || !collection.protectedEnvironments.has(environment) || safeMethods.has(method)) return;
  if (await orCancelled(host.maySendProtected(method, url, environment), signal)) return;
  throw new ReqError('cancelled', `Nothing was sent: ${environment} is protected, and ${method} may change something there.`, {
    at: own,
    hint: 'Allow it when asked, or give the command --yes.',
  });
}

/** Lets a message go only to hosts that it may go to. Throws ReqError 'cancelled'. */
export async function askForHosts(
  { host, own, signal }: Omit<Sending, 'context'>,
  method: string,
  hosts: readonly string[],
  mask: (text: string) => string,
): Promise<void> {
  for (const to of hosts) {
    const shown = mask(to);
    if (await orCancelled(host.maySend?.(method, { host: to, shown }) ?? Promise.resolve(true), signal)) continue;
    throw new ReqError('cancelled', `Nothing was sent: ${method} may not go to ${shown}.`, { at: own, hint: 'Allow it when asked.' });
  }
}

/** What a request holds that may not go to every host. */
interface Held {
  /** Of the process's environment. */
  readonly names: ReadonlySet<string>;
  /** Those of its body. */
  readonly files: ReadonlySet<string>;
  readonly mask: (text: string) => string;
}

/** Lets a redirect be followed only where all that the request holds may go there. Throws ReqError 'cancelled'. */
export async function askForRedirect(
  sending: Sending,
  { wireUrl, body }: Pick<ResolvedRequest, 'wireUrl' | 'body'>,
  { names, files, mask }: Held,
): Promise<void> {
  const { context, host, own, signal } = sending;
  const to = destinationOf(wireUrl, mask);
  const otherwise = 'The redirect was not followed';
  await askForEnvironment(sending, names, () => to, otherwise);
  for (const path of body.length === 0 ? [] : files) {
    if (await orCancelled(host.mayRead(path, context.collection.root, to), signal)) continue;
    throw new ReqError('cancelled', `${otherwise}: ${path} may not go to ${to.shown}.`, { at: own, hint: 'Allow it when asked.' });
  }
}
