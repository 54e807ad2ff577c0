import type { AuthConfiguration } from '../auth/configurations.ts';
import type { Layer, Variable } from './variables.ts';

/** The variables visible to one request, by precedence. The cost of a lookup depends on the number of layers, not of variables. */
export interface Scope {
  /** The variable with the highest precedence. `before` limits the file's own definitions to those above an offset. */
  find(name: string, before?: number): Variable | undefined;
  /** All variables of the name, in order of precedence. */
  findAll(name: string, before?: number): readonly Variable[];
  /** All names, without duplicates. */
  names(): Iterable<string>;
  /** Names in `@secret`, whose values are masked. */
  readonly secretNames: ReadonlySet<string>;
  /** Environments that define a name, for a hint if the selected one does not. */
  elsewhere(name: string): readonly string[];
  readonly auths: Auths;
}

/** The configurations in `Security.Auth` of the selected environment. */
export interface Auths {
  find(id: string): AuthConfiguration | undefined;
  ids(): Iterable<string>;
  /** Environments that define a configuration, for a hint if the selected one does not. */
  elsewhere(id: string): readonly string[];
}

/** @param layers in order of precedence, the highest first */
export function createScope(
  layers: readonly Layer[],
  secretNames: ReadonlySet<string>,
  elsewhere: (name: string) => readonly string[],
  auths: Auths,
): Scope {
  const mark = (v: Variable): Variable => (secretNames.has(v.name) && !v.secret ? { ...v, secret: true } : v);
  const marked = new Map<Variable, Variable>();
  // A definition must stay the same object, because evaluations use it as a cache key.
  const same = (v: Variable): Variable => {
    if (!secretNames.has(v.name)) return v;
    let m = marked.get(v);
    if (m === undefined) marked.set(v, (m = mark(v)));
    return m;
  };
  return {
    find(name, before) {
      for (const layer of layers) {
        const found = layer.find(name, before);
        if (found !== undefined) return same(found);
      }
      return undefined;
    },
    findAll(name, before) {
      const all: Variable[] = [];
      for (const layer of layers) {
        const found = layer.find(name, before);
        if (found !== undefined) all.push(same(found));
      }
      return all;
    },
    *names() {
      const listed = new Set<string>();
      for (const layer of layers) {
        for (const name of layer.names()) {
          if (listed.has(name)) continue;
          listed.add(name);
          yield name;
        }
      }
    },
    secretNames,
    elsewhere,
    auths,
  };
}
