import { variableName } from '../../../../base/variableName.ts';
import { kit } from '../kit.ts';
import { filledText } from './placeholders.ts';

/** A variable scope of another client. Req has one kind of script variables, and looks them up like placeholders. */
export interface Scope {
  readonly get: (name: unknown) => unknown;
  readonly set: (name: unknown, value: unknown) => void;
  readonly unset: (name: unknown) => void;
  readonly has: (name: unknown) => boolean;
  toObject(): Readonly<Record<string, unknown>>;
  readonly clear: () => void;
  readonly replaceIn: (text: unknown) => unknown;
}

/** Names are converted as in an import, so that scripts find the variables of their collection. */
const nameOf = (name: unknown): string => variableName(String(name));

export function createScope(): Scope {
  const { tool } = kit();
  const unset = (name: unknown): void => void tool.deleteVar(nameOf(name));
  return {
    get: (name) => tool.getVar(nameOf(name)),
    set: (name, value) => (value === undefined ? unset(name) : tool.setVar(nameOf(name), plain(value))),
    unset,
    has: (name) => tool.getVar(nameOf(name)) !== undefined,
    toObject: () => tool.vars(),
    clear: () => Object.keys(tool.vars()).forEach((name) => tool.deleteVar(name)),
    replaceIn: (text) => (typeof text === 'string' ? filledText(text) : text),
  };
}

/** Other clients store JSON: an object with `toJSON`, such as one of moment, becomes the returned value. */
function plain(value: unknown): unknown {
  const hasJson = typeof value === 'object' && value !== null && 'toJSON' in value && !(value instanceof Date);
  return hasJson ? JSON.parse(JSON.stringify(value)) : value;
}

/** `environment.name` and `globals.name` of old scripts. */
export const oldScope = (scope: Scope): object =>
  new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'string' ? scope.get(name) : undefined),
      set: (_, name, value) => {
        scope.set(name, value);
        return true;
      },
      has: (_, name) => typeof name === 'string' && scope.has(name),
      deleteProperty: (_, name) => {
        scope.unset(name);
        return true;
      },
    },
  );
