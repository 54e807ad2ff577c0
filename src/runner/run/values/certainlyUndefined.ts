import { nameOf, scriptMentions, scriptsAround, type BlockContext, type Diagnostic, type PlacedScript } from '../../../language/index.ts';
import { isHopeless } from './unresolvable.ts';

/** Script code with unknown effects on variables, or on whether and how the request is sent. */
const unpredictable = /\b(?:tool|client)\b(?!\s*\.)|\b(?:request|send|skip|stop|cancel|eval|Function|globalThis|import)\b/;

/** The requests and scripts that run before a request is resolved, and the names that their texts define. */
export class EarlierSteps {
  readonly #requests = new Set<string>();
  readonly #defined = new Set<string>();
  #isPredictable = true;

  /** Adds a request that is sent first. */
  add(context: BlockContext): void {
    this.#requests.add(nameOf(context.block));
    for (const { name } of context.block.captures) this.#defined.add(name.text);
    for (const phase of ['pre-request', 'response'] as const)
      for (const script of scriptsAround(context, phase)) {
        const names = definedBy(script);
        this.#isPredictable &&= names !== undefined;
        for (const name of names ?? []) this.#defined.add(name);
      }
  }

  /** The problems of a request that none of these steps, none of its own scripts and no prompted value can solve. */
  unsolvable(context: BlockContext, problems: readonly Diagnostic[]): readonly Diagnostic[] {
    const hopeless = problems.filter(isHopeless);
    if (hopeless.length === 0 || !this.#isPredictable) return [];
    const own = new Set<string>();
    for (const script of scriptsAround(context, 'pre-request')) {
      const names = definedBy(script);
      if (names === undefined) return [];
      for (const name of names) own.add(name);
    }
    return hopeless.filter(({ id, needs }) => {
      if (needs === undefined) return own.size + this.#defined.size + this.#requests.size === 0;
      const isSent = (name: string): boolean => id === 'undefined-until-sent' && this.#requests.has(name);
      return !needs.some((name) => own.has(name) || this.#defined.has(name) || isSent(name));
    });
  }
}

/** The names that a script sets; undefined if its text does not contain all of them. */
function definedBy({ tree, node }: PlacedScript): readonly string[] | undefined {
  const { text } = node.source;
  if (!node.inline || unpredictable.test(text)) return undefined;
  const names = scriptMentions(tree, node).flatMap((m) => (m.kind === 'call' && m.verb === 'set' ? [m.name] : []));
  return (text.match(/\bset(?:Var)?\b/g) ?? []).length > names.length ? undefined : names;
}
