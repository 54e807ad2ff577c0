import { endsAsCancelled, isReqError } from '../../../base/reqError.ts';
import { valueToText } from '../../../base/values/value.ts';
import {
  createEvaluation,
  exchangesOf,
  lookAt,
  scopeOf,
  type BlockContext,
  type ExchangeStore,
  type FoundPlaceholder,
} from '../../../language/index.ts';
import { PromptedValues } from './promptedValues.ts';
import type { RunTokens } from '../../auth/tokens/runTokens.ts';
import type { Host } from '../../ports/host.ts';
import { sendSources } from './sendSources.ts';

export type ValueText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/**
 * The value of a placeholder as a send would resolve it, secrets included. Runs no scripts and shows no prompts, so prompted values are
 * unknown.
 * @param tokens the cached ones
 */
export async function valueOf(
  found: FoundPlaceholder,
  context: BlockContext,
  exchanges: ExchangeStore,
  host: Host,
  tokens?: RunTokens,
): Promise<ValueText> {
  const { root } = context.collection;
  const answers = new PromptedValues({ host: { ...host, ask: () => Promise.resolve(undefined) }, root, title: '' });
  const asking = sendSources(host, answers, context, tokens);
  const { signal } = new AbortController();
  for (;;) {
    const scope = scopeOf(context);
    const evaluation = createEvaluation(scope, asking.sources, exchangesOf(context.tree, exchanges));
    const result = lookAt(found, { scope, evaluation });
    try {
      if (await asking.fetchMissing(signal)) continue;
    } catch (e) {
      if (isReqError(e) && endsAsCancelled(e.kind)) return { ok: false, message: 'it is unknown until a send asks for it' };
      throw e;
    }
    return result.ok ? { ok: true, text: valueToText(result.value) } : { ok: false, message: result.problem.message };
  }
}
