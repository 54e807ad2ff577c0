import { parseJson } from '../../base/json/json.ts';
import { closest } from '../../base/text/closest.ts';
import type { Range } from '../../base/text/text.ts';
import { operators, subjectEntry, subjects, type OperatorEntry } from '../catalog/assertionCatalog.ts';
import { diagnostic } from '../diagnostic.ts';
import { readBounds, readCountOperand, readEventName, readNearness, readTime } from './assertionOperand.ts';
import { readOperator } from './assertionOperator.ts';
import { readSubject } from './assertionSubject.ts';
import { checkDefinition, span, trimmed, whole, type Line, type Report } from './lines.ts';
import { readIgnoredPaths } from './ignoredPaths.ts';
import type { AssertionNode, AssertionSubject, CaptureNode, DirectiveNode, Span } from './nodes.ts';

const operatorNames = operators.map((o) => o.name);
const subjectNames = subjects.map((s) => s.name);

const suggestion = (near: string | undefined): string => (near === undefined ? '.' : `: did you mean ${near}?`);

/** Reads `?? LEFT OP RIGHT`. Reports a syntax error and returns empty parts if the line is invalid. */
export function readAssertion(text: string, line: Line, report: Report): AssertionNode {
  const content = trimmed(text, line.start + 2, line.end);
  const nothing = span(text, content.end, content.end);
  const unread = { left: nothing, subject: undefined, operator: nothing, operatorName: '', negated: false, right: nothing };
  const node: AssertionNode = { kind: 'assertion', range: whole(line), text: content, ...unread };
  const wrong = (message: string, at: Range = content): AssertionNode => {
    report(diagnostic('assertion', 'error', at, message));
    return node;
  };
  if (content.text === '')
    return wrong('An assertion is `?? LEFT OP RIGHT`, such as `?? status == 200`.', { start: line.start, end: line.end });
  const read = readCheck(text, content);
  return read.ok ? { ...node, ...read.check } : wrong(read.message, read.at);
}

/** Reads `@name << SUBJECT`. Reports a syntax error and returns an empty subject if the line is invalid. */
export function readCapture(text: string, line: Line, report: Report): CaptureNode {
  const sign = text.indexOf('<<', line.start);
  const name = trimmed(text, line.start + 1, sign);
  const content = trimmed(text, sign + 2, line.end);
  const node: CaptureNode = { kind: 'capture', range: whole(line), name, left: span(text, content.end, content.end), subject: undefined };
  checkDefinition({ name }, report);
  const read = readSubject(text, content.start, content.end);
  const problem = !read.ok
    ? read.message
    : read.end < content.end
      ? `A capture is \`@name << SUBJECT\`: nothing can follow ${text.slice(content.start, read.end)}.`
      : read.subject.kind === 'path' || read.subject.kind === 'header'
        ? undefined
        : `${content.text} is not a single value: use body, header, status, cookies, text or events[0].`;
  if (problem === undefined && read.ok) return { ...node, left: content, subject: read.subject };
  report(diagnostic('assertion', 'error', content, problem ?? ''));
  return node;
}

/** Checks the argument of `# @until`. */
export function checkUntil(text: string, { argument }: DirectiveNode, report: Report): void {
  if (argument === undefined) return;
  const read = readCheck(text, argument);
  if (!read.ok) report(diagnostic('directive-value', 'error', read.at ?? argument, read.message));
  else if (read.check.subject.kind === 'path' || read.check.subject.kind === 'header')
    report(
      diagnostic(
        'directive-value',
        'error',
        argument,
        `${read.check.left.text} is known only at the end: use any, events where or event NAME.`,
      ),
    );
}

/** The parts of an assertion without `??`. */
export type AssertionCheck = Pick<AssertionNode, 'left' | 'operator' | 'operatorName' | 'negated' | 'right'> & {
  readonly subject: AssertionSubject;
};

export type ReadCheck =
  | { readonly ok: true; readonly check: AssertionCheck }
  | { readonly ok: false; readonly message: string; readonly at?: Range };

