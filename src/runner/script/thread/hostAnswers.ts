import { assertNever } from '../../../base/assertNever.ts';
import { isReqError } from '../../../base/reqError.ts';
import type { Value } from '../../../base/values/value.ts';
import { decodeValue, encodeValue, type EncodedValue } from '../../../base/values/valueCodec.ts';
import type { HostCall, Reply, Sent } from './workerMessages.ts';
import type { RawRequest, ScriptHost } from '../scriptTypes.ts';

/**
 * The host's reply to a call: a Reply as JSON text, or a promise if the host must wait for the user or a storage. Throws or rejects
 * only on defects.
 */
export function answerOf(call: HostCall, host: ScriptHost): string | Promise<string> {
  return attempted(() => valueOf(call, host));
}

export function setBy(host: ScriptHost, { name, json, line }: Extract<HostCall, { readonly op: 'setVar' }>): void {
  host.setVar(name, decodeValue(JSON.parse(json) as EncodedValue), line);
}

/** Runs a `tool.send`. Rejects only on defects. */
export async function sentBy(host: ScriptHost, name: string, signal: AbortSignal, request?: RawRequest): Promise<Sent> {
  try {
    return { ok: true, response: await host.send(name, signal, request) };
  } catch (e) {
    if (!isReqError(e)) throw e;
    return { ok: false, message: e.message };
  }
}

type Answer = EncodedValue | undefined;

/** A Reply as JSON text. Throws or rejects only on defects. */
function attempted(get: () => Answer | Promise<Answer>): string | Promise<string> {
  try {
    const value = get();
    return value instanceof Promise ? value.then(replyOf, refusalOf) : replyOf(value);
  } catch (e) {
    return refusalOf(e);
  }
}

function replyOf(value: Answer): string {
  try {
    return JSON.stringify((value === undefined ? { ok: true } : { ok: true, value }) satisfies Reply);
  } catch (e) {
    return refusalOf(e);
  }
}

function refusalOf(e: unknown): string {
  let message: string;
  if (isReqError(e)) ({ message } = e);
  else if (e instanceof RangeError) message = 'the value nests too deeply for a script';
  else throw e;
  return JSON.stringify({ ok: false, type: 'Error', message } satisfies Reply);
}

function valueOf(call: HostCall, host: ScriptHost): Answer | Promise<Answer> {
  switch (call.op) {
    case 'getVar': {
      const value = host.getVar(call.name);
      return value instanceof Promise ? value.then(encoded) : encoded(value);
    }
    case 'vars': {
      const values = host.vars();
      return values instanceof Promise ? values.then(encodeValue) : encodeValue(values);
    }
    case 'setVar':
      setBy(host, call);
      return undefined;
    case 'deleteVar':
      return host.deleteVar(call.name, call.line);
    case 'interpolate':
      return host.interpolate(call.text);
    case 'module':
      return host.module(call.from, call.specifier, call.kind).then((loaded) => JSON.stringify(loaded));
    case 'jwt':
      return host.jwt(call);
    case 'request':
      return host.request(call);
    case 'cookies':
      return host.cookies(call);
    case 'next':
      host.next(call.name);
      return undefined;
    case 'look': {
      const looked = host.look(call.at);
      return looked instanceof Promise ? looked.then(() => undefined) : undefined;
    }
    default:
      return assertNever(call);
  }
}

const encoded = (value: Value | undefined): Answer => (value === undefined ? undefined : encodeValue(value));
