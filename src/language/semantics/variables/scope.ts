import type { AuthConfiguration } from '../auth/configurations.ts';
import type { Layer, Variable } from './variables.ts';

/** Everything a name can mean at one request, by precedence. Look-up costs the number of layers, never of variables. */
export interface Scope {
  /** The winner, or undefined. */
  find(name: string, before?: number): Variable | undefined;
  /** The winner and all it hides, in order. */
  findAll(name: string, before?: number): readonly Variable[];
  /** Every name known, each once. */
  names(): Iterable<string>;
  /** Names whose values are never shown, as `@secret` says. */
  readonly secretNames: ReadonlySet<string>;
  /** The environments that are not chosen, yet define a name. */
  elsewhere(name: string): readonly string[];
  /** What one can sign in with. */
  readonly auths: Auths;
}

/** The configurations `Security.Auth` of the environment chosen. */
export interface Auths {
  find(id: string): AuthConfiguration | undefined;
  ids(): Iterable<string>;
  /** The environments that are not chosen, yet write a configuration. */
  elsewhere(id: string): readonly string[];
}

/** A scope over layers given in the order of precedence, highest first. */
export function createScope(
  layers: readonly Layer[],
  secretNames: ReadonlySet<string>,
  elsewhere: (name: string) => readonly string[],
  auths: Auths,
): Scope {
  const mark = (v: Variable): Variable => (secretNames.has(v.name) && !v.secret ? { ...v, secret: true } : v);
  const marked = new Map<Variable, Variable>();
  // The same definition must stay the same object: evaluation remembers values by it.
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
      const seen = new Set<string>();
      for (const layer of layers) {
        for (const name of layer.names()) {
          if (seen.has(name)) continue;
          seen.add(name);
          yield name;
        }
      }
    },
    secretNames,
    elsewhere,
    auths,
  };
}
