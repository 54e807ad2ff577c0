import type { Expression } from '../../../syntax/template.ts';
import { templateOf } from '../../request/requestSource.ts';
import type { Variable } from '../variables.ts';
import { mapStrings } from '../../values/mapStrings.ts';

type PathExpression = Extract<Expression, { kind: 'path' }>;

/** The variables named in a variable's templates, without duplicates: a text of many megabytes can name one a million times. */
export function variablesNamedIn(
  v: Variable,
  meant: (path: PathExpression, before: number | undefined, owner: Variable) => Variable | undefined,
): readonly Variable[] {
  const found = new Set<Variable>();
  const names = new Set<string>();
  const read = (text: string): string => {
    if (!text.includes('{{')) return text;
    for (const p of templateOf(text).parts) {
      if (p.kind === 'text' || p.expression.kind !== 'path') continue;
      const name = p.expression.dotted ?? String(p.expression.segments[0]?.key);
      if (names.has(name)) continue;
      names.add(name);
      const variable = meant(p.expression, v.position, v);
      if (variable !== undefined) found.add(variable);
    }
    return text;
  };
  if (v.content.kind === 'text') read(v.content.text);
  else if (v.content.kind === 'json') mapStrings(v.content.value, read);
  return [...found];
}
