import { isArrayValue, type Value } from '../../../base/values/value.ts';
import type { ApiParameter } from '../../semantics/api/apiIndex.ts';
import { formOf, plainText, styledValue, textValue, writtenInQuery } from '../../semantics/api/parameterStyles.ts';
import { pairsOf } from '../../semantics/api/requestParameters.ts';
import { exampleOf } from './operationRequest.ts';
import { problemsOf } from './valueProblem.ts';
import { mostItems, wrongValues } from './wrongValues.ts';

type Field = Pick<ApiParameter, 'name' | 'shape' | 'style' | 'open'> & { readonly in?: ApiParameter['in'] };

/** An invalid value of a parameter or a field, as written. */
interface WrongField {
  /** A text, a list of texts, or any value for a field with JSON. */
  readonly value: Value;
  /** The part that breaks the rule, for messages. */
  readonly shown: Value;
  /** The location of the part in the value: `[0]`. */
  readonly at: string;
  readonly rule: string;
}

/** Invalid values, each of which breaks one rule. Objects are only changed if they are JSON. */
export function wrongFields(field: Field): readonly WrongField[] {
  const { shape, style, in: place } = field;
  if (style.name === 'content' || style.name === 'label' || style.name === 'matrix') return [];
  const isPairs = place === undefined || place === 'query';
  if (style.name === 'json') return isPairs ? wrongValues(shape).map(({ value, rule }) => ({ value, shown: value, at: '', rule })) : [];
  const form = formOf(shape);
  if (form === 'list') return isPairs ? wrongLists(field) : [];
  return form === 'scalar' ? wrongTexts(field) : [];
}

function wrongTexts({ shape }: Field): readonly WrongField[] {
  const found = new Map<string, WrongField>();
  for (const { value } of wrongValues(shape)) {
    const text = plainText(value);
    // As text, another value may be allowed.
    const rule = problemsOf(textValue(text, shape), shape)[0]?.message;
    if (rule !== undefined && text !== '' && !found.has(text)) found.set(text, { value: text, shown: text, at: '', rule });
  }
  return [...found.values()];
}

function wrongLists(field: Field): readonly WrongField[] {
  const { shape, name, style } = field;
  const { items = { types: [], description: '' }, limits } = shape;
  const least = limits?.minItems ?? 0;
  const rest = least > mostItems ? undefined : Array.from({ length: Math.max(0, least - 1) }, () => exampleOf(items));
  const ofItems = rest === undefined ? [] : wrongValues(items).map(({ value }) => [value].concat(rest));
  const ofLength = wrongValues(shape).flatMap(({ value }) => (isArrayValue(value) ? [value] : []));
  const found = new Map<string, WrongField>();
  for (const list of [...ofItems, ...ofLength]) {
    const texts = list.map(plainText);
    // In a query, an empty list and an empty item read like a parameter without a value.
    if (texts.length === 0 || texts.includes('')) continue;
    const written = writtenInQuery(name, texts, style, encodeURIComponent);
    const read = styledValue(field, pairsOf(`?${written}`), () => false);
    const problem = read.kind === 'value' ? problemsOf(read.value, shape)[0] : undefined;
    if (problem === undefined || found.has(written)) continue;
    const [index] = problem.path;
    const isItem = typeof index === 'number';
    found.set(written, {
      value: texts,
      shown: isItem ? (texts[index] ?? '') : texts,
      at: isItem ? `[${index}]` : '',
      rule: problem.message,
    });
  }
  return [...found.values()];
}
