import { pathText } from '../../semantics/values/valuePath.ts';
import { parseTemplate } from '../../syntax/template.ts';

/** The placeholder of a variable or of a part of it, `{{user.tags[0]}}`; undefined where none can name it. */
export function placeholderOf(name: string, path: readonly (string | number)[]): string | undefined {
  const text = `{{${pathText([name, ...path].map((key) => ({ key, start: 0, end: 0 })))}}}`;
  const [part, ...more] = parseTemplate(text).parts;
  if (part?.kind !== 'placeholder' || more.length > 0 || part.filters.length > 0 || part.expression.kind !== 'path') return undefined;
  const { segments, dotted } = part.expression;
  // The whole text between the braces may be a variable's name: `{{user.name}}`.
  if (path.length === 0 && dotted === name) return text;
  // `a.0` leads to the key "0" of an object as to the first element of an array.
  const isSame = segments.length === path.length + 1 && segments.every((s, i) => String(s.key) === String(i === 0 ? name : path[i - 1]));
  return isSame ? text : undefined;
}
