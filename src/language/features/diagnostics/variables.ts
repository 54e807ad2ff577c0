import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { DefinitionNode, DocumentTree } from '../../syntax/nodes.ts';
import { definitionUses, type DefinitionUse } from './variableUses.ts';

/** `@` definitions that nothing uses, and such that are defined again before anything does. */
export function* variables(view: FileView): Generator<Diagnostic> {
  const { tree, file, collection } = view;
  // Others use what a shared file defines, and environments that were not read may use what this one does.
  if (sharedKind(file) !== undefined || !view.trusted) return;
  const wrong = new Set(tree.diagnostics.flatMap((d) => (d.id === 'definition-name' ? [d.range.start] : [])));
  for (const [name, definitions] of definitionUses(tree, collection) ?? []) {
    for (const [i, definition] of definitions.entries()) {
      // What is wrong with its name is told already; it begins behind the `@`.
      if (definition.used || wrong.has(definition.start + 1)) continue;
      const next = definitions[i + 1];
      yield next === undefined ? unused(name, nodeOf(definition)) : duplicate(name, definition, next, view);
    }
  }
}

const nodeOf = ({ block, nth }: DefinitionUse): DefinitionNode => block.definitions[nth] as DefinitionNode;

const unused = (name: string, node: DefinitionNode): Diagnostic =>
  diagnostic('unused-variable', 'hint', node.name, `Nothing in this file uses ${name}.`, { tags: ['unnecessary'] });

function duplicate(name: string, definition: DefinitionUse, next: DefinitionUse, { tree, file }: FileView): Diagnostic {
  const again = nodeOf(next).name;
  return diagnostic(
    'duplicate-variable',
    'warning',
    nodeOf(definition).name,
    `${name} is defined again at line ${lineOf(tree, again.start)}, before anything uses this value: this line has no effect.`,
    {
      tags: ['unnecessary'],
      related: [{ file, range: { start: again.start, end: again.end }, message: `${name} is defined again here.` }],
    },
  );
}

const lineOf = (tree: DocumentTree, offset: number): number => tree.lines.positionAt(offset).line + 1;
