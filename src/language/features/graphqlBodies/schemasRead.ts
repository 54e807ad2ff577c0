import { directiveOf } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** Waits until the GraphQL schemas of a file are read, so that its diagnostics are complete. */
export async function schemasRead(view: FileView): Promise<void> {
  const { tree, collection } = view;
  const trees = [tree, ...collection.shared.map((s) => s.tree)];
  if (!trees.some((t) => t.blocks.some((block) => directiveOf(block, 'graphql') !== undefined))) return;
  for (const block of tree.blocks) await view.schemaRead(block);
}
