import { counted } from '../../../base/l10n.ts';
import { contains, type Range } from '../../../base/text/text.ts';
import type { CodeAction, TextEdit } from '../../edit.ts';
import { parseTemplate } from '../../syntax/template.ts';
import type { DefinitionNode } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { occurrencesOf } from '../navigation/occurrences.ts';
import { blockAt, placeholderAt } from '../navigation/placeholders.ts';
import { sendsTheSame } from './sameRequests.ts';

/** Limit of uses, because each request that uses it is resolved before and after while the editor waits. */
const mostUses = 200;

/**
 * Replaces a file variable with its text and deletes its definition. Not offered if the variable is defined twice, has a use
 * other than a plain `{{name}}`, or if the text would have another meaning where it is used.
 */
export function inlineVariable(view: FileView, range: Range): readonly CodeAction[] {
  const { tree, file } = view;
  const block = blockAt(tree, range.start);
  const name = nameAt(view, range.start);
  if (name === undefined) return [];
  const all = occurrencesOf(tree, name);
  const definitions = all.filter((o) => o.role === 'definition');
  const uses = all.filter((o) => o.role === 'reference');
  if (uses.length > mostUses) return [];
  const definition = tree.blocks
    .flatMap((b) => (definitions.length === 1 ? b.definitions : []))
    .find((d) => d.name.start === definitions[0]?.range.start);
  if (definition === undefined || uses.length === 0) return [];
  // A script or a file around this one may provide the effective value.
  if (view.setters.find(name) !== undefined) return [];
  if (view.look(block).scope.find(name)?.origin.layer !== 'file') return [];
  const plain = uses.every(({ form, path: p, range: at }) => {
    const { preScripts, responseScripts } = blockAt(tree, at.start);
    if (form !== 'placeholder' || p === undefined || [...preScripts, ...responseScripts].some((s) => contains(s.range, at.start)))
      return false;
    return tree.text.slice(p.range.start, p.range.end).replace(/[ \t]/g, '') === `{{${name}}}`;
  });
  if (!plain) return [];
  // A dynamic value is generated for each placeholder, but only once for a variable.
  if (
    uses.length > 1 &&
    parseTemplate(definition.value.text).parts.some((p) => p.kind === 'placeholder' && p.expression.kind === 'dynamic')
  )
    return [];
  const edits: readonly TextEdit[] = [
    { range: definition.range, newText: '' },
    ...uses.map((o) => ({ range: o.path?.range ?? o.range, newText: definition.value.text })),
  ];
  if (!sendsTheSame(view, edits)) return [];
  const title = counted(uses.length, 'Inline the variable {1}', 'Inline the variable {1}, {0} places', name);
  return [{ title, kind: 'refactor.inline', edits: [{ file, edits }] }];
}

function nameAt({ tree }: FileView, offset: number): string | undefined {
  const definition: DefinitionNode | undefined = blockAt(tree, offset).definitions.find((d) => contains(d.name, offset));
  if (definition !== undefined) return definition.name.text;
  const expression = placeholderAt(tree, offset)?.placeholder.expression;
  const key = expression?.kind === 'path' && expression.segments.length === 1 ? expression.segments[0]?.key : undefined;
  return typeof key === 'string' ? key : undefined;
}
