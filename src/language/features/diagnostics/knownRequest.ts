import { headerValue } from '../../../base/text/headerValue.ts';
import { createMask } from '../../../base/masks/mask.ts';
import { valueToText } from '../../../base/values/value.ts';
import { scriptsAround } from '../../semantics/variables/blockContext.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import { mentionsStandIn, onlyKnownWhenSent, withValues } from '../../semantics/variables/standIns.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { plainPlaces } from '../../semantics/request/plainPlaces.ts';
import { sourceOf, type RequestSource } from '../../semantics/request/requestSource.ts';
import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { plainExample } from '../../semantics/values/plainText.ts';
import { isRequest, type Block } from '../../syntax/nodes.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { namesSetBy } from '../../semantics/variables/mentions/scriptSetters.ts';

export interface KnownRequest {
  readonly source: RequestSource;
  readonly resolution: Resolution;
  /** Whether the value of a placeholder is known only when the request is sent, so that a substitute was used. */
  readonly isUnsure: (p: Placeholder) => boolean;
  /** A pre-request script may change the request. */
  readonly mayBeRewritten: boolean;
  readonly mask: (text: string) => string;
}

/**
 * Resolves a request as a send does. Values known only when it is sent are replaced by a number, which is valid inside and
 * outside a JSON string.
 */
export function knownRequest(view: FileView, block: Block, look: () => PreviewContext): KnownRequest | undefined {
  if (!isRequest(block)) return undefined;
  const { evaluation, shared, plainKind } = look();
  const unsure = new Set<Placeholder>();
  const scripts = scriptsAround(view.contextOf(block), 'pre-request');
  const setBefore = namesSetBy(scripts);
  const isSetBefore = (p: Placeholder): boolean => p.expression.kind === 'path' && setBefore.has(String(p.expression.segments[0]?.key));
  const source = sourceOf(view.tree, block);
  const preview = withValues(evaluation, (value) => (onlyKnownWhenSent(valueToText(value)) ? 0 : value));
  const resolved = (exampleOf: (p: Placeholder) => string | undefined): Resolution =>
    resolveRequest({
      block,
      source,
      shared,
      defaults: sendDefaults,
      evaluation: {
        ...preview,
        placeholder(p, inString, before) {
          const example = exampleOf(p);
          if (example !== undefined) return { ok: true, value: example };
          const result = evaluation.placeholder(p, inString, before);
          const text = result.ok ? valueToText(result.value) : '';
          if (result.ok && !isSetBefore(p) && !mentionsStandIn(text)) return result;
          unsure.add(p);
          return result.ok && !isSetBefore(p) && !onlyKnownWhenSent(text) ? result : { ok: true, value: 0 };
        },
        hostPieces: (p) => (exampleOf(p) === undefined ? preview.hostPieces(p) : undefined),
      },
    });
  const places = plainPlaces(source);
  // An example instead of the text, so that the result stays current while the text changes.
  const byKind = resolved((p) => {
    const kinds = isSetBefore(p) ? undefined : places.get(p);
    const kind = kinds === undefined ? undefined : plainKind(p);
    return kind !== undefined && kinds?.includes(kind) === true ? plainExample[kind] : undefined;
  });
  // Messages quote the texts.
  const resolution = byKind.ok && byKind.hints.every((h) => h.id === 'not-a-placeholder') ? byKind : resolved(() => undefined);
  return {
    source,
    resolution,
    isUnsure: (p) => unsure.has(p),
    mayBeRewritten: scripts.some(({ node }) => !node.inline || /\brequest\b/.test(node.source.text)),
    mask: (text) => createMask(evaluation.secrets())(text),
  };
}

/** The `Content-Type` of the request, its own or from a shared file; undefined if there is none or the request cannot be resolved. */
export const typeOfBody = ({ resolution }: KnownRequest): string | undefined =>
  resolution.ok ? headerValue(resolution.request.headers, 'content-type') : undefined;
