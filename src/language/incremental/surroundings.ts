import type { DataVariables } from '../semantics/variables/variables.ts';
import type { ExchangeStore } from '../semantics/variables/previewEvaluation.ts';
import { requestNames } from '../semantics/request/requestNames.ts';
import type { FileView } from '../workspace/fileView.ts';

/**
 * `variable`: a variable; `plain`: only the kind of its plain text, which most edits of the text keep; `setter`: a script that sets a name;
 * `setters`: all names that scripts set; `exchange`: an exchange, and whether the file has a request of that name; `path`: what a path
 * leads to.
 */
export type LookupKind = 'variable' | 'plain' | 'setter' | 'setters' | 'exchange' | 'path';

/** A lookup of a name or path. There is one object per kind and name. */
export interface Lookup {
  readonly kind: LookupKind;
  readonly name: string;
}

/** State that can change without a change of the file's text. */
export interface Surroundings {
  readonly view: FileView;
  readonly variables: DataVariables;
  readonly exchanges: ExchangeStore;
}

/** The lookups that cached findings of a file depend on, with their last results. */
export class KnownLookups {
  readonly #known: Readonly<Record<LookupKind, Map<string, { readonly lookup: Lookup; result: readonly unknown[] }>>> = {
    variable: new Map(),
    plain: new Map(),
    setter: new Map(),
    setters: new Map(),
    exchange: new Map(),
    path: new Map(),
  };
  #names: readonly string[] = [];

  /** Returns the lookup of a kind and name. A new one records its current result. */
  add(kind: LookupKind, name: string, surroundings: Surroundings): Lookup {
    let known = this.#known[kind].get(name);
    if (known === undefined) this.#known[kind].set(name, (known = { lookup: { kind, name }, result: resultOf(kind, name, surroundings) }));
    return known.lookup;
  }

  find(kind: LookupKind, name: string): Lookup | undefined {
    return this.#known[kind].get(name)?.lookup;
  }

  /** Repeats all lookups and returns those whose result changed. */
  update(surroundings: Surroundings): Lookup[] {
    const changed: Lookup[] = [];
    for (const byName of Object.values(this.#known)) {
      for (const known of byName.values()) {
        const result = resultOf(known.lookup.kind, known.lookup.name, surroundings);
        if (!equal(result, known.result)) changed.push(known.lookup);
        known.result = result;
      }
    }
    return changed;
  }

  /** Whether scripts have added or deleted a name since the last call. */
  namesChanged({ variables }: Surroundings): boolean {
    const names = [...variables.names()];
    const changed = !equal(names, this.#names);
    this.#names = names;
    return changed;
  }
}

const equal = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);
const nothing: readonly unknown[] = [];

function resultOf(kind: LookupKind, name: string, { view, variables, exchanges }: Surroundings): readonly unknown[] {
  switch (kind) {
    case 'variable':
    case 'plain': {
      const found = variables.find(name);
      return found === undefined ? nothing : [found.value, found.origin, ...(found.hides ?? [])];
    }
    case 'setter': {
      const found = view.setters.find(name);
      return found === undefined ? nothing : [found.file, found.line, found.request];
    }
    case 'setters':
      return [...view.setters.names()];
    case 'exchange': {
      const found = exchanges.find(name);
      return [requestNames(view.tree).has(name), found, ...(exchanges.hides?.(name) ?? [])];
    }
    case 'path':
      return [view.pathKind(name)];
  }
}
