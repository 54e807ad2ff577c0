import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import { mapTexts } from '../../../base/mapTexts.ts';
import type { Evaluation } from '../../semantics/variables/evaluate.ts';
import { notFound } from '../../semantics/variables/placeholderProblems.ts';
import { beginsWithStandIn, fromSentFirst, numberedStandIns } from '../../semantics/variables/standIns.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { isSentFirst } from '../navigation/sentFirst.ts';

export interface ResolvedLook {
  readonly resolution: Resolution;
  /** The text of each placeholder, encoded and escaped for its context, by the placeholder's start offset. */
  readonly placed: ReadonlyMap<number, string>;
}

/**
 * Resolves a request without sending it, prompting the user or generating dynamic values. Values that are only known when it is sent are
 * stand-ins in the result, to which no rules apply.
 * @param undefinedVariables `keep` leaves undefined placeholders as written, whatever the file's setting
 * @param alone leaves values of requests that are sent first undefined: the result then depends on the block and its definitions only
 */
export function lookResolved(
  view: FileView,
  block: RequestBlock,
  undefinedVariables: 'error' | 'keep' = 'error',
  alone = false,
): ResolvedLook {
  const { evaluation: preview, shared } = view.look(block);
  const all = alone ? preview : withSentFirst(preview, view, block);
  const { evaluation, shown } = numberedStandIns(all, view.tree.text, block.body?.text);
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

/** An evaluation in which a value provided by a request of `@ref` is a stand-in. */
function withSentFirst(evaluation: Evaluation, view: FileView, block: RequestBlock): Evaluation {
  return {
    ...evaluation,
    placeholder(p, inString, before, owner) {
      const result = evaluation.placeholder(p, inString, before, owner);
      if (result.ok || !notFound.has(result.problem.id)) return result;
      const { missing } = result.problem;
      return missing !== undefined && isSentFirst(view, block, [missing]) ? { ok: true, value: fromSentFirst } : result;
    },
  };
}

function withStandIns(resolution: Resolution, shown: (text: string) => string): Resolution {
  const all = mapTexts(resolution, shown);
  if (!all.ok) return all;
  const { url } = all.request;
  // An unknown value at the start of the URL may contain the scheme.
  const target = all.assumedScheme === undefined ? url : url.slice(`${all.assumedScheme}://`.length);
  return beginsWithStandIn(target) ? { ...all, assumedScheme: undefined, request: { ...all.request, url: target, wireUrl: target } } : all;
}
