import { createMask } from '../../../base/mask.ts';
import { valueToText } from '../../../base/value.ts';
import { scriptsAround } from '../../semantics/variables/blockContext.ts';
import { mentionsStandIn, onlyKnownWhenSent, type PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf, type RequestSource } from '../../semantics/request/requestSource.ts';
import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { isRequest, type Block } from '../../syntax/nodes.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { namesSetBy } from '../../semantics/variables/scriptSetters.ts';

/** A request resolved with the values known before sending. */
export interface KnownRequest {
  readonly source: RequestSource;
  readonly resolution: Resolution;
  /** Whether the value of a placeholder is known only when the request is sent, so that a substitute was used. */
  readonly isUnsure: (p: Placeholder) => boolean;
  /** A pre-request script may change the request. */
  readonly mayBeRewritten: boolean;
  /** Masks the secrets in the request. */
  readonly mask: (text: string) => string;
}

/**
 * Resolves a request as a send does. Values known only when it is sent are replaced by a number, which is valid inside and
 * outside a JSON string.
 */
export function knownRequest(view: FileView, block: Block, look: () => PreviewContext): KnownRequest | undefined {
  if (!isRequest(block)) return undefined;
  const { evaluation, shared } = look();
  const unsure = new Set<Placeholder>();
  const scripts = scriptsAround(view.contextOf(block), 'pre-request');
  const setBefore = namesSetBy(scripts);
  const source = sourceOf(view.tree, block);
  const resolution = resolveRequest({
    block,
    source,
    shared,
    defaults: sendDefaults,
    evaluation: {
      ...evaluation,
      placeholder(p, inString, before) {
        const result = evaluation.placeholder(p, inString, before);
        const text = result.ok ? valueToText(result.value) : '';
        const isSetBefore = p.expression.kind === 'path' && setBefore.has(String(p.expression.segments[0]?.key));
        if (result.ok && !isSetBefore && !mentionsStandIn(text)) return result;
        unsure.add(p);
        return result.ok && !isSetBefore && !onlyKnownWhenSent(text) ? result : { ok: true, value: 0 };
      },
    },
  });
  return {
    source,
    resolution,
    isUnsure: (p) => unsure.has(p),
    mayBeRewritten: scripts.some(({ node }) => !node.inline || /\brequest\b/.test(node.source.text)),
    mask: (text) => createMask(evaluation.secrets)(text),
  };
}

/** The `Content-Type` of the request, its own or from a shared file; undefined if there is none or the request cannot be resolved. */
export const typeOfBody = ({ resolution }: KnownRequest): string | undefined =>
  resolution.ok ? resolution.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] : undefined;
