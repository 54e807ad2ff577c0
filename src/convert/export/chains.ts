import type { AssertedStep } from '../../language/index.ts';
import type { WrittenRequest } from './model.ts';

/** A value of a response that sets a variable. */
export interface Captured {
  readonly variable: string;
  readonly from: { readonly kind: 'body'; readonly steps: readonly AssertedStep[] } | { readonly kind: 'header'; readonly name: string };
}

const chain = /\{\{([\w-]+)\.response\.(body|headers)((?:\.[\w-]+|\[\d+\])+)\}\}/g;

/** A URL with its placeholders that were kept without a value, and encoded like other text. */
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

  /** What other requests read of this one, so far. */
  of(name: string): readonly Captured[] {
    return [...(this.#captured.get(name)?.values() ?? [])];
  }
}

/** The captures of a request as written. `left` receives those of other parts than body and headers. */
export function capturesOf({ block }: WrittenRequest, left: (text: string) => void): readonly Captured[] {
  return block.captures.flatMap(({ name, left: written, subject }): readonly Captured[] => {
    const variable = name.text;
    if (subject?.kind === 'header') return [{ variable, from: { kind: 'header', name: subject.name } }];
    if (subject?.kind === 'path' && subject.root === 'body') return [{ variable, from: { kind: 'body', steps: subject.steps } }];
    left(`@${variable} << ${written.text}`);
    return [];
  });
}
