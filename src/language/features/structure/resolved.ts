import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import { beginsWithStandIn, numberedStandIns } from '../../semantics/variables/standIns.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

export interface ResolvedLook {
  readonly resolution: Resolution;
  /** The text of each placeholder, encoded and escaped for its context, by the placeholder's start offset. */
  readonly placed: ReadonlyMap<number, string>;
}

/**
 * Resolves a request without sending it, prompting the user or generating dynamic values. Values that are only known when it is sent
 * are stand-ins in the result; no rule is applied to them.
 * @param undefinedVariables `keep` leaves undefined placeholders as written, whatever the file's setting
 */
export function lookResolved(view: FileView, block: RequestBlock, undefinedVariables: 'error' | 'keep' = 'error'): ResolvedLook {
  const { evaluation: preview, shared } = view.look(block);
  const { evaluation, shown } = numberedStandIns(preview, view.tree.text, block.body?.text);
  const placed = new Map<number, string>();
  const resolution = resolveRequest({
    block,
    source: sourceOf(view.tree, block),
    shared,
    evaluation,
    defaults: { ...sendDefaults, undefinedVariables },
    placed,
  });
  for (const [at, text] of placed) placed.set(at, shown(text));
  return { resolution: withStandIns(resolution, shown), placed };
}

function withStandIns(resolution: Resolution, shown: (text: string) => string): Resolution {
  const all = mapTexts(resolution, shown);
  if (!all.ok) return all;
  const { url } = all.request;
  // An unknown value at the start of the URL may contain the scheme.
  const target = all.assumedScheme === undefined ? url : url.slice(`${all.assumedScheme}://`.length);
  return beginsWithStandIn(target) ? { ...all, assumedScheme: undefined, request: { ...all.request, url: target, wireUrl: target } } : all;
}

/** Plain data with all its texts mapped. */
function mapTexts<T>(data: T, map: (text: string) => string): T {
  const mapped = (x: unknown): unknown => {
    if (typeof x === 'string') return map(x);
    if (Array.isArray(x)) return x.map(mapped);
    return typeof x === 'object' && x !== null ? Object.fromEntries(Object.entries(x).map(([key, y]) => [key, mapped(y)])) : x;
  };
  return mapped(data) as T;
}
