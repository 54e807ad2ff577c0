import { randomUUID } from 'node:crypto';
import { assertNever } from '../../base/assertNever.ts';
import { readJson, jsonToValue } from '../../base/json.ts';
import { valueToJson } from '../../base/value.ts';
import { decodeValue, encodeValue, type EncodedValue } from '../../base/valueCodec.ts';
import { hash, hmac } from './digest.ts';
import { inMegabytes } from './scriptFailures.ts';
import { rawMark, type ApiCall, type FromWorker, type HostCall, type Reply } from './workerMessages.ts';
import type { Positions } from './positions.ts';
import type { ResponseTexts } from './responseTexts.ts';
import type { ConsoleCall, ScriptJob } from './scriptTypes.ts';

/** Digits that an ordinary number may not hold. */
const longDigits = /\d{16}/;

/** Characters of a value that can neither nest too deeply nor fill the memory: nobody need wait until it is set. */
const shortJson = 1000;
/** Of so many values one is waited for: a script must not run ahead of its host without end. */
const setsAtOnce = 100;
const done = JSON.stringify({ ok: true } satisfies Reply);

/** What answers the calls of one script. */
export interface ApiHost {
  /** Blocks until the host has answered; a Reply as JSON text. */
  ask(call: HostCall): string;
  post(message: Extract<FromWorker, { type: 'console' | 'test' | 'set' }>): void;
  sleep(id: number, ms: number): void;
  send(id: number, name: string): void;
}

/** Answers what the sandboxed API asks: by itself where that needs no host, in order. Takes and gives JSON text; never throws for what a script may cause. */
export function createApiCalls(job: ScriptJob, positions: Positions, texts: ResponseTexts, host: ApiHost): (json: string) => string {
  /** Characters that variables and tests have taken: the host keeps them, where no limit of the engine reaches. */
  let sent = 0;
  let setsTold = 0;

  return (json) => {
    try {
      const call = JSON.parse(json) as ApiCall;
      switch (call.op) {
        case 'getVar':
        case 'vars':
        case 'interpolate':
        case 'look':
          return host.ask(call);
        case 'setVar': {
          count(call.json);
          const set = { op: 'setVar', name: call.name, json: call.json, line: lineOf(call.stack) } as const;
          if (call.json.length > shortJson || ++setsTold % setsAtOnce === 0) return host.ask(set);
          host.post({ type: 'set', set });
          return done;
        }
        case 'deleteVar':
          return host.ask({ op: 'deleteVar', name: call.name, line: lineOf(call.stack) });
        case 'responseText':
          return textReply(texts.of(call.of));
        default:
          return JSON.stringify(answer(call));
      }
    } catch (e) {
      const type = e instanceof TypeError ? 'TypeError' : 'Error';
      return JSON.stringify({ ok: false, type, message: e instanceof Error ? e.message : String(e) } satisfies Reply);
    }
  };

  function answer(call: Exclude<ApiCall, { op: HostCall['op'] | 'responseText' }>): Reply {
    switch (call.op) {
      case 'console':
        host.post({ type: 'console', level: call.level, text: call.text, called: calledOf(call) });
        return { ok: true };
      case 'test': {
        const { name, passed, message, compared, stack } = call;
        count(name + (message ?? '') + (compared === null ? '' : compared.expected + compared.actual));
        host.post({ type: 'test', result: { name, passed, message, line: lineOf(stack), ...compared } });
        return { ok: true };
      }
      case 'sleep':
        host.sleep(call.id, call.ms);
        return { ok: true };
      case 'send':
        host.send(call.id, call.name);
        return { ok: true };
      case 'uuid':
        return { ok: true, value: randomUUID() };
      case 'hash':
        return { ok: true, value: hash(call.algorithm, call.text, call.encoding) };
      case 'hmac':
        return { ok: true, value: hmac(call.algorithm, call.key, call.text, call.encoding) };
      case 'base64':
        return { ok: true, value: Buffer.from(call.text, 'utf8').toString('base64') };
      case 'fromBase64':
        return { ok: true, value: Buffer.from(call.text, 'base64').toString('utf8') };
      case 'valueJson':
        return { ok: true, value: valueToJson(decodeValue(JSON.parse(call.json) as EncodedValue)) };
      case 'exactJson': {
        const text = texts.of(call.of);
        if (!longDigits.test(text)) return { ok: true, value: null };
        const read = readJson(text);
        return read.ok ? { ok: true, value: encodeValue(jsonToValue(read.node)) } : { ok: true };
      }
      default:
        return assertNever(call);
    }
  }

  function calledOf({ values, stack }: Extract<ApiCall, { op: 'console' }>): ConsoleCall {
    const { file, line } = positions.ofStack(stack) ?? positions.start;
    return { place: { file, line }, ...(values === '' ? {} : { values }) };
  }

  function count(text: string): void {
    sent += text.length;
    if (sent > job.limits.memory)
      throw new Error(`the script has stored more than ${inMegabytes(job.limits.memory)} in variables and tests`);
  }

  function lineOf(stack: string): number {
    return (positions.ofStack(stack) ?? positions.start).line;
  }
}

/** A long text as it is behind a mark, which spares reading it twice. As a string of C it would end at its first NUL and lose halves of characters: then as JSON. */
const textReply = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? JSON.stringify({ ok: true, value: text } satisfies Reply) : rawMark + text;
