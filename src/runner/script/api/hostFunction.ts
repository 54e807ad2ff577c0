import type { ApiCall, Reply } from '../messages.ts';
import type { EncodedValue } from '../../../base/valueCodec.ts';
import { ErrorCtor, hasOwn, jsonParse, TypeErrorCtor } from './primordials.ts';
import { plainJson } from './plainJson.ts';

/** Calls out of the virtual machine. Undefined for an answer without a value; throws what the host refused. */
export type Ask = (call: ApiCall) => EncodedValue | undefined;

/** The typed form of the one function that reaches out: JSON text in, JSON text out, since a raw string would end at its first NUL. */
export function createAsk(host: (json: string) => string): Ask {
  return (call) => {
    const reply = jsonParse(host(plainJson(call))) as Reply;
    if (!reply.ok) throw reply.type === 'TypeError' ? new TypeErrorCtor(reply.message) : new ErrorCtor(reply.message);
    return hasOwn(reply, 'value') ? reply.value : undefined;
  };
}

/** Where the caller stands, as QuickJS writes it. */
export function stackHere(): string {
  return new ErrorCtor().stack ?? '';
}
