import { closest } from '../../base/closest.ts';
import type { Range } from '../../base/text.ts';
import { operators, subjects } from '../catalog/assertionCatalog.ts';
import { diagnostic } from '../diagnostic.ts';
import { span, trimmed, whole, wordEnd, type Line, type Report } from './lines.ts';
import { readIgnoredPaths } from './ignoredPaths.ts';
import type { AssertionNode, Span } from './nodes.ts';
import { readPath } from './path.ts';

const operatorNames = operators.map((o) => o.name);
const subjectNames = subjects.map((s) => s.name);
/** Operators that need no white space around them. */
const sign = /^(?:[=!<>]=|[<>])(?!=)/;
const header = /^header[ \t]+\S+/;

const suggestion = (near: string | undefined): string => (near === undefined ? '.' : `: did you mean ${near}?`);

/** Reads `?? LEFT OP RIGHT`. Reports a syntax error and returns empty parts if the line is invalid. */
export function readAssertion(text: string, line: Line, report: Report): AssertionNode {
  const content = trimmed(text, line.start + 2, line.end);
  const nothing = span(text, content.end, content.end);
  const node: AssertionNode = { kind: 'assertion', range: whole(line), text: content, left: nothing, operator: nothing, right: nothing };
  const wrong = (message: string, at: Range = content): AssertionNode => {
    report(diagnostic('assertion', 'error', at, message));
    return node;
  };
  if (content.text === '')
    return wrong('An assertion is `?? LEFT OP RIGHT`, such as `?? status == 200`.', { start: line.start, end: line.end });
  const root = /^[A-Za-z]*/.exec(content.text)?.[0] ?? '';
  if (!subjectNames.includes(root))
    return wrong(
      `An assertion begins with one of ${subjectNames.join(', ')}${suggestion(root === '' ? undefined : closest(root, subjectNames))}`,
    );
  const left = readLeft(text, content, root);
  if (left === undefined) {
    return wrong(
      root === 'header'
        ? 'A name is missing after header: write `?? header Content-Type …`.'
        : `Expected a path after ${root}: write ${root}.name, ${root}[0] or ${root}["key"].`,
    );
  }
  const rest = trimmed(text, left.end, content.end);
  const signEnd = rest.start + (sign.exec(rest.text)?.[0].length ?? 0);
  const operator = span(text, rest.start, signEnd > rest.start ? signEnd : wordEnd(text, rest.start, rest.end));
  const right = trimmed(text, operator.end, content.end);
  if (operator.text === '') return wrong(`An operator is missing after ${left.text}: one of ${operatorNames.join(' ')}.`);
  const known = operators.find((o) => o.name === operator.text);
  if (known?.name === 'matchesSnapshot') {
    const ignored = readIgnoredPaths(right.text);
    if (!ignored.ok) return wrong(ignored.message, right);
  } else if (known?.takesValue === false) {
    if (right.text !== '') return wrong(`${operator.text} takes no value.`, right);
  } else if (known === undefined) {
    const near = operator.text === '=' ? '==' : closest(operator.text, operatorNames);
    return wrong(`Unknown operator ${operator.text}${suggestion(near)} Use one of ${operatorNames.join(' ')}.`, operator);
  } else if (right.text === '') return wrong(`A value is missing after ${operator.text}.`, operator);
  return { ...node, left, operator, right };
}

function readLeft(text: string, content: Span, root: string): Span | undefined {
  if (root === 'header') {
    const found = header.exec(content.text)?.[0];
    return found === undefined ? undefined : span(text, content.start, content.start + found.length);
  }
  const path = readPath(text, content.start, content.end);
  return path === undefined || path.end > content.end ? undefined : span(text, content.start, path.end);
}
