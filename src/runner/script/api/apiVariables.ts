import { decode, encodeJson } from './apiValues.ts';
import { type Ask, stackHere } from './hostFunction.ts';
import type { LeftOut } from './hints.ts';
import { jsonStringify } from './primordials.ts';
import { checkNewVariableName, checkVariableName } from './variableName.ts';
import { words } from './chaiWords.ts';

/** Functions of `tool` for variables. */
export interface Variables {
  readonly setVar: (name: unknown, value: unknown) => void;
  readonly getVar: (name: unknown) => unknown;
  readonly hasVar: (name: unknown) => boolean;
  readonly deleteVar: (name: unknown) => boolean;
  readonly vars: () => unknown;
}

export function createVariables(ask: Ask, hints: (what: string) => LeftOut): Variables {
  return {
    setVar: (name, value) => {
      checkNewVariableName(name);
      const leftOut = hints(words`tool.setVar(${jsonStringify(name)})`);
      ask({ op: 'setVar', name, json: encodeJson(value, leftOut.add), stack: stackHere() });
      leftOut.show();
    },
    getVar: (name) => {
      checkVariableName(name);
      const found = ask({ op: 'getVar', name });
      return found === undefined ? undefined : decode(found);
    },
    hasVar: (name) => {
      checkVariableName(name);
      return ask({ op: 'getVar', name }) !== undefined;
    },
    deleteVar: (name) => {
      checkVariableName(name);
      return ask({ op: 'deleteVar', name, stack: stackHere() }) === true;
    },
    vars: () => decode(ask({ op: 'vars' }) ?? null),
  };
}
