import { t } from '../../../../base/l10n.ts';
import type { Range } from '../../../../base/text/text.ts';
import type { CodeAction, TextEdit } from '../../../edit.ts';
import { spellingOf } from '../../../semantics/variables/mentions/otherSpellings.ts';
import { filters as knownFilters } from '../../../semantics/values/filters.ts';
import { rangeOf, type Segment } from '../../../syntax/path.ts';
import { lookAt, placeholderAt } from '../../navigation/placeholders.ts';
import { fix, type Fixer, type FixInput } from './fixer.ts';

/** Replaces the range of the diagnostic with its suggestion. */
export function* replace(input: FixInput): Generator<CodeAction> {
  const { range, suggestion } = input.diagnostic;
  if (suggestion !== undefined) yield renaming(input, range, suggestion);
}

export function* replaceStep(input: FixInput): Generator<CodeAction> {
  const { view, diagnostic, block } = input;
  const found = placeholderAt(view.tree, diagnostic.range.start);
  const { suggestion } = diagnostic;
  if (found === undefined || suggestion === undefined || found.placeholder.expression.kind !== 'path') return;
  const result = lookAt(found, view.look(block));
  const { segments } = found.placeholder.expression;
  const step = result.ok ? undefined : result.problem.step;
  const segment = step === undefined ? undefined : segments[step];
  const edit = segment === undefined ? undefined : rename(view.tree.text, segment, suggestion, step === 0);
  if (edit !== undefined) yield fix(input, t('Change {0} to {1}', String(segment?.key), suggestion), [edit], { preferred: true });
}

const isWord = (name: string): boolean => /^[\p{L}\p{M}\p{N}_$-]+$/u.test(name);

/** The edit that changes the key of a path segment; undefined if the new root is not a valid name. */
function rename(text: string, segment: Segment, to: string, isRoot: boolean): TextEdit | undefined {
  const { key, start, end } = segment;
  const range = rangeOf(segment);
  const quoted = /["']/.test(text[start] ?? '');
  if (isRoot) return isWord(to) && !/^\d/.test(to) ? { range, newText: to } : undefined;
  if (quoted) return { range, newText: JSON.stringify(to) };
  if (typeof key === 'number' || isWord(to)) return { range, newText: to };
  return { range: { start: start - 1, end }, newText: `[${JSON.stringify(to)}]` };
}

/** `{{$uid}}` → `{{$uuid}}`. */
export const nameDynamic: Fixer = function* nameDynamic(input) {
  const { suggestion } = input.diagnostic;
  const found = placeholderAt(input.view.tree, input.diagnostic.range.start);
  const expression = found?.placeholder.expression;
  if (suggestion === undefined || found === undefined || expression === undefined || expression.kind === 'prompt') return;
  // `$env` replaces a misspelled name, `$datetime "YYYY-MM-DD"` the whole expression of another client.
  const whole = spellingOf(input.view.tree.text.slice(found.placeholder.expressionRange.start, found.placeholder.expressionRange.end));
  const own = expression.kind === 'dynamic' ? expression.nameRange : expression.segments.map(rangeOf)[0];
  const range = whole === undefined ? own : found.placeholder.expressionRange;
  if (range !== undefined) yield renaming(input, range, suggestion);
};

/** `{{name | uper}}` → `{{name | upper}}`. */
export const nameFilter: Fixer = function* nameFilter(input) {
  const { suggestion } = input.diagnostic;
  const filters = placeholderAt(input.view.tree, input.diagnostic.range.start)?.placeholder.filters ?? [];
  const wrong = filters.find((f) => !knownFilters.some((k) => k.name === f.name));
  if (suggestion !== undefined && wrong !== undefined)
    yield renaming(input, { start: wrong.range.start, end: wrong.range.start + wrong.name.length }, suggestion);
};

const renaming = (input: FixInput, range: Range, newText: string): CodeAction =>
  fix(input, t('Change {0} to {1}', input.view.tree.text.slice(range.start, range.end), newText), [{ range, newText }], {
    preferred: true,
  });
