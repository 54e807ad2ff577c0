import { contains } from '../../../base/text.ts';
import { operators, subjects } from '../../catalog/assertionCatalog.ts';
import { statusEntry } from '../../catalog/statusCodes.ts';
import type { AssertionNode } from '../../syntax/nodes.ts';
import type { Hover } from './hoverContext.ts';
import { wordAt } from './literalHover.ts';
import { code, reference } from './markdown.ts';

export function ofAssertion({ left, operator, right }: AssertionNode, offset: number): Hover | undefined {
  if (left.text !== '' && contains(left, offset)) {
    const known = subjects.find((s) => s.name === /^[a-z]+/.exec(left.text)?.[0]);
    return known && { range: left, markdown: `${code(`?? ${known.form}`)}\n\n${known.summary}` };
  }
  if (operator.text !== '' && contains(operator, offset)) {
    const known = operators.find((o) => o.name === operator.text);
    return known && { range: operator, markdown: `${code(known.name)}\n\n${known.summary}` };
  }
  if (left.text !== 'status' || !contains(right, offset)) return undefined;
  const digits = wordAt(right, offset, /\d/);
  const status = digits === undefined ? undefined : statusEntry(Number(digits.text));
  return (
    digits &&
    status && { range: digits, markdown: `**${status.code} ${status.phrase}** · ${reference(status.reference)}\n\n${status.summary}` }
  );
}
