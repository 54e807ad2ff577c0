import { contains } from '../../../base/text/text.ts';
import { operatorEntry, subjectEntry } from '../../catalog/assertionCatalog.ts';
import { operatorTexts, selectorTexts, subjectTexts } from '../../catalog/assertionTexts.ts';
import { statusEntry } from '../../catalog/statusCodes.ts';
import type { AssertionNode, AssertionSubject, CaptureNode, Span } from '../../syntax/nodes.ts';
import type { Hover } from './hoverContext.ts';
import { wordAt } from './literalHover.ts';
import { code, reference } from './hoverMarkdown.ts';

/** Hover for a capture. */
export function ofCapture({ name, left, subject }: CaptureNode, offset: number): Hover | undefined {
  if (left.text === '') return undefined;
  const known = subjectEntry(/^[A-Za-z]+/.exec(left.text)?.[0] ?? '');
  if (contains(left, offset))
    return ofSelector(subject, left, offset) ?? (known && { range: left, markdown: `${code(known.form)}\n\n${subjectTexts[known.name]}` });
  if (!contains(name, offset)) return undefined;
  return { range: name, markdown: `${code(name.text)}\n\nSet to ${code(left.text)} of the response, with its type.` };
}

/** Hover for a selector at the end of a left side. */
function ofSelector(subject: AssertionSubject | undefined, left: Span, offset: number): Hover | undefined {
  if (subject?.kind !== 'path' || subject.selector === undefined) return undefined;
  const { text, language } = subject.selector;
  const range = { start: left.end - text.length, end: left.end };
  return contains(range, offset) ? { range, markdown: `${code(text)}\n\n${selectorTexts[language]}` } : undefined;
}

export function ofAssertion({ left, subject, operator, operatorName, negated, right }: AssertionNode, offset: number): Hover | undefined {
  if (left.text !== '' && contains(left, offset)) {
    const known = subjectEntry(/^[A-Za-z]+/.exec(left.text)?.[0] ?? '');
    return (
      ofSelector(subject, left, offset) ??
      (known && { range: left, markdown: `${code(`?? ${known.form}`)}\n\n${subjectTexts[known.name]}` })
    );
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
