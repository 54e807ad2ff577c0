import { contains } from '../../../base/text/text.ts';
import { operatorEntry, subjectEntry } from '../../catalog/assertionCatalog.ts';
import { operatorTexts, subjectTexts } from '../../catalog/assertionTexts.ts';
import { statusEntry } from '../../catalog/statusCodes.ts';
import type { AssertionNode, CaptureNode } from '../../syntax/nodes.ts';
import type { Hover } from './hoverContext.ts';
import { wordAt } from './literalHover.ts';
import { code, reference } from './hoverMarkdown.ts';

/** What a capture does. */
export function ofCapture({ name, left }: CaptureNode, offset: number): Hover | undefined {
  if (left.text === '') return undefined;
  const known = subjectEntry(/^[A-Za-z]+/.exec(left.text)?.[0] ?? '');
  if (contains(left, offset)) return known && { range: left, markdown: `${code(known.form)}\n\n${subjectTexts[known.name]}` };
  if (!contains(name, offset)) return undefined;
  return { range: name, markdown: `${code(name.text)}\n\nSet to ${code(left.text)} of the response, with its type.` };
}

export function ofAssertion({ left, operator, operatorName, negated, right }: AssertionNode, offset: number): Hover | undefined {
  if (left.text !== '' && contains(left, offset)) {
    const known = subjectEntry(/^[A-Za-z]+/.exec(left.text)?.[0] ?? '');
    return known && { range: left, markdown: `${code(`?? ${known.form}`)}\n\n${subjectTexts[known.name]}` };
  }
  if (operator.text !== '' && contains(operator, offset)) {
    const known = operatorEntry(operatorName);
    const negation = negated ? 'Not: ' : '';
    return known && { range: operator, markdown: `${code(operator.text)}\n\n${negation}${operatorTexts[known.name]}` };
  }
  if (left.text !== 'status' || !contains(right, offset)) return undefined;
  const digits = wordAt(right, offset, /\d/);
  const status = digits === undefined ? undefined : statusEntry(Number(digits.text));
  return (
    digits &&
    status && { range: digits, markdown: `**${status.code} ${status.phrase}** · ${reference(status.reference)}\n\n${status.summary}` }
  );
}
