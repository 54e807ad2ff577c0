import { pathText } from '../../semantics/values/valuePath.ts';
import { parseTemplate } from '../../syntax/template.ts';

/** The placeholder of a variable or a part of it, such as `{{user.tags[0]}}`; undefined if none can express it. */
export function placeholderOf(name: string, path: readonly (string | number)[]): string | undefined {
  const text = `{{${pathText([name, ...path].map((key) => ({ key, start: 0, end: 0 })))}}}`;
  const [part, ...more] = parseTemplate(text).parts;
  if (part?.kind !== 'placeholder' || more.length > 0 || part.filters.length > 0 || part.expression.kind !== 'path') return undefined;
  const { segments, dotted } = part.expression;
  // The whole text may be a variable's name: `{{user.name}}`.
  if (path.length === 0 && dotted === name) return text;
  // `a.0` selects the key "0" of an object or the first element of an array.
  const isSame = segments.length === path.length + 1 && segments.every((s, i) => String(s.key) === String(i === 0 ? name : path[i - 1]));
  return isSame ? text : undefined;
}
