import { rawMark, type ApiCall, type Reply } from '../thread/workerMessages.ts';
import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import { charCodeAt, ErrorCtor, hasOwn, jsonParse, RangeErrorCtor, slice, TypeErrorCtor } from './primordials.ts';
import { plainJson } from './plainJson.ts';

/** Calls the host. Undefined for a reply without a value. @throws {Error} if the host refuses the call */
export type Ask = (call: ApiCall) => EncodedValue | undefined;

const errors = { __proto__: null, Error: ErrorCtor, TypeError: TypeErrorCtor, RangeError: RangeErrorCtor } as const;
/** The most frequent reply, which is not parsed. */
const done = '{"ok":true}';
const rawCode = charCodeAt(rawMark, 0);

/** Wraps the only function that leaves the virtual machine. It takes and returns JSON, because a plain string would end at its first NUL. */
export function createAsk(host: (json: string) => string): Ask {
  return (call) => {
    const answer = host(plainJson(call));
    if (answer === done) return undefined;
    if (charCodeAt(answer, 0) === rawCode) return slice(answer, 1);
    const reply = jsonParse(answer) as Reply;
    if (!reply.ok) throw new errors[reply.type](reply.message);
    return hasOwn(reply, 'value') ? reply.value : undefined;
  };
}

export function stackHere(): string {
  return new ErrorCtor().stack ?? '';
}
