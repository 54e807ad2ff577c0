import { randomUUID } from 'node:crypto';
import { sfc32 } from '../../../base/sfc32.ts';
import { uuidFrom } from '../../random/uuidFrom.ts';
import { assertNever } from '../../../base/assertNever.ts';
import { nestingProblem, readJson, jsonToValue } from '../../../base/json/json.ts';
import { valueToJson } from '../../../base/values/value.ts';
import { decodeValue, encodeValue, type EncodedValue } from '../../../base/values/valueCodec.ts';
import { hash, hmac } from './digest.ts';
import { SubtleCalls } from './subtleCalls.ts';
import { webCall } from './webCalls.ts';
import { inMegabytes } from '../scriptFailures.ts';
import { rawMark, type ApiCall, type FromWorker, type HostCall, type Reply } from '../thread/workerMessages.ts';
import { clearerMessage } from '../engine/clearerMessage.ts';
import type { Positions } from '../engine/positions.ts';
import type { ResponseTexts } from './responseTexts.ts';
import type { ConsoleCall, RawRequest, ScriptJob } from '../scriptTypes.ts';

/** Digits that JSON.parse may round. */
const longDigits = /\d{16}/;

/** Maximum characters of a value that is surely not nested too deeply or too large, so the script need not wait until it is set. */
const shortJson = 1000;
/** The script waits for one in this many values, so that it cannot run ahead of its host without limit. */
const setsAtOnce = 100;
const done = JSON.stringify({ ok: true } satisfies Reply);

export interface ApiHost {
  /** Blocks until the host has replied. Returns a Reply as JSON text. */
  ask(call: HostCall): string;
  post(message: Extract<FromWorker, { type: 'console' | 'test' | 'set' }>): void;
  sleep(id: number, ms: number): void;
  send(id: number, name: string, request?: RawRequest): void;
  cancelSleep(id: number): void;
  /** Calls `wake(id)` with the promise's text. Its time counts as the script's. */
  work(id: number, result: Promise<string>): void;
  /** Whether the script or a file that it loaded contains a text. */
  readonly isWritten: (text: string) => boolean;
  /** Source text of a library. @throws {Error} if there is none */
  library(name: string): string;
  /** Evaluates a CommonJS file and returns its path. */
  require(from: string, specifier: string): string;
}

/**
 * Handles the calls of the sandboxed API in order, without the host where possible. Calls and replies are JSON texts; errors that a
 * script can cause are replies, not exceptions.
 */
export function createApiCalls(job: ScriptJob, positions: Positions, texts: ResponseTexts, host: ApiHost): (json: string) => string {
  /** Characters in variables and tests so far. The host stores them, outside of the engine's memory limit. */
  let storedLength = 0;
  let setCount = 0;
  const keys = new SubtleCalls();
  const uuid = uuidsOf(job);

  return (json) => {
    try {
      const call = JSON.parse(json) as ApiCall;
      switch (call.op) {
        case 'setVar': {
          countStored(call.json);
          const set = { op: 'setVar', name: call.name, json: call.json, line: lineOf(call.stack) } as const;
          if (call.json.length > shortJson || ++setCount % setsAtOnce === 0) return host.ask(set);
          host.post({ type: 'set', set });
          return done;
        }
        case 'deleteVar':
          return host.ask({ op: 'deleteVar', name: call.name, line: lineOf(call.stack) });
        case 'responseText':
          return textReply(texts.of(call.of));
        case 'require':
          return textReply(host.require(call.from ?? job.file, call.specifier));
        case 'library':
          return textReply(host.library(call.name));
        case 'web':
          return textReply(webCall(call.name, call.args));
        default:
          return isForHost(call) ? host.ask(call) : JSON.stringify(answer(call));
      }
    } catch (e) {
      return JSON.stringify(failed(e));
    }
  };

  function answer(call: Exclude<ApiCall, { op: HostCall['op'] | 'responseText' | 'library' | 'require' | 'web' }>): Reply {
    switch (call.op) {
      case 'console':
        host.post({ type: 'console', level: call.level, text: call.text, called: calledOf(call) });
        return { ok: true };
      case 'test': {
        const { name, passed, compared, stack } = call;
        const message = call.message && clearerMessage(call.message, stack, positions);
        countStored(name + (message ?? '') + (compared === null ? '' : compared.expected + compared.actual));
        host.post({ type: 'test', result: { name, passed, message, line: lineOf(stack), ...compared } });
        return { ok: true };
      }
      case 'sleep':
        host.sleep(call.id, call.ms);
        return { ok: true };
      case 'cancelSleep':
        host.cancelSleep(call.id);
        return { ok: true };
      case 'subtle':
        host.work(call.id, keys.call(call.name, call.args));
        return { ok: true };
      case 'send':
        host.send(call.id, call.name, call.request);
        return { ok: true };
      case 'exactJson':
        return exactJson(texts.of(call.of));
      case 'nestingProblem': {
        const problem = nestingProblem(texts.of(call.of));
        return problem === undefined ? { ok: true } : { ok: true, value: problem };
      }
      default:
        return { ok: true, value: computed(call, uuid, host) };
    }
  }

  function calledOf({ values, stack }: Extract<ApiCall, { op: 'console' }>): ConsoleCall {
    const { file, line } = positions.ofStack(stack) ?? positions.start;
    return { place: { file, line }, ...(values === '' ? {} : { values }) };
  }

  function countStored(text: string): void {
    storedLength += text.length;
    if (storedLength > job.limits.memory)
      throw new Error(`the script has stored more than ${inMegabytes(job.limits.memory)} in variables and tests`);
  }

  function lineOf(stack: string): number {
    return (positions.ofStack(stack) ?? positions.start).line;
  }
}

