import { rawMark, type ApiCall, type Reply } from '../workerMessages.ts';
import type { EncodedValue } from '../../../base/valueCodec.ts';
import { charCodeAt, ErrorCtor, hasOwn, jsonParse, slice, TypeErrorCtor } from './primordials.ts';
import { plainJson } from './plainJson.ts';

/** Calls out of the virtual machine. Undefined for an answer without a value; throws what the host refused. */
export type Ask = (call: ApiCall) => EncodedValue | undefined;

const rawCode = charCodeAt(rawMark, 0);

/** The typed form of the one function that reaches out: JSON text in, JSON text out, since a raw string would end at its first NUL. */
export function createAsk(host: (json: string) => string): Ask {
  return (call) => {
    const answer = host(plainJson(call));
    if (charCodeAt(answer, 0) === rawCode) return slice(answer, 1);
    const reply = jsonParse(answer) as Reply;
    if (!reply.ok) throw reply.type === 'TypeError' ? new TypeErrorCtor(reply.message) : new ErrorCtor(reply.message);
    return hasOwn(reply, 'value') ? reply.value : undefined;
  };
}

/** Where the caller stands, as QuickJS writes it. */
export function stackHere(): string {
  return new ErrorCtor().stack ?? '';
}
