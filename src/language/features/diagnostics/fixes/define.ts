import { t } from '../../../../base/l10n.ts';
import { lineBreakOf } from '../../../../base/text/text.ts';
import type { CodeAction, TextEdit } from '../../../edit.ts';
import type { Segment } from '../../../syntax/path.ts';
import { sharedKind } from '../../../workspace/collection.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { definitionAtTop, inCollectionFile, inEnvironment } from '../../edits/definitionEdits.ts';
import { lookAt, placeholderAt, type FoundPlaceholder } from '../../navigation/placeholders.ts';
import { fix, fixIn, insertion, removal, type Fixer, type FixInput } from './fixer.ts';

/** Defines an undefined name in this file, in the selected environment or in `collection.req`. */
export const define: Fixer = function* define(input): Generator<CodeAction> {
  const { view, diagnostic, block } = input;
  const found = placeholderAt(view.tree, diagnostic.range.start);
  const result = found === undefined ? undefined : lookAt(found, view.look(block));
  if (found === undefined || result === undefined || result.ok || result.problem.missing === undefined) return;
  const { missing: name, isBelow } = result.problem;
  if (isBelow) return yield* moveUp(input, found, name);
  const value = valueFor(found, name);
  if (value === undefined) return;
  yield atValue(fix(input, t('Define {0} in this file', name), [definition(view, found, name, value)]));
  const environmentEdits = inEnvironment(view, name, value === '' ? '""' : value);
  if (environmentEdits !== undefined)
    yield atValue(fixIn(input, t('Define {0} in the environment {1}', name, view.environment ?? ''), environmentEdits));
  if (sharedKind(view.file) !== 'collection')
    yield atValue(fixIn(input, t('Define {0} in collection.req', name), inCollectionFile(view, `@${name} = ${value}`)));
};

/** Moves the definition of a name above the definition that uses it. */
function* moveUp(input: FixInput, { place }: FoundPlaceholder, name: string): Generator<CodeAction> {
  const { view, block } = input;
  const { tree } = view;
  const position = view.look(block).scope.find(name)?.position;
  const moved = tree.blocks.flatMap((b) => b.definitions).find((d) => d.range.start === position);
  if (place.kind !== 'definition' || moved === undefined || moved.range.start <= place.node.range.start) return;
  const line = tree.text.slice(moved.range.start, moved.range.end).replace(/[\r\n]+$/, '');
  // The two use each other.
  if (line.includes(`{{${place.node.name.text}`)) return;
  const edits = [insertion(place.node.range.start, line + lineBreakOf(tree.text)), removal(moved.range.start, moved.range.end)];
  yield fix(input, t('Move the definition of {0} up', name), edits, { preferred: true });
}

/** With the cursor at the empty value that the action writes. */
function atValue(action: CodeAction): CodeAction {
  const edit = action.edits[0]?.edits[0];
  if (edit === undefined) return action;
  const quotes = edit.newText.lastIndexOf('""');
  return { ...action, cursor: edit.range.start + (quotes < 0 ? edit.newText.replace(/[\r\n]+$/, '').length : quotes + 1) };
}

/** Adds an empty default to the placeholder. */
export const fallBack: Fixer = function* fallBack(input) {
  const { placeholder } = placeholderAt(input.view.tree, input.diagnostic.range.start) ?? {};
  if (placeholder === undefined || placeholder.filters.some((f) => f.name === 'default')) return;
  yield fix(input, t('Fall back to an empty text'), [insertion(placeholder.expressionRange.end, ' | default ""')]);
};

/** An empty value with the placeholder's path; undefined if the path is too complex. */
function valueFor({ placeholder: { expression } }: FoundPlaceholder, name: string): string | undefined {
  const segments = expression.kind === 'path' && expression.segments[0]?.key === name ? expression.segments.slice(1) : [];
  return segments.length === 0 ? '' : shapeOf(segments);
}

function shapeOf([first, ...rest]: readonly Segment[]): string | undefined {
  if (first === undefined) return '""';
  const inner = shapeOf(rest);
  if (inner === undefined || (typeof first.key === 'number' && first.key !== 0)) return undefined;
  return first.key === 0 ? `[${inner}]` : `{"${JSON.stringify(first.key).slice(1, -1)}": ${inner}}`;
}

/** Inserts the definition above the one that needs it, else at the top of the file. */
function definition({ tree }: FileView, { place }: FoundPlaceholder, name: string, value: string): TextEdit {
  const line = `@${name} = ${value}`;
  return place.kind === 'definition' ? insertion(place.node.range.start, line + lineBreakOf(tree.text)) : definitionAtTop(tree, line);
}