type PassedCall = Exclude<HostCall, { readonly op: 'setVar' | 'deleteVar' | 'module' }>;
const passedOn: readonly ApiCall['op'][] = [
  'getVar',
  'vars',
  'interpolate',
  'jwt',
  'cookies',
  'request',
  'next',
  'look',
] satisfies readonly PassedCall['op'][];
/** Calls that are passed to the host unchanged. */
const isForHost = (call: ApiCall): call is PassedCall => passedOn.includes(call.op);

type Computation = Extract<ApiCall, { op: 'uuid' | 'written' | 'hash' | 'hmac' | 'base64' | 'fromBase64' | 'valueJson' }>;

function failed(e: unknown): Reply {
  const type = e instanceof TypeError ? 'TypeError' : e instanceof RangeError ? 'RangeError' : 'Error';
  return { ok: false, type, message: e instanceof Error ? e.message : String(e) };
}

/** Generates the UUIDs of a script, from its seed if it has one. */
function uuidsOf({ seed }: ScriptJob): () => string {
  if (seed === undefined) return randomUUID;
  // Other numbers than those of `Math.random`, which has the same seed.
  const random = sfc32(seed.toReversed());
  return () => uuidFrom(random);
}

/** Result of a call that needs no host. */
function computed(call: Computation, uuid: () => string, { isWritten }: Pick<ApiHost, 'isWritten'>): string | boolean {
  switch (call.op) {
    case 'uuid':
      return uuid();
    case 'written':
      return isWritten(call.text);
    case 'hash':
      return hash(call.algorithm, call.text, call.encoding);
    case 'hmac':
      return hmac(call.algorithm, call.key, call.text, call.encoding);
    case 'base64':
      return Buffer.from(call.text, 'utf8').toString('base64');
    case 'fromBase64':
      return Buffer.from(call.text, 'base64').toString('utf8');
    case 'valueJson':
      return valueToJson(decodeValue(JSON.parse(call.json) as EncodedValue));
    default:
      return assertNever(call);
  }
}

/** A JSON text with numbers that JSON.parse would round; null if there are none, no value if it is not JSON. */
function exactJson(text: string): Reply {
  if (!longDigits.test(text)) return { ok: true, value: null };
  const read = readJson(text);
  return read.ok ? { ok: true, value: encodeValue(jsonToValue(read.node)) } : { ok: true };
}

/**
 * The text unencoded after a mark, which avoids parsing a long text twice. As JSON if it contains NUL, where a C string would end, or
 * lone surrogates, which it would lose.
 */
const textReply = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? JSON.stringify({ ok: true, value: text } satisfies Reply) : rawMark + text;
