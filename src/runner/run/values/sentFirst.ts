import { mapTexts } from '../../../base/mapTexts.ts';
import { nameOf, namesSetBy, scriptsAround, titleOf, type Block, type BodyPart, type Sources } from '../../../language/index.ts';
import { fromSentFirst, restoreStandIns } from '../../../language/sending.ts';
import type { RunEvent, SentRequest } from '../../ports/events.ts';
import type { RunInput } from '../../ports/input.ts';
import { neededFirst } from '../runRefs.ts';
import { turnIfDue } from '../turnIfDue.ts';

/** The stand-ins of a dry run: values that the requests of `@ref` would provide, determined without sending them. */
export type SentFirst = NonNullable<Sources['sentFirst']>;

/**
 * Determines the names that the requests of `@ref` provide, directly or indirectly: their own, and those that their captures and scripts
 * set.
 * @throws {ReqError} if a request does not exist, or depends on itself
 */
export async function sentFirstOf(input: RunInput, signal: AbortSignal): Promise<SentFirst> {
  const requests = new Set<string>();
  const variables = new Set<string>();
  const seen = new Set<Block>([input.context.block]);
  const waiting = [input];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for await (const { needed } of neededFirst(at)) {
      if (seen.has(needed.block)) continue;
      await turnIfDue(signal);
      seen.add(needed.block);
      for (const own of [nameOf(needed.block), titleOf(needed.block)]) requests.add(own);
      for (const { name } of needed.block.captures) variables.add(name.text);
      for (const phase of ['pre-request', 'response'] as const)
        for (const name of namesSetBy(scriptsAround(needed, phase))) variables.add(name);
      waiting.push({ ...at, context: needed });
    }
  }
  return (name, isExchange) => ((isExchange && requests.has(name)) || variables.has(name) ? fromSentFirst : undefined);
}

type Sending = Extract<RunEvent, { readonly kind: 'sending' }>;

/** A message of a dry run with its stand-ins. The length of a body with a stand-in is unknown. */
export function withStandIns(request: SentRequest, body: readonly BodyPart[]): Pick<Sending, 'request' | 'body'> {
  const shown = mapTexts(body, restoreStandIns);
  const isKnown = body.every((part, i) => part.kind !== 'text' || part.text === (shown[i] as typeof part).text);
  const { headers, ...rest } = mapTexts(request, restoreStandIns);
  const host = hostOf(rest.wireUrl);
  // A number as a host would be shown as an IP address.
  const isHostKnown = host === hostOf(request.wireUrl);
  const header = (name: string, value: string): string => {
    const lower = name.toLowerCase();
    return lower === 'content-length' && !isKnown ? '…' : lower === 'host' && !isHostKnown ? host : value;
  };
  return { request: { ...rest, headers: headers.map(([name, value]) => [name, header(name, value)]) }, body: shown };
}

/** Host and port of a URL, as in the header `Host`. */
const hostOf = (url: string): string => {
  const [, scheme = '', host = ''] = /^([a-z]+):\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  return host.replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '');
};
