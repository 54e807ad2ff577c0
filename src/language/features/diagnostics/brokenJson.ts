import { valueToText } from '../../../base/value.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { fillBody } from '../../semantics/body.ts';
import { contentTypeOf } from '../../semantics/contentType.ts';
import type { Evaluation } from '../../semantics/evaluate.ts';
import { Filler } from '../../semantics/fill.ts';
import { onlyKnownWhenSent } from '../../semantics/lookOnly.ts';
import { effectiveDirective } from '../../semantics/options.ts';
import { templateAt } from '../../semantics/requestSource.ts';
import type { BlockInput } from './rules.ts';

/** The placeholder whose value, as it is known now, breaks the JSON of a body: found the way a send would find it. */
export function brokenJson({ view, block, look }: BlockInput): readonly Diagnostic[] {
  const { tree } = view;
  const body = block.body === undefined ? undefined : templateAt(tree, block.body.text);
  if (body === undefined || block.requestLine?.method?.text === 'GRAPHQL') return [];
  if (!body.template.parts.some((p) => p.kind === 'placeholder')) return [];
  const { evaluation, shared } = look();
  const filler = new Filler(knownNow(evaluation), false);
  const escapeJson = effectiveDirective([block, ...shared.map((s) => s.block)], 'escape') === 'json';
  const contentType = contentTypeOf(tree, block, shared, (written) => filler.text(written));
  const found: Diagnostic[] = [];
  fillBody(body, filler, { contentType, escapeJson }, (d) => found.push(d));
  return found;
}

/** What only a send will know is taken for something that fits: a number, in a string and out of it. */
function knownNow(evaluation: Evaluation): Evaluation {
  return {
    ...evaluation,
    placeholder(p, inString, before) {
      const result = evaluation.placeholder(p, inString, before);
      return result.ok && !onlyKnownWhenSent(valueToText(result.value)) ? result : { ok: true, value: 0 };
    },
  };
}
