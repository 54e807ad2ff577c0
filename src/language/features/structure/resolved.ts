import { resolveRequest, type Resolution } from '../../semantics/request/resolve.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import type { RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** A request looked up as a send would, with what is known without sending. */
export interface ResolvedLook {
  readonly resolution: Resolution;
  /** The text that stands for each placeholder, encoded and escaped for its place, by where the placeholder begins. */
  readonly placed: ReadonlyMap<number, string>;
}

/**
 * Resolves a request as it stands, without sending, asking or making anything up.
 * @param undefinedVariables `keep` leaves what has no value as it is written, whatever the file says
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
