import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { Block, DefinitionNode, DocumentTree } from '../../syntax/nodes.ts';
import { unusedDefinitions, type DefinitionPlace } from './variableUses.ts';

/** Reports `@` definitions that are unused, or redefined before their first use. */
export function* variables(view: FileView): Generator<Diagnostic> {
  const { tree, file, collection } = view;
  // Other files use the definitions of a shared file, and unread environments may use those of this one.
  if (sharedKind(file) !== undefined || !view.trusted) return;
  const wrong = new Set(tree.diagnostics.flatMap((d) => (d.id === 'definition-name' ? [d.range.start] : [])));
  for (const { name, place, next } of unusedDefinitions(tree, collection)) {
    const node = nodeOf(tree, place);
    // An invalid name is reported already.
    if (!wrong.has(node.name.start)) yield next === undefined ? unused(name, node) : duplicate(name, node, nodeOf(tree, next).name, view);
  }
}

const nodeOf = (tree: DocumentTree, { block, nth }: DefinitionPlace): DefinitionNode =>
  (tree.blocks[block] as Block).definitions[nth] as DefinitionNode;

const unused = (name: string, node: DefinitionNode): Diagnostic =>
  diagnostic('unused-variable', 'hint', node.name, `Nothing in this file uses ${name}.`, { tags: ['unnecessary'] });

const duplicate = (name: string, definition: DefinitionNode, again: Range, { tree, file }: FileView): Diagnostic =>
  diagnostic(
    'duplicate-variable',
    'warning',
    definition.name,
    `${name} is defined again at line ${lineOf(tree, again.start)}, before anything uses this value: this line has no effect.`,
    {
      tags: ['unnecessary'],
      related: [{ file, range: { start: again.start, end: again.end }, message: `${name} is defined again here.` }],
    },
  );

const lineOf = (tree: DocumentTree, offset: number): number => tree.lines.positionAt(offset).line + 1;
