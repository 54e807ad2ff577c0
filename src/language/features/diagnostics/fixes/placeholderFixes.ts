import { t } from '../../../../base/l10n.ts';
import { valueToText } from '../../../../base/values/value.ts';
import { lookAt, placeholderAt, placeholdersOf, type FoundPlaceholder } from '../../navigation/placeholders.ts';
import { fix, insertion, type Fixer } from './fixer.ts';

const addFilter = ({ placeholder }: FoundPlaceholder, filter: string): ReturnType<typeof insertion> =>
  insertion(placeholder.range.end - 2, placeholder.text.endsWith(' }}') ? `| ${filter} ` : ` | ${filter}`);

/** `{{name | json}}`: escapes the text for JSON. */
export const escapeForJson: Fixer = function* escapeForJson(input) {
  const found = placeholderAt(input.view.tree, input.diagnostic.range.start);
  if (found === undefined || found.placeholder.range.start !== input.diagnostic.range.start) return;
  yield fix(input, t('Escape it with | json'), [addFilter(found, 'json')], { preferred: true });
};

/** `{{name | trim}}`, if the line break is at an end of the value. */
export const trimValue: Fixer = function* trimValue(input) {
  const { view, block, diagnostic } = input;
  const header = block.headers.find((h) => h.name.start === diagnostic.range.start);
  if (header === undefined) return;
  const values = header.values;
  const culprits: FoundPlaceholder[] = [];
  for (const found of placeholdersOf(view.tree, block)) {
    const { range } = found.placeholder;
    if (!values.some((v) => v.start <= range.start && range.end <= v.end)) continue;
    const result = lookAt(found, view.look(block));
    const text = result.ok ? valueToText(result.value) : '';
    if (/[\r\n\0]/.test(text.trim())) return;
    if (/[\r\n\0]/.test(text)) culprits.push(found);
  }
  if (culprits.length > 0)
    yield fix(
      input,
      t('Remove the line break with | trim'),
      culprits.map((c) => addFilter(c, 'trim')),
      { preferred: true },
    );
};

/** `\{{`: makes the braces text. */
export const escapeBraces: Fixer = function* escapeBraces(input) {
  const { text } = input.view.tree;
  const { start } = input.diagnostic.range;
  if (!text.startsWith('{{', start)) return;
  // In a longer run of braces, or after a backslash, the result would differ.
  if (/[{\\]/.test(text[start - 1] ?? '')) return;
  yield fix(input, t('Escape the braces with \\{{'), [insertion(start, '\\')]);
};
