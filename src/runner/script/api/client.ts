import { AssertionError } from './errors.ts';
import { freeze, objectKeys, toText } from './primordials.ts';
import type { Tests } from './apiTests.ts';
import type { Tool } from './tool.ts';

/** The global `client`, compatible with JetBrains response handlers. */
export function createClient(parts: {
  readonly tool: Tool;
  readonly tests: Tests;
  readonly console: { readonly log: (...args: unknown[]) => void };
}): object {
  const { tool, tests, console } = parts;
  return freeze({
    test: tests.test,
    assert: (condition: unknown, message?: unknown) => {
      if (!condition) throw new AssertionError(message === undefined ? 'the assertion does not hold' : toText(message));
    },
    log: console.log,
    global: freeze({
      set: tool.setVar,
      /** Null if the variable is not set, as in JetBrains. */
      get: (name: unknown) => tool.getVar(name) ?? null,
      clear: (name: unknown) => void tool.deleteVar(name),
      clearAll: () => {
        const names = objectKeys(tool.vars() as object);
        for (let i = 0; i < names.length; i++) tool.deleteVar(names[i]);
      },
    }),
  });
}
