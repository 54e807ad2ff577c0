import type { Ending } from './apiEnding.ts';
import { AssertionError } from './errors.ts';
import { freeze, hasOwn, objectKeys, setOwn, toText } from './primordials.ts';
import type { Tests } from './apiTests.ts';
import type { Variables } from './apiVariables.ts';
import { globalHeadersName } from '../globalHeaders.ts';

/** The global `client` and members of `request`, compatible with JetBrains handlers. */
export interface JetBrains {
  readonly client: object;
  /** `request.variables`. */
  readonly variables: object;
  /** `request.environment`. */
  readonly environment: object;
}

export function createJetBrains(parts: {
  readonly variables: Variables;
  readonly tests: Tests;
  readonly ending: Ending;
  readonly console: { readonly log: (...args: unknown[]) => void };
}): JetBrains {
  const { variables: tool, tests, console, ending } = parts;
  /** Null if the variable is not set, as in JetBrains. */
  const get = (name: unknown): unknown => tool.getVar(name) ?? null;
  const readable = freeze({ get });
  const variables = freeze({
    set: tool.setVar,
    get,
    isEmpty: () => objectKeys(tool.vars() as object).length === 0,
    clear: (name: unknown) => void tool.deleteVar(name),
    clearAll: () => {
      const names = objectKeys(tool.vars() as object);
      for (let i = 0; i < names.length; i++) tool.deleteVar(names[i]);
    },
  });
  const client = freeze({
    test: tests.test,
    assert: (condition: unknown, message?: unknown) => {
      if (!condition) throw new AssertionError(message === undefined ? 'the assertion does not hold' : toText(message));
    },
    log: console.log,
    exit: () => ending.exit(),
    global: freeze({ ...variables, headers: globalHeaders(tool) }),
    variables: freeze({ global: variables, request: variables, file: readable, environment: readable }),
  });
  return { client, variables, environment: readable };
}

/** `client.global.headers`: headers of all later requests. They are a variable, so that a secret in them is one. */
function globalHeaders({ getVar, setVar, deleteVar }: Variables): object {
  const copy = (without: string): Record<string, unknown> => {
    const all: Record<string, unknown> = {};
    const known = (getVar(globalHeadersName) ?? {}) as Record<string, unknown>;
    const names = objectKeys(known);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      if (name !== without) setOwn(all, name, known[name]);
    }
    return all;
  };
  return freeze({
    set: (name: unknown, value: unknown) => {
      const all = copy('');
      setOwn(all, toText(name), toText(value));
      setVar(globalHeadersName, all);
    },
    clear: (name: unknown) => {
      const known = getVar(globalHeadersName);
      if (typeof known === 'object' && known !== null && hasOwn(known, toText(name))) setVar(globalHeadersName, copy(toText(name)));
    },
    clearAll: () => void deleteVar(globalHeadersName),
  });
}
