import type { DataVariables } from '../../semantics/variables/variables.ts';
import type { ExchangeStore } from '../../semantics/variables/previewEvaluation.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** What can be asked of what surrounds a file: a variable of scripts, a script that sets a name, all such names, an exchange, a path. */
export type QuestionKind = 'variable' | 'setter' | 'setters' | 'exchange' | 'path';

/** One thing that was asked; the same object each time. */
export interface Question {
  readonly kind: QuestionKind;
  readonly name: string;
}

/** What may change under a file although its text does not. */
export interface Around {
  readonly view: FileView;
  readonly variables: DataVariables;
  readonly exchanges: ExchangeStore;
}

/** The questions that were asked about a file so far, with their last answers. */
export class Questions {
  readonly #known: Readonly<Record<QuestionKind, Map<string, { readonly question: Question; answer: readonly unknown[] }>>> = {
    variable: new Map(),
    setter: new Map(),
    setters: new Map(),
    exchange: new Map(),
    path: new Map(),
  };
  #names: readonly string[] = [];

  /** Notes that something was asked just now. */
  note(kind: QuestionKind, name: string, around: Around): Question {
    let known = this.#known[kind].get(name);
    if (known === undefined) this.#known[kind].set(name, (known = { question: { kind, name }, answer: ask(kind, name, around) }));
    return known.question;
  }

  /** A question, where it was asked. */
  find(kind: QuestionKind, name: string): Question | undefined {
    return this.#known[kind].get(name)?.question;
  }

  /** Asks all again, and gives those whose answers have changed. */
  changed(around: Around): Question[] {
    const changed: Question[] = [];
    for (const byName of Object.values(this.#known)) {
      for (const known of byName.values()) {
        const answer = ask(known.question.kind, known.question.name, around);
        if (!same(answer, known.answer)) changed.push(known.question);
        known.answer = answer;
      }
    }
    return changed;
  }

  /** Whether scripts have set or deleted a name since it was asked last. */
  namesChanged({ variables }: Around): boolean {
    const names = [...variables.names()];
    const changed = !same(names, this.#names);
    this.#names = names;
    return changed;
  }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);
const nothing: readonly unknown[] = [];

function ask(kind: QuestionKind, name: string, { view, variables, exchanges }: Around): readonly unknown[] {
  switch (kind) {
    case 'variable': {
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
      return found === undefined ? nothing : [found, ...(exchanges.hides?.(name) ?? [])];
    }
    case 'path':
      return [view.pathKind(name)];
  }
}
