import type { AssertedQuery, AssertedStep, AssertionSubject } from '../../language/index.ts';
import { hasVariables } from '../text/marks.ts';
import type { ExportedRequest } from './model.ts';
import { withSecretNames } from './writtenTexts.ts';

/** A value of a response that sets a variable. */
export interface Captured {
  readonly variable: string;
  readonly from: { readonly kind: 'body'; readonly steps: readonly AssertedStep[] } | { readonly kind: 'header'; readonly name: string };
}

const chain = /\{\{([\w-]+)\.response\.(body|headers)((?:\.[\w-]+|\[\d+\])+)\}\}/g;

/** A URL in which placeholders without a value are kept, and other text is encoded. */
export const withPlaceholders = (url: string): string =>
  url.replaceAll(/%7B%7B((?:[\w.-]|%5B|%5D)+)%7D%7D/gi, (_, inner: string) => `{{${decodeURIComponent(inner)}}}`);

/** Replaces `{{login.response.body.id}}` by variables that `login` captures. */
export class Chains {
  readonly #names: ReadonlySet<string>;
  readonly #captured = new Map<string, Map<string, Captured>>();

  /** @param names the names of the exported requests */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  replaced(text: string): string {
    return text.replace(chain, (whole, name: string, part: string, path: string) => {
      if (!this.#names.has(name)) return whole;
      const variable = `${name}_${path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`;
      const steps = (path.match(/[\w-]+/g) ?? []).map((s) => (/^\d+$/.test(s) ? Number(s) : s));
      const from = part === 'body' ? ({ kind: 'body', steps } as const) : ({ kind: 'header', name: path.slice(1) } as const);
      const all = this.#captured.get(name) ?? new Map<string, Captured>();
      this.#captured.set(name, all.set(variable, { variable, from }));
      return `{{${variable}}}`;
    });
  }

  /** The values of this request's response that other requests have used so far. */
  of(name: string): readonly Captured[] {
    return [...(this.#captured.get(name)?.values() ?? [])];
  }
}

/**
 * The steps of a JSONPath with the same result in every implementation: names and indexes from the start. Undefined for others: if a path
 * selects several values, Artillery uses one of them.
 */
function stepsOfQuery({ query, isSingular }: AssertedQuery): readonly AssertedStep[] | undefined {
  if (!isSingular) return undefined;
  const steps = query.segments.map(({ selectors: [only] }) =>
    only?.kind === 'name' && /^[\w -]+$/.test(only.name) ? only.name : only?.kind === 'index' && only.index >= 0 ? only.index : undefined,
  );
  return steps.every((s) => s !== undefined) ? steps : undefined;
}

function capturedFrom(subject: AssertionSubject | undefined): Captured['from'] | undefined {
  if (subject?.kind === 'header') return { kind: 'header', name: subject.name };
  if (subject?.kind !== 'path' || subject.root !== 'body' || subject.selector !== undefined) return undefined;
  const steps = subject.query === undefined ? [] : stepsOfQuery(subject.query);
  return steps === undefined ? undefined : { kind: 'body', steps: [...subject.steps, ...steps] };
}

/**
 * The captures of a request as written. `left` receives those of other parts than body and headers, and those that Artillery reads
 * differently.
 */
export function capturesOf({ written, hide }: ExportedRequest, left: (text: string) => void): readonly Captured[] {
  return (written?.block.captures ?? []).flatMap(({ name, left: source, subject }): readonly Captured[] => {
    const variable = name.text;
    const shown = hide(source.text, variable);
    const from = hasVariables(shown) ? undefined : capturedFrom(subject);
    if (from !== undefined) return [{ variable, from }];
    left(`@${variable} << ${withSecretNames(shown)}`);
    return [];
  });
}
