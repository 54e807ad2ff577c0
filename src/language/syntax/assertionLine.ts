import { parseJson } from '../../base/json/json.ts';
import { closest } from '../../base/text/closest.ts';
import type { Range } from '../../base/text/text.ts';
import { operators, subjectEntry, subjects, type OperatorEntry } from '../catalog/assertionCatalog.ts';
import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import { readBounds, readCountOperand, readEventName, readNearness, readTime } from './assertionOperand.ts';
import { readOperator } from './assertionOperator.ts';
import { readSubject } from './assertionSubject.ts';
import { operatorMeant, subjectMeant } from './otherAssertions.ts';
import { checkDefinition, span, trimmed, whole, type Line, type Report } from './lines.ts';
import { readIgnoredPaths } from './ignoredPaths.ts';
import type { AssertionNode, AssertionSubject, CaptureNode, DirectiveNode, Span } from './nodes.ts';

/** Maximum characters of a value that a message repeats. */
const longestValue = 100;

const operatorNames = operators.map((o) => o.name);
const subjectNames = subjects.map((s) => s.name);

const suggestion = (near: string | undefined): string => (near === undefined ? '.' : `: did you mean ${near}?`);

/** Reads `?? LEFT OP RIGHT`. Reports a syntax error and returns empty parts if the line is invalid. */
export function readAssertion(text: string, line: Line, report: Report): AssertionNode {
  const content = trimmed(text, line.start + 2, line.end);
  const nothing = span(text, content.end, content.end);
  const unread = { left: nothing, subject: undefined, operator: nothing, operatorName: '', negated: false, right: nothing };
  const node: AssertionNode = { kind: 'assertion', range: whole(line), text: content, ...unread };
  const read =
    content.text === ''
      ? wrong('An assertion is `?? LEFT OP RIGHT`, such as `?? status == 200`.', { start: line.start, end: line.end })
      : readCheck(text, content);
  if (read.ok) return { ...node, ...read.check };
  report(diagnosticOf(read, content));
  return node;
}

function diagnosticOf({ message, at, suggestion: meant }: UnreadCheck, content: Range): Diagnostic {
  return diagnostic('assertion', 'error', at ?? content, message, meant === undefined ? {} : { suggestion: meant });
}

/** Reads `@name << SUBJECT`. Reports a syntax error and returns an empty subject if the line is invalid. */
export function readCapture(text: string, line: Line, report: Report): CaptureNode {
  const sign = text.indexOf('<<', line.start);
  const name = trimmed(text, line.start + 1, sign);
  const content = trimmed(text, sign + 2, line.end);
  const node: CaptureNode = { kind: 'capture', range: whole(line), name, left: span(text, content.end, content.end), subject: undefined };
  checkDefinition({ name }, report);
  const read = readCaptured(text, content);
  if (read.ok) return { ...node, left: content, subject: read.subject };
  report(diagnosticOf(read, content));
  return node;
}

