import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** A request resolved without sending it. */
export interface ResolvedLook {
  readonly resolution: Resolution;
  /** The text of each placeholder, encoded and escaped for its context, by the placeholder's start offset. */
  readonly placed: ReadonlyMap<number, string>;
}

/**
 * Resolves a request without sending it, prompting the user or generating dynamic values.
 * @param undefinedVariables `keep` leaves undefined placeholders as written, whatever the file's setting
 */
export function lookResolved(view: FileView, block: RequestBlock, undefinedVariables: 'error' | 'keep' = 'error'): ResolvedLook {
  const { evaluation, shared } = view.look(block);
  const placed = new Map<number, string>();
  const resolution = resolveRequest({
    block,
    source: sourceOf(view.tree, block),
    shared,
    evaluation,
    defaults: { ...sendDefaults, undefinedVariables },
    placed,
  });
  return { resolution, placed };
}
