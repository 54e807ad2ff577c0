import { kit } from '../kit.ts';

/** A variable scope of Postman. Req has one kind of script variables, and looks them up like placeholders. */
export interface Scope {
  readonly get: (name: unknown) => unknown;
  readonly set: (name: unknown, value: unknown) => void;
  readonly unset: (name: unknown) => void;
  readonly has: (name: unknown) => boolean;
  toObject(): Readonly<Record<string, unknown>>;
  readonly clear: () => void;
  readonly replaceIn: (text: unknown) => unknown;
}

export function createScope(): Scope {
  const { tool } = kit();
  const unset = (name: unknown): void => void tool.deleteVar(String(name));
  return {
    get: (name) => tool.getVar(String(name)),
    set: (name, value) => (value === undefined ? unset(name) : tool.setVar(String(name), value)),
    unset,
    has: (name) => tool.getVar(String(name)) !== undefined,
    toObject: () => tool.vars(),
    clear: () => Object.keys(tool.vars()).forEach((name) => tool.deleteVar(name)),
    replaceIn,
  };
}

/** A text with its placeholders filled in; those without a value stay, as in Postman. */
export function replaceIn(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (written) => {
    try {
      return kit().tool.interpolate(written);
    } catch {
      return written;
    }
  });
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
