import { isDeepStrictEqual } from 'node:util';
import type { Generated } from './responses.ts';
import { text, type Outcome, type ReadMessage } from './outcome.ts';

/** The first difference between two parsers. */
export interface Difference extends Generated {
  /** The part of the message that differs, or the parser that rejected it. */
  readonly what:
    | 'httpVersion'
    | 'status'
    | 'statusText'
    | 'headers'
    | 'body'
    | 'trailers'
    | 'keeps'
    | 'end'
    | 'llhttp refuses'
    | 'own refuses';
  readonly own: Outcome;
  readonly llhttp: Outcome;
  /** The message that differs, if any. */
  readonly message: ReadMessage | undefined;
  /** Its headers have no effect: it has no body. */
  readonly isBodiless: boolean;
}

/** Compares message by message, up to the first response after which the connection cannot be reused. */
export function firstDifference(generated: Generated, own: Outcome, llhttp: Outcome): Difference | undefined {
  let finals = 0;
  for (let i = 0; ; i++) {
    const [ours, theirs] = [own.messages[i], llhttp.messages[i]];
    const message = ours ?? theirs;
    const { status = 0 } = message?.head ?? {};
    const isBodiless = (generated.heads[finals] ?? false) || (message !== undefined && status < 200) || status === 204 || status === 304;
    const found = (what: Difference['what']): Difference => ({ ...generated, what, own, llhttp, message, isBodiless });
    if (ours === undefined || theirs === undefined) {
      const refusal = oneRefuses(generated, own, llhttp, ours === theirs);
      return refusal && found(refusal);
    }
    for (const part of ['httpVersion', 'status', 'statusText'] as const) if (ours.head[part] !== theirs.head[part]) return found(part);
    if (!sameHeaders(ours.head.headers, theirs.head.headers)) return found('headers');
    if (status < 200) continue;
    finals++;
    if (!ours.isWhole || !theirs.isWhole) {
      const refusal = oneRefuses(generated, own, llhttp, ours.isWhole === theirs.isWhole);
      if (refusal !== undefined) return found(refusal);
      return ours.body.startsWith(theirs.body) || theirs.body.startsWith(ours.body) ? undefined : found('body');
    }
    if (ours.body !== theirs.body) return found('body');
    if (!sameHeaders(ours.trailers, theirs.trailers)) return found('trailers');
    if (ours.keeps !== theirs.keeps) return found('keeps');
    if (!ours.keeps) return undefined;
  }
}

/** @param alike neither parser has read more of the response than the other */
function oneRefuses({ wire }: Generated, own: Outcome, llhttp: Outcome, alike: boolean): Difference['what'] | undefined {
  // Ours shows the head of a response whose framing it refuses.
  const showsHead = own.refused?.startsWith('framing: ') === true && own.messages.at(-1)?.isWhole === false;
  if (own.refused !== undefined && llhttp.refused !== undefined && (alike || showsHead)) return undefined;
  // Byte by byte the line is refused; as a whole line it has not come.
  if (own.refused === undefined && llhttp.refused !== undefined)
    return alike && wire.indexOf('\n', llhttp.at) < 0 ? undefined : 'llhttp refuses';
  if (own.refused !== undefined && llhttp.refused === undefined) return 'own refuses';
  if (alike) return undefined;
  return own.refused === undefined ? 'end' : own.messages.length < llhttp.messages.length ? 'own refuses' : 'llhttp refuses';
}

/** llhttp's headers have one character per byte. */
function sameHeaders(ours: readonly (readonly [string, string])[], theirs: readonly (readonly [string, string])[]): boolean {
  return isDeepStrictEqual(
    ours,
    theirs.map(([name, value]) => [name, text(value)]),
  );
}