/** Reads `LEFT OP RIGHT` from a trimmed span that is not empty. */
export function readCheck(text: string, content: Span): ReadCheck {
  const root = /^[A-Za-z]*/.exec(content.text)?.[0] ?? '';
  if (subjectEntry(root) === undefined) {
    const near = root === '' ? undefined : closest(root, subjectNames);
    return wrong(`An assertion begins with a subject such as status, header, body or any event${suggestion(near)}`);
  }
  const read = readSubject(text, content.start, content.end);
  if (!read.ok) return wrong(read.message);
  const left = span(text, content.start, read.end);
  const found = readOperator(text, left.end, content.end);
  const operator = span(text, found.start, found.end);
  const right = trimmed(text, operator.end, content.end);
  if (operator.text === '') return wrong(`An operator is missing after ${left.text}, such as ==, contains or exists.`);
  if (found.entry === undefined) {
    const near = operator.text === '=' ? '==' : closest(operator.text, operatorNames);
    const usual = near === undefined ? ' Use one such as ==, contains, matches or exists.' : '';
    return wrong(`Unknown operator ${operator.text}${suggestion(near)}${usual}`, operator);
  }
  if (found.negated && /^matchesS(?:napshot|hape)$/.test(found.entry.name))
    return wrong(`${found.entry.name} cannot be negated.`, operator);
  const problem = problemOf(read.subject, left.text, found.entry, right);
  if (problem !== undefined) return wrong(problem, right.text === '' ? operator : right);
  return {
    ok: true,
    check: { left, subject: read.subject, operator, operatorName: found.entry.name, negated: found.negated, right },
  };
}

const wrong = (message: string, at?: Range): ReadCheck => ({ ok: false, message, ...(at === undefined ? {} : { at }) });

/** Why an operator does not fit its sides. */
function problemOf(subject: AssertionSubject, left: string, { name, operand, form }: OperatorEntry, right: Span): string | undefined {
  if (operand === 'snapshot') {
    if (subject.kind !== 'path' && subject.kind !== 'header') return `matchesSnapshot cannot be used with ${left}.`;
    const ignored = readIgnoredPaths(right.text);
    return ignored.ok ? undefined : ignored.message;
  }
  if (operand === 'schema' && subject.kind !== 'path' && subject.kind !== 'header' && subject.kind !== 'each-event')
    return `${name} cannot be used with ${left}.`;
  if (name === 'matchesShape' && subject.kind !== 'path') return `matchesShape cannot be used with ${left}.`;
  if (operand === 'none') return right.text === '' ? undefined : `${name} takes no value.`;
  if (operand === 'event' && subject.kind !== 'named-event') return `${name} compares events: write \`event a ${name} event b\`.`;
  if (right.text === '') return `A value is missing after ${name}.`;
  if (subject.kind === 'named-event' && !['event', 'nearness', 'none'].includes(operand))
    return `An event has no value to compare: write \`${left} within 5s\`, \`${left} exists\` or \`any event.data …\`.`;
  // What a placeholder becomes is known when sending.
  if (right.text.includes('{{') || fits(subject, operand, right.text)) return undefined;
  if (operand === 'nearness' && subject.kind === 'named-event') return `Expected ${name} and a time such as 5s.`;
  return `Expected ${name} ${form ?? 'VALUE'}${operand === 'nearness' && isTimed(subject) ? ' or a time such as 5s' : ''}.`;
}

const isTimed = (subject: AssertionSubject): boolean =>
  subject.kind === 'named-event' ||
  subject.kind === 'event-time' ||
  (subject.kind === 'path' && subjectEntry(subject.root)?.isTime === true);

function fits(subject: AssertionSubject, operand: OperatorEntry['operand'], right: string): boolean {
  switch (operand) {
    case 'bounds':
      return readBounds(right) !== undefined;
    case 'nearness':
      return isTimed(subject) ? readTime(right) !== undefined || readNearness(right) !== undefined : readNearness(right) !== undefined;
    case 'count':
      return readCountOperand(right) !== undefined;
    case 'event':
      return readEventName(right) !== undefined;
    case 'schema':
      return !right.startsWith('{') || parseJson(right) !== undefined;
    default:
      return true;
  }
}
