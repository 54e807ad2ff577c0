import { createMask } from '../../../base/masks/mask.ts';
import { typeOfValue } from '../../../base/values/value.ts';
import type { DefinitionNode } from '../../syntax/nodes.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { code, warning } from './hoverMarkdown.ts';
import { origin } from './origin.ts';
import { decodedValue, shown } from './shown.ts';

/** Hover for the name of a definition: the value of this definition, even if the file defines the name again. */
export function ofDefinition({ name, range }: DefinitionNode, offset: number, context: HoverContext): Hover | undefined {
  if (offset < name.start - 1 || offset > name.end) return undefined;
  const { looking, now } = context;
  // Look the name up as the line after the definition would.
  const v = looking.scope.findAll(name.text, range.end).find((x) => x.position === range.start);
  if (v === undefined) return undefined;
  const result = looking.evaluation.variable(v);
  const lines = result.ok
    ? [
        `${code(v.name)} · ${typeOfValue(result.value)}`,
        shown(result.value, v.secret, looking),
        decodedValue(result.value, v.secret, looking, now) ?? '',
      ]
    : [warning(code(v.name), createMask(looking.evaluation.secrets())(result.problem.message))];
  const effective = looking.scope.find(v.name);
  if (effective !== undefined && effective !== v && effective.position === undefined)
    lines.push(`Hidden by ${origin(effective.origin, context)}`);
  return { range: name, markdown: lines.filter((line) => line !== '').join('\n\n') };
}
