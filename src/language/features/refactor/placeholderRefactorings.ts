import { t } from '../../../base/l10n.ts';
import { contains, lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { CodeAction } from '../../edit.ts';
import { bodyForm } from '../../semantics/request/requestBody.ts';
import { contentTypeOf } from '../../semantics/request/contentTypeOf.ts';
import { Filler } from '../../semantics/values/fill.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { diagnosticsIn } from '../diagnostics/diagnostics.ts';
import { blockAt, placeholderAt } from '../navigation/placeholders.ts';

/** Adds `| json` to a placeholder in a JSON body, unless a quick fix offers that already. */
export function escapeForJson(view: FileView, range: Range): readonly CodeAction[] {
  const found = placeholderAt(view.tree, range.start);
  if (found === undefined || found.place.kind !== 'body' || found.block.body === undefined) return [];
  const { placeholder, block } = found;
  if (placeholder.filters.some((f) => f.name === 'json')) return [];
  const { evaluation, shared } = view.look(block);
  const type = contentTypeOf(view.tree, block, shared, (text) => new Filler(evaluation, true).text(text));
  if (bodyForm(found.block.body.text.text, type) !== 'json') return [];
  const at = placeholder.filters.at(-1)?.range.end ?? placeholder.expressionRange.end;
  if (diagnosticsIn(view, placeholder.range).some((d) => d.id === 'json-body')) return [];
  const edits = [{ range: { start: at, end: at }, newText: ' | json' }];
  return [{ title: t('Escape the value for JSON: | json'), kind: 'refactor.rewrite', edits: [{ file: view.file, edits }] }];
}

/** Adds `# @secret NAME` for the variable at the cursor, so that its value is masked. */
export function markSecret(view: FileView, range: Range): readonly CodeAction[] {
  const { tree, file } = view;
  const block = blockAt(tree, range.start);
  const name = variableAt(view, range.start);
  if (name === undefined) return [];
  const { scope, shared } = view.look(block);
  const isKnown = scope.find(name) !== undefined || scope.elsewhere(name).length > 0 || view.setters.find(name) !== undefined;
  if (!isKnown) return [];
  const isMarked = [block, ...shared.map((s) => s.block)].some((b) =>
    b.directives.some((d) => d.name.text === 'secret' && d.argument?.text === name),
  );
  if (isMarked || scope.find(name)?.secret === true) return [];
  const at =
    block.directives.find((d) => d.range.start < (block.requestLine?.range.start ?? Infinity))?.range.start ??
    block.separator?.range.end ??
    block.range.start;
  const edits = [{ range: { start: at, end: at }, newText: `# @secret ${name}${lineBreakOf(tree.text)}` }];
  return [{ title: t('Mark {0} as secret', name), kind: 'refactor.rewrite', edits: [{ file, edits }] }];
}

function variableAt({ tree }: FileView, offset: number): string | undefined {
  const definition = blockAt(tree, offset).definitions.find((d) => contains(d.name, offset));
  if (definition !== undefined) return definition.name.text;
  const expression = placeholderAt(tree, offset)?.placeholder.expression;
  const key = expression?.kind === 'path' ? expression.segments[0]?.key : undefined;
  return typeof key === 'string' && !key.startsWith('$') ? key : undefined;
}
