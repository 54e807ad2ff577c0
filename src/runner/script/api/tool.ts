import type { Ending } from './apiEnding.ts';
import { expect } from './expect/expect.ts';
import type { Ask } from './hostFunction.ts';
import { createJwt } from './jwt.ts';
import type { Listeners } from './listeners.ts';
import { freeze, TypeErrorCtor } from './primordials.ts';
import type { Pending } from './pending.ts';
import type { Tests } from './apiTests.ts';
import type { Variables } from './apiVariables.ts';
import { words } from './chaiWords.ts';

export interface Tool extends Variables {
  readonly env: string | null;
}

/** Returns a function that creates the global `tool`, whose functions are the same for every script. */
export function prepareTool(parts: {
  readonly ask: Ask;
  readonly ending: Ending;
  readonly tests: Tests;
  readonly pending: Pending;
  readonly listeners: Listeners;
  readonly variables: Variables;
}): (env: string | null) => Tool {
  const { ask, ending, tests, pending } = parts;
  const { setVar, getVar, hasVar, deleteVar, vars } = parts.variables;
  const shared = {
    interpolate: (text: unknown) => ask({ op: 'interpolate', text: asText('tool.interpolate', text) }),
    test: tests.test,
    expect,
    sleep: pending.sleep,
    uuid: () => ask({ op: 'uuid' }),
    hash: (algorithm: unknown, text: unknown, encoding: unknown = 'hex') =>
      ask({
        op: 'hash',
        algorithm: asText('tool.hash', algorithm),
        text: asText('tool.hash', text),
        encoding: asText('tool.hash', encoding),
      }),
    hmac: (algorithm: unknown, key: unknown, text: unknown, encoding: unknown = 'hex') =>
      ask({
        op: 'hmac',
        algorithm: asText('tool.hmac', algorithm),
        key: asText('tool.hmac', key),
        text: asText('tool.hmac', text),
        encoding: asText('tool.hmac', encoding),
      }),
    jwt: createJwt(ask),
    base64: (text: unknown) => ask({ op: 'base64', text: asText('tool.base64', text) }),
    fromBase64: (text: unknown) => ask({ op: 'fromBase64', text: asText('tool.fromBase64', text) }),
    skip: (reason: unknown) => ending.end('skip', reason),
    stop: (reason: unknown) => ending.end('stop', reason),
    cancel: () => ending.end('cancel', undefined),
    send: (name: unknown) => pending.send(name),
    onEvent: parts.listeners.onEvent,
  };
  return (env) => freeze({ setVar, getVar, hasVar, deleteVar, vars, env, ...shared });
}

function asText(what: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeErrorCtor(words`${what} takes text, not ${value === null ? 'null' : typeof value}`);
  return value;
}
