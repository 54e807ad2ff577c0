import { ReqError, type Place } from '../base/reqError.ts';
import type { BlockContext } from '../language/index.ts';
import type { Host } from './host.ts';
import { orCancelled } from './orCancelled.ts';

/** Methods that change nothing (RFC 9110 §9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** A request that is about to go out. */
export interface Sending {
  readonly context: BlockContext;
  readonly host: Host;
  /** The request's own place. */
  readonly own: Place;
  readonly signal: AbortSignal;
}

/** Lets values of the process's environment go to a host only where they may. Throws ReqError 'cancelled'. */
export async function askForEnvironment(
  { context, host, own, signal }: Sending,
  names: ReadonlySet<string>,
  to: string,
  mask: (text: string) => string,
  otherwise = 'Nothing was sent',
): Promise<void> {
  const shown = mask(to);
  if (names.size === 0 || (await orCancelled(host.maySendEnvironment([...names], context.file, to, shown), signal))) return;
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