function readCaptured(text: string, content: Span): { readonly ok: true; readonly subject: AssertionSubject } | UnreadCheck {
  const unknown = unknownSubject(content, 'A capture is `@name << SUBJECT`, with a subject such as body, header or status');
  if (unknown !== undefined) return unknown;
  const read = readSubject(text, content.start, content.end);
  if (read.ok && read.end === content.end)
    return read.subject.kind === 'path' || read.subject.kind === 'header'
      ? read
      : wrong(`${content.text} is not a single value: use body, header, status, cookies, text or events[0].`);
  const problem = read.ok ? `A capture is \`@name << SUBJECT\`: nothing can follow ${text.slice(content.start, read.end)}` : undefined;
  return (
    foreignSubject(content, problem ?? `A capture cannot read ${firstWord(content.text)}`) ?? wrong(read.ok ? `${problem}.` : read.message)
  );
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

interface UnreadCheck {
  readonly ok: false;
  readonly message: string;
  readonly at?: Range;
  /** The most likely correct text at this place. */
  readonly suggestion?: string;
}

export type ReadCheck = { readonly ok: true; readonly check: AssertionCheck } | UnreadCheck;

/** Reads `LEFT OP RIGHT` from a trimmed span that is not empty. */
export function readCheck(text: string, content: Span): ReadCheck {
  const unknown = unknownSubject(content, 'An assertion begins with a subject such as status, header, body or any event');
  if (unknown !== undefined) return unknown;
  const read = readSubject(text, content.start, content.end);
  if (!read.ok) return foreignSubject(content, `An assertion cannot begin with ${firstWord(content.text)}`) ?? wrong(read.message);
  const left = span(text, content.start, read.end);
  const found = readOperator(text, left.end, content.end);
  const operator = span(text, found.start, found.end);
  const right = trimmed(text, operator.end, content.end);
  if (operator.text === '') return wrong(`An operator is missing after ${left.text}, such as ==, contains or exists.`);
  if (found.entry === undefined) {
    const inBody = left.text === 'body' ? foreignSubject(content, 'A path follows body without white space') : undefined;
    if (inBody !== undefined) return inBody;
    const near = operatorMeant(operator.text) ?? closest(operator.text, operatorNames);
    const value = text.slice(operator.start, content.end);
    if (near === undefined && value.length <= longestValue && parseJson(value) !== undefined)
      return wrong(
        `An operator is missing before ${value}: did you mean == ${value}?`,
        { start: operator.start, end: content.end },
        `== ${value}`,
      );
    const usual = near === undefined ? ' Use one such as ==, contains, matches or exists.' : '';
    return wrong(`Unknown operator ${operator.text}${suggestion(near)}${usual}`, operator, near);
  }
  if (found.negated && /^(?:matchesS(?:napshot|hape)|conforms)$/.test(found.entry.name))
    return wrong(`${found.entry.name} cannot be negated.`, operator);
  const problem = problemOf(read.subject, left.text, found.entry, right);
  if (problem !== undefined) return wrong(problem, right.text === '' ? operator : right);
  return {
    ok: true,
    check: { left, subject: read.subject, operator, operatorName: found.entry.name, negated: found.negated, right },
  };
}

const wrong = (message: string, at?: Range, meant?: string): UnreadCheck => ({
  ok: false,
  message,
  ...(at === undefined ? {} : { at }),
  ...(meant === undefined ? {} : { suggestion: meant }),
});

/** The error for a left side whose first word is no subject; undefined if it is one. */
function unknownSubject(content: Span, message: string): UnreadCheck | undefined {
  const root = /^[A-Za-z]*/.exec(content.text)?.[0] ?? '';
  if (subjectEntry(root) !== undefined) return undefined;
  const foreign = foreignSubject(content, message);
  if (foreign !== undefined) return foreign;
  const near = root === '' ? undefined : closest(root, subjectNames);
  const at = near === undefined ? content : { start: content.start, end: content.start + root.length };
  return wrong(`${message}${suggestion(near)}`, at, near);
}

/** The error for a left side of another client; undefined if it is not known. */
function foreignSubject({ start, text }: Span, message: string): UnreadCheck | undefined {
  const meant = subjectMeant(text);
  return meant && wrong(`${message}${suggestion(meant.suggestion)}`, { start, end: start + meant.length }, meant.suggestion);
}

const firstWord = (text: string): string => /^\S*/.exec(text)?.[0] ?? '';

/** Why an operator does not fit its sides. */
function problemOf(subject: AssertionSubject, left: string, { name, operand, form }: OperatorEntry, right: Span): string | undefined {
  if (operand === 'snapshot') {
    if (subject.kind !== 'path' && subject.kind !== 'header') return `matchesSnapshot cannot be used with ${left}.`;
    const ignored = readIgnoredPaths(right.text);
    return ignored.ok ? undefined : ignored.message;
  }
  if (operand === 'schema' && subject.kind !== 'path' && subject.kind !== 'header' && subject.kind !== 'each-event')
    return `${name} cannot be used with ${left}.`;
  const isWhole = subject.kind === 'path' && subject.root === 'response';
  if (isWhole !== (name === 'conforms'))
    return isWhole ? 'Write `?? response conforms`.' : `conforms cannot be used with ${left}: write \`?? response conforms\`.`;
  if (name === 'matchesShape' && subject.kind !== 'path') return `matchesShape cannot be used with ${left}.`;
  if (operand === 'none') return right.text === '' ? undefined : `${name} takes no value.`;
  if (operand === 'event' && subject.kind !== 'named-event') return `${name} compares events: write \`event a ${name} event b\`.`;
  if (right.text === '') return `A value is missing after ${name}.`;
  const second = operand === 'value' ? secondCondition(right) : undefined;
  if (second !== undefined) return second;
  if (subject.kind === 'named-event' && !['event', 'nearness', 'none'].includes(operand))
    return `An event has no value to compare: write \`${left} within 5s\`, \`${left} exists\` or \`any event.data …\`.`;
  // What a placeholder becomes is known when sending.
  if (right.text.includes('{{') || fits(subject, operand, right.text)) return undefined;
  if (operand === 'nearness' && subject.kind === 'named-event') return `Expected ${name} and a time such as 5s.`;
  return `Expected ${name} ${form ?? 'VALUE'}${operand === 'nearness' && isTimed(subject) ? ' or a time such as 5s' : ''}.`;
}

/** Why a right side that goes on with another assertion is refused: `200 && body.id == 1`. */
function secondCondition({ text }: Span): string | undefined {
  const sign = /\s(&&|\|\||and|or)\s+(?=\S)/.exec(text);
  if (sign === null) return undefined;
  const start = sign.index + sign[0].length;
  if (subjectEntry(/^[A-Za-z]*/.exec(text.slice(start, start + 20))?.[0] ?? '') === undefined) return undefined;
  const read = readSubject(text, start, text.length);
  if (!read.ok || readOperator(text, read.end, text.length).entry === undefined) return undefined;
  return sign[1] === '||' || sign[1] === 'or'
    ? 'An assertion has one condition. For alternatives use oneOf: `?? status oneOf 200, 201`.'
    : 'An assertion has one condition: write the second one in a line of its own.';
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
