import { createMask, maskText } from '../../../base/masks/mask.ts';
import { isArrayValue, isObjectValue, valueToJson, valueToText, type Value } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import { mentionsStandIn } from '../../semantics/variables/standIns.ts';
import type { Variable } from '../../semantics/variables/variables.ts';
import { decoded } from './decoded.ts';
import { code, fence, oneLine } from './hoverMarkdown.ts';

const longest = 20_000;

/** A value as a Markdown code block: objects and arrays as JSON, secrets masked. */
export function shown(value: Value, secret: boolean, looking: PreviewContext): string {
  if (secret) return maskText;
  const isJson = isObjectValue(value) || isArrayValue(value);
  const plain = createMask(looking.evaluation.secrets())(isJson ? valueToJson(value, 2) : valueToText(value));
  // Make hidden characters visible line by line.
  const text = plain.slice(0, longest).split('\n').map(visibleText).join('\n');
  if (text === '') return '(empty text)';
  const cut = plain.length > longest ? `${text}\n… ${plain.length - longest} more characters` : text;
  return fence(cut, isJson ? 'json' : '');
}

/** A variable's value in a few words, for lists; empty if it has none. */
export function briefly(v: Variable, looking: PreviewContext): string {
  const result = looking.evaluation.variable(v);
  if (v.secret) return ` = ${maskText}`;
  if (!result.ok) return '';
  return ` = ${code(oneLine(createMask(looking.evaluation.secrets())(valueToText(result.value)), 80))}`;
}

/** The decoded form of a JWT or timestamp; undefined if the value contains a secret. */
export function decodedValue(value: Value, secret: boolean, looking: PreviewContext, now: number): string | undefined {
  if (secret || isObjectValue(value) || isArrayValue(value)) return undefined;
  const text = valueToText(value);
  if (mentionsStandIn(text) || createMask(looking.evaluation.secrets())(text) !== text) return undefined;
  return decoded(text, now);
}
