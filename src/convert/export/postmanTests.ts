import { parseTemplate, type AssertionNode, type AssertionSubject } from '../../language/index.ts';
import type { Captured } from './chains.ts';
import type { WrittenRequest } from './model.ts';

/** The value of a subject as JavaScript of Postman; undefined if Postman has none. */
function valueOf(subject: AssertionSubject | undefined): string | undefined {
  if (subject?.kind === 'header') return `pm.response.headers.get(${JSON.stringify(subject.name)})`;
  if (subject?.kind !== 'path') return undefined;
  const { root, steps } = subject;
  if (root === 'status' && steps.length === 0) return 'pm.response.code';
  if (root === 'duration' && steps.length === 0) return 'pm.response.responseTime';
  if (root !== 'body') return undefined;
  if (steps.length === 1 && steps[0] === 'text') return 'pm.response.text()';
  return `pm.response.json()${steps.map((s) => `?.[${JSON.stringify(s)}]`).join('')}`;
}

/** A script line that sets a variable of the collection. */
export const setLine = ({ variable, from }: Captured): string =>
  `pm.collectionVariables.set(${JSON.stringify(variable)}, ${valueOf(from.kind === 'header' ? from : { kind: 'path', root: 'body', steps: from.steps })});`;

/** The right side as JavaScript: JSON, else text, with the values of its variables. */
function operandOf(right: string): string {
  if (parseTemplate(right).parts.some((p) => p.kind === 'placeholder')) {
    const isQuoted = /^".*"$/.test(right);
    return `pm.variables.replaceIn(${JSON.stringify(isQuoted ? right.slice(1, -1) : right)})`;
  }
  try {
    return JSON.stringify(JSON.parse(right));
  } catch {
    return JSON.stringify(right);
  }
}

const comparisons: Readonly<Record<string, string>> = {
  '==': 'eql',
  '<': 'be.below',
  '<=': 'be.at.most',
  '>': 'be.above',
  '>=': 'be.at.least',
};

const types: Readonly<Record<string, string>> = {
  isNumber: 'a("number")',
  isString: 'a("string")',
  isBoolean: 'a("boolean")',
  isNull: 'a("null")',
  isArray: 'an("array")',
  isObject: 'an("object")',
};

function testOf({ subject, operatorName, negated, right }: AssertionNode): string | undefined {
  const value = valueOf(subject);
  if (value === undefined) return undefined;
  const operand = operandOf(right.text);
  const [name, not] = operatorName === '!=' ? ['==', !negated] : [operatorName, negated];
  if (name === 'exists') return `pm.expect(${value}).to.${not ? '' : 'not.'}be.undefined;`;
  // A missing value fails a negated assertion too.
  const guard = not ? `pm.expect(${value}).to.not.be.undefined; ` : '';
  const to = `${guard}pm.expect(${value}).to.${not ? 'not.' : ''}`;
  if (Object.hasOwn(comparisons, name)) return `${to}${comparisons[name]}(${operand});`;
  if (Object.hasOwn(types, name)) return `${to}be.${types[name]};`;
  switch (name) {
    case 'contains':
      return `${guard}const found = ${value}; pm.expect(found?.constructor === Object ? Object.keys(found) : found).to.${not ? 'not.' : ''}include(${operand});`;
    case 'startsWith':
    case 'endsWith':
      return `${guard}pm.expect(String(${value}).${name}(${operand})).to.be.${not ? 'false' : 'true'};`;
    case 'isEmpty':
      return `${to}be.empty;`;
    case 'matches':
      return /\{\{|^\//.test(right.text) ? undefined : `${to}match(new RegExp(${JSON.stringify(right.text)}));`;
    case 'length':
      return /^\d+$/.test(right.text) ? `${to}have.lengthOf(${right.text});` : undefined;
    case 'between': {
      const bounds = /^(-?[\d.]+)\s+and\s+(-?[\d.]+)$/.exec(right.text);
      return bounds === null ? undefined : `${to}be.within(${bounds[1]}, ${bounds[2]});`;
    }
    default:
      return undefined;
  }
}

/** The script after the response: captures and assertions, in the order of the file. `left` receives those without equivalent. */
export function testLines({ block }: WrittenRequest, left: (text: string) => void): readonly string[] {
  const lines: string[] = [];
  for (const node of block.nodes) {
    if (node.kind === 'capture') {
      const value = valueOf(node.subject);
      if (value === undefined) left(`@${node.name.text} << ${node.left.text}`);
      else lines.push(`pm.collectionVariables.set(${JSON.stringify(node.name.text)}, ${value});`);
    } else if (node.kind === 'assertion') {
      const test = testOf(node);
      if (test === undefined) left(`?? ${node.text.text}`);
      else lines.push(`pm.test(${JSON.stringify(node.text.text)}, () => { ${test} });`);
    }
  }
  return lines;
}
