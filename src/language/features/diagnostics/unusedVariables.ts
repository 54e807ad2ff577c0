import type { Range } from '../../../base/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { Block, DefinitionNode, DocumentTree } from '../../syntax/nodes.ts';
import { unusedDefinitions, type DefinitionPlace } from './variableUses.ts';

/** `@` definitions that nothing uses, and such that are defined again before anything does. */
export function* variables(view: FileView): Generator<Diagnostic> {
  const { tree, file, collection } = view;
  // Others use what a shared file defines, and environments that were not read may use what this one does.
  if (sharedKind(file) !== undefined || !view.trusted) return;
  const wrong = new Set(tree.diagnostics.flatMap((d) => (d.id === 'definition-name' ? [d.range.start] : [])));
  for (const { name, place, next } of unusedDefinitions(tree, collection)) {
    const node = nodeOf(tree, place);
    // What is wrong with its name is told already.
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
