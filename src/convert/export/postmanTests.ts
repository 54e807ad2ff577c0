import { parseTemplate, type AssertionNode, type AssertionSubject, type ScriptNode } from '../../language/index.ts';
import { clientOf } from '../import/scripts/translatedScripts.ts';
import { hasVariables } from '../text/marks.ts';
import type { Captured } from './chains.ts';
import type { ExportedRequest } from './model.ts';
import { withSecretNames } from './writtenTexts.ts';

/** The value of a subject as JavaScript of Postman; undefined if Postman has none. */
function valueOf(subject: AssertionSubject | undefined): string | undefined {
  if (subject?.kind === 'header') return `pm.response.headers.get(${JSON.stringify(subject.name)})`;
  if (subject?.kind !== 'path' || subject.query !== undefined || subject.selector !== undefined) return undefined;
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

type Hide = (text: string) => string;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** The right side as JavaScript: JSON, else text, with the values of its variables. Undefined for variables inside a list or an object. */
function operandOf(right: string, hide: Hide): string | undefined {
  const value = parsed(right);
  const text = hide(typeof value === 'string' ? value : right);
  const isFilled = hasVariables(text) || parseTemplate(text).parts.some((p) => p.kind === 'placeholder');
  if (!isFilled) return JSON.stringify(value);
  if (typeof value === 'object' || /^[[{](?!\{)/.test(right)) return undefined;
  return `pm.variables.replaceIn(${JSON.stringify(text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, '{{$1}}'))})`;
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

function testOf({ subject, operatorName, negated, right }: AssertionNode, hide: Hide): string | undefined {
  const value = valueOf(subject);
  const operand = operandOf(right.text, hide);
  if (value === undefined || operand === undefined) return undefined;
  const [name, not] = operatorName === '!=' ? ['==', !negated] : [operatorName, negated];
  if (name === 'exists') return `pm.expect(${value}).to.${not ? '' : 'not.'}be.undefined;`;
  // A missing value fails a negated assertion too.
  const guard = not ? `pm.expect(${value}).to.not.be.undefined; ` : '';
  const to = `${guard}pm.expect(${value}).to.${not ? 'not.' : ''}`;
  if (Object.hasOwn(comparisons, name)) {
    // Postman orders numbers only, and knows no units of time.
    const needsNumber = name !== '==' || (subject?.kind === 'path' && subject.root === 'duration');
    return needsNumber && !number.test(operand) ? undefined : `${to}${comparisons[name]}(${operand});`;
  }
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
      return /\{\{|^\//.test(right.text) || hide(right.text) !== right.text
        ? undefined
        : `${to}match(new RegExp(${JSON.stringify(right.text)}));`;
    case 'length':
      return /^\d+$/.test(operand) ? `${to}have.lengthOf(${operand});` : undefined;
    case 'between': {
      const bounds = hide(right.text).split(/\s+and\s+/);
      return bounds.length === 2 && bounds.every((b) => number.test(b)) ? `${to}be.within(${bounds.join(', ')});` : undefined;
    }
    default:
      return undefined;
  }
}

/** The script after the response. */
interface TestScript {
  /** Captures and assertions, in the order of the file. */
  readonly lines: readonly string[];
  /** Variables that the script sets. */
  readonly captured: readonly string[];
  /** Whether a script of Req is left out. */
  readonly leavesScript: boolean;
}

/** A script of Postman, as it is; undefined for one of Req, and for one that contains a secret. */
function keptLines({ inline, source: { text } }: ScriptNode, hide: Hide): readonly string[] | undefined {
  if (!inline || clientOf(text) !== 'postman' || /(?<![.\w])(?:tool|client)\s*\./.test(text) || hide(text) !== text) return undefined;
  return text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split(/\r?\n/);
}

/** The script of a request. Secrets are marked. `left` receives captures and assertions without equivalent. */
export function testLines({ written, hide }: ExportedRequest, left: (text: string) => void): TestScript {
  const lines: string[] = [];
  const captured: string[] = [];
  let leavesScript = false;
  const hasSeveral = (written?.block.responseScripts.length ?? 0) > 1;
  for (const node of written?.block.nodes ?? []) {
    if (node.kind === 'script' && node.phase === 'response') {
      const kept = keptLines(node, (text) => hide(text, 'script'));
      leavesScript ||= kept === undefined;
      // Each has a scope of its own.
      for (const line of kept === undefined ? [] : hasSeveral ? ['{', ...kept, '}'] : kept) lines.push(line);
    }
    if (node.kind !== 'capture' && node.kind !== 'assertion') continue;
    const place = node.left.text;
    const subject = hide(place, 'test');
    const isHidden = hasVariables(subject);
    if (node.kind === 'capture') {
      const value = isHidden ? undefined : valueOf(node.subject);
      if (value === undefined) left(`@${node.name.text} << ${withSecretNames(subject)}`);
      else {
        captured.push(node.name.text);
        lines.push(`pm.collectionVariables.set(${JSON.stringify(node.name.text)}, ${value});`);
      }
      continue;
    }
    const hidePart: Hide = (text) => hide(text, isHidden ? 'test' : place);
    const test = isHidden ? undefined : testOf(node, hidePart);
    const title = hidePart(node.text.text);
    if (test === undefined) left(`?? ${withSecretNames(title)}`);
    else lines.push(`pm.test(${JSON.stringify(title)}, () => { ${test} });`);
  }
  return { lines, captured, leavesScript };
}
