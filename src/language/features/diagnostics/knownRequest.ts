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

/** A request as a send would make it of what is known now. */
export interface KnownRequest {
  readonly source: RequestSource;
  readonly resolution: Resolution;
  /** Whether only a send knows the value of a placeholder: a number stands for it, or a text that says so. */
  readonly isUnsure: (p: Placeholder) => boolean;
  /** A script before the request may write another one. */
  readonly mayBeRewritten: boolean;
  /** Hides the secrets that went into it. */
  readonly mask: (text: string) => string;
}

/**
 * Resolves a request the way a send does. What only a send will know is taken for something that fits: a number, in a JSON
 * string and out of it.
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

/** The `Content-Type` that is written or comes from around; undefined where there is none, or the request cannot be made. */
export const typeOfBody = ({ resolution }: KnownRequest): string | undefined =>
  resolution.ok ? resolution.request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] : undefined;
