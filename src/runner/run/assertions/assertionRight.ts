import {
  createEvaluation,
  exchangesOf,
  isTable,
  scopeOf,
  templateAt,
  type AssertionNode,
  type DocumentTree,
  type Placeholder,
} from '../../../language/index.ts';
import { Filler } from '../../../language/sending.ts';
import { rightValue } from '../../check/assertions.ts';
import { rightOfText, type Right } from '../../check/writtenText.ts';
import type { RunInput } from '../../ports/input.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import type { SendSources } from '../values/sendSources.ts';

export type AssertionRight =
  | { readonly ok: true; readonly value: Right; /** Whether it contains a secret or a tainted value. */ readonly secret: boolean }
  | { readonly ok: false; readonly message: string };

interface Resolving {
  readonly input: Pick<RunInput, 'context' | 'exchanges'>;
  readonly asking: SendSources;
  readonly mask: MaskBox;
  readonly signal: AbortSignal;
}

/**
 * Whether the value of a placeholder is a text without a type: `@x = 5`, a prompted value, a cell of a CSV file, a variable of the process
 * or of `.env`.
 */
function isUntyped({ expression, filters }: Placeholder, scope: Pick<ReturnType<typeof scopeOf>, 'find'>): boolean {
  if (filters.length > 0) return false;
  if (expression.kind === 'prompt') return true;
  if (expression.kind === 'dynamic') return /^\$(?:processEnv|dotenv)$/.test(expression.name);
  const [name, ...steps] = expression.segments.map(({ key }) => key);
  if (name === '$env' || name === '$dotenv') return true;
  const variable = steps.length > 0 || typeof name !== 'string' ? undefined : scope.find(name);
  if (variable?.content.kind === 'text' || variable?.origin.layer === 'prompt') return true;
  return variable?.origin.layer === 'data' && isTable(variable.origin.file);
}

/** Resolves the right side of an assertion with current values, because scripts may have set its variables. */
export async function assertionRight(
  { input, asking, mask, signal }: Resolving,
  tree: DocumentTree,
  written: AssertionNode['right'],
): Promise<AssertionRight> {
  const right = templateAt(tree, written);
  const [only, ...more] = right.template.parts;
  // Most right sides are literals, which need no evaluation.
  if (only?.kind === 'text' && more.length === 0) return { ok: true, value: rightValue(only.text), secret: false };
  for (;;) {
    const scope = scopeOf(input.context);
    const look = createEvaluation(scope, asking.sources, exchangesOf(input.context.tree, input.exchanges));
    const filler = new Filler(look, false);
    const isOne = more.length === 0 && only?.kind === 'placeholder';
    const { result, secret, tainted } = look.tracked(() => (isOne ? filler.value(only, true) : rightValue(filler.text(right))));
    if (await asking.fetchMissing(signal)) continue;
    mask.from(look.secrets());
    const value = isOne && typeof result === 'string' && isUntyped(only, scope) ? rightOfText(result) : result;
    const [problem] = filler.problems;
    return problem === undefined
      ? { ok: true, value, secret: secret || tainted }
      : { ok: false, message: `${problem.placeholder.text}: ${problem.problem.message}` };
  }
}
