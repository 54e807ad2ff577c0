import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import { piecesOf } from '../text/marks.ts';
import type { HurlLine } from './hurlFile.ts';
import { hurlQuery, hurlTokens, type HurlQuery, type HurlToken } from './hurlQuery.ts';
import { asText, patternOf, queryInScript, textOfToken, valueInScript } from './hurlScripts.ts';
import { hurlField, inLine, placeholderOf, textInAssertion } from './hurlText.ts';

/** Checks of a response: lines without `??`, and lines of a script. */
export interface HurlChecks {
  readonly assertions: readonly string[];
  readonly script: readonly string[];
}

export interface HurlCaptures {
  /** Without `@`. */
  readonly captures: readonly string[];
  readonly script: readonly string[];
  /** Without `# @`. */
  readonly directives: readonly string[];
}

/** Captures become `@name <<`; a script sets the variables of captures without an equivalent. */
export function capturesOf(lines: readonly HurlLine[], addNote: AddNote): HurlCaptures {
  const captures: string[] = [];
  const script: string[] = [];
  const directives: string[] = [];
  for (const { text } of lines) {
    const { name } = hurlField(text, addNote);
    const tokens = hurlTokens(text.replace(/^(?:\\.|[^\\:])+:/, ''));
    const isRedacted = tokens?.at(-1)?.text === 'redact' && tokens.at(-1)?.kind === 'word';
    const query = tokens && hurlQuery(isRedacted ? tokens.slice(0, -1) : tokens);
    const written = variableName(name);
    const left =
      query?.rest.length === 0 && query.filters.length === 0 && /^[A-Za-z_]\w*$/.test(written) ? capturedOf(query, addNote) : undefined;
    const read = query?.rest.length === 0 && left === undefined ? queryInScript(query, addNote) : undefined;
    if (left !== undefined) captures.push(`${written} << ${left}`);
    else if (read === undefined) addNote('warning', `Req has no equivalent of the capture ${text}: the variable ${written} is not set.`);
    else script.push(`tool.setVar(${JSON.stringify(written)}, ${asText(read)});`);
    if (isRedacted) directives.push(`secret ${written}`);
  }
  return { captures, script, directives };
}

/** The right side of a capture, for values that are the same in Hurl and in Req. */
const capturedOf = (query: HurlQuery, addNote: AddNote): string | undefined =>
  (query.name !== 'xpath' || typedXPath.test(textOfToken(query.value, addNote) ?? '')) &&
  ['status', 'jsonpath', 'xpath', 'header', 'cookie', 'duration'].includes(query.name)
    ? leftOf(query, addNote)
    : undefined;

/** Asserts become `??`; those without an equivalent become script tests. */
export function checksOf(lines: readonly HurlLine[], addNote: AddNote): HurlChecks {
  const assertions: string[] = [];
  const script: string[] = [];
  for (const { text } of lines) {
    const tokens = hurlTokens(text);
    const query = tokens && hurlQuery(tokens);
    const line = query && assertionOf(query, addNote);
    const test = query && line === undefined ? testOf(query, addNote) : undefined;
    if (line !== undefined) assertions.push(line);
    else if (test !== undefined) script.push(`tool.test(${JSON.stringify(text)}, () => ${test});`);
    else addNote('warning', `Req has no equivalent of the assertion ${text}.`);
  }
  return { assertions, script };
}

/** A step of a path in an assertion. */
const step = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** The path of a JSONPath that selects one value; undefined for others. */
function bodyPath(path: string): string | undefined {
  if (!/^\$(?:\.[A-Za-z_][\w-]*|\[\d+\]|\['[^'\\\]]*'\]|\["[^"\\\]]*"\])*$/.test(path)) return undefined;
  const steps = path.matchAll(/\.([A-Za-z_][\w-]*)|\[(\d+)\]|\[(['"])(.*?)\3\]/g);
  return `body${Array.from(steps, ([, name, index, , key]) => (index === undefined ? step(name ?? key ?? '') : `[${index}]`)).join('')}`;
}

/** Expressions whose value is not a node-set. */
const typedXPath =
  /^(?:string|normalize-space|concat|substring(?:-before|-after)?|translate|name|local-name|count|sum|number|boolean|not|contains|starts-with|string-length)\(.*\)$/;

/** An XPath with the same value in Req. Hurl compares all nodes, so for nodes only their number and existence are converted. */
function xpathLeft(path: string, isCounted: boolean): string | undefined {
  if (/[\r\n]/.test(path)) return undefined;
  const isTyped = typedXPath.test(path);
  if (isTyped === isCounted) return isTyped ? undefined : `body.xpath(${JSON.stringify(path)})`;
  return `body.xpath(${JSON.stringify(path)})${isCounted ? '.length' : ''}`;
}

const cookieParts: Readonly<Record<string, string>> = {
  value: 'value',
  expires: 'expires',
  'max-age': 'maxAge',
  domain: 'domain',
  path: 'path',
  secure: 'secure',
  httponly: 'httpOnly',
  samesite: 'sameSite',
};

function cookiePath(name: string): string | undefined {
  const [, cookie = '', part = 'value'] = /^([^[\]]+)(?:\[([\w-]+)\])?$/.exec(name) ?? [];
  const key = part.toLowerCase();
  return cookie === '' || !Object.hasOwn(cookieParts, key) ? undefined : `cookies${step(cookie)}.${cookieParts[key]}`;
}

/** The left side of an assertion; undefined if there is none. */
function leftOf(query: HurlQuery, addNote: AddNote): string | undefined {
  const value = textOfToken(query.value, addNote);
  const [filter, ...more] = query.filters.map((f) => f.name);
  if (query.value !== undefined && (value === undefined || piecesOf(value).some((p) => p.kind !== 'text'))) return undefined;
  if (query.name === 'certificate')
    return value === 'Expire-Date' && filter === 'daysAfterNow' && more.length === 0
      ? 'certificate.daysLeft'
      : filter === undefined
        ? { Subject: 'certificate.subject', Issuer: 'certificate.issuer' }[value ?? '']
        : undefined;
  if (query.name === 'bytes') return filter === 'count' && more.length === 0 ? 'size' : undefined;
  if (query.name === 'redirects') return filter === 'count' && more.length === 0 ? 'redirects.length' : undefined;
  if (filter !== undefined && (filter !== 'count' || more.length > 0)) return undefined;
  switch (query.name) {
    case 'status':
    case 'duration':
    case 'version':
      return filter === undefined ? query.name : undefined;
    case 'body':
      return 'body.text';
    case 'jsonpath':
      return bodyPath(value ?? '');
    case 'xpath':
      return xpathLeft(value ?? '', filter !== undefined);
    case 'cookie':
      return cookiePath(value ?? '');
    case 'header':
      return !/^[\w-]+$/.test(value ?? '') ? undefined : filter === 'count' ? `headers${step(value ?? '')}` : `header ${value}`;
    default:
      return undefined;
  }
}

/** Current names of predicates. */
const renamed: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  greaterThanOrEquals: '>=',
  lessThan: '<',
  lessThanOrEquals: '<=',
  includes: 'contains',
  countEquals: 'count',
};

const binary = new Set(['==', '!=', '>', '>=', '<', '<=', 'contains', 'startsWith', 'endsWith']);
const unary: Readonly<Record<string, string>> = {
  exists: 'exists',
  isEmpty: 'isEmpty',
  isBoolean: 'isBoolean',
  isDate: 'isDate',
  isIsoDate: 'isDate',
  isInteger: 'isInteger',
  isNumber: 'isNumber',
  isString: 'isString',
  isList: 'isArray',
  isObject: 'isObject',
  isUuid: 'isUuid',
};

interface Predicate {
  readonly not: boolean;
  readonly name: string;
  readonly value: HurlToken | undefined;
}

function predicateOf([first, ...rest]: readonly HurlToken[]): Predicate | undefined {
  const not = first?.kind === 'word' && first.text === 'not';
  const [name, value, ...more] = not ? rest : [first, ...rest];
  if (name?.kind !== 'word' || more.length > 0) return undefined;
  return { not, name: renamed[name.text] ?? name.text, value };
}

function assertionOf(query: HurlQuery, addNote: AddNote): string | undefined {
  const predicate = predicateOf(query.rest);
  const left = predicate && leftOf(query, addNote);
  if (predicate === undefined || left === undefined) return undefined;
  const { not, name, value } = predicate;
  // Flags of a cookie are false where the cookie does not have them.
  if (/\.(?:secure|httpOnly)$/.test(left) && left.startsWith('cookies')) return name === 'exists' ? `${left} == ${!not}` : undefined;
  if (left === 'version') return versionLine(predicate);
  // Of an XPath that is neither typed nor counted, only whether it selects something.
  if (query.name === 'xpath' && !left.endsWith('.length') && !typedXPath.test(textOfToken(query.value, addNote) ?? '') && name !== 'exists')
    return undefined;
  const isCounted = query.filters[0]?.name === 'count' && left !== 'size' && !left.endsWith('redirects.length') && query.name !== 'xpath';
  const negated = not ? 'not ' : '';
  if (isCounted) {
    if (value?.kind !== 'literal' || not || !binary.has(name) || /^[a-z]/.test(name) || name === '!=') return undefined;
    return `${left} length ${name === '==' ? '' : `${name} `}${value.text}`;
  }
  if (value === undefined) return Object.hasOwn(unary, name) ? `${left} ${negated}${unary[name]}` : undefined;
  if (name === 'count') return value.kind === 'literal' ? `${left} ${negated}length ${value.text}` : undefined;
  const right = name === 'matches' ? patternLine(value, addNote) : binary.has(name) ? valueLine(value, addNote) : undefined;
  return right === undefined ? undefined : `${left} ${negated}${name} ${right}`;
}

/** Hurl's versions are numbers: `version == "2"`. */
function versionLine({ not, name, value }: Predicate): string | undefined {
  const version = value?.kind === 'text' ? value.text : '';
  return /^(?:1\.[01]|2)$/.test(version) && (name === '==' || name === '!=')
    ? `version ${not ? 'not ' : ''}${name} HTTP/${version}`
    : undefined;
}

function patternLine(token: HurlToken, addNote: AddNote): string | undefined {
  const pattern = patternOf(token, addNote);
  if (pattern === undefined || pattern.flags !== '' || pattern.source !== pattern.source.trim()) return undefined;
  return inLine(pattern.source);
}

function valueLine(token: HurlToken, addNote: AddNote): string | undefined {
  if (token.kind === 'literal') return token.text;
  if (token.kind === 'placeholder') {
    const path = placeholderOf(token.text, addNote);
    return path === undefined ? undefined : `{{${path}}}`;
  }
  const text = textOfToken(token, addNote);
  return text === undefined ? undefined : textInAssertion(text);
}

const ipv4 = String.raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$`;
const conditions: Readonly<Record<string, string>> = {
  isBoolean: 'typeof v === "boolean"',
  isCollection: 'typeof v === "object" && v !== null',
  isEmpty: 'v.length === 0',
  isFloat: 'typeof v === "number" && !Number.isInteger(v)',
  isInteger: 'Number.isInteger(v)',
  isIpv4: `new RegExp(${JSON.stringify(ipv4)}).test(v)`,
  isIpv6: '/^[\\da-f:.]*:[\\da-f:.]*$/i.test(v)',
  isList: 'Array.isArray(v)',
  isNumber: 'typeof v === "number"',
  isObject: 'typeof v === "object" && v !== null && !Array.isArray(v)',
  isString: 'typeof v === "string"',
  exists: 'v !== undefined && v !== null && !(Array.isArray(v) && v.length === 0)',
};
const expectations: Readonly<Record<string, string>> = {
  '==': 'eql',
  '>': 'be.above',
  '>=': 'be.at.least',
  '<': 'be.below',
  '<=': 'be.at.most',
  contains: 'include',
  matches: 'match',
};

/** The expression of a test; undefined if Req has no equivalent. */
function testOf(query: HurlQuery, addNote: AddNote): string | undefined {
  const predicate = predicateOf(query.rest);
  const found = predicate && queryInScript(query, addNote);
  if (predicate === undefined || found === undefined) return undefined;
  const bytes = found.isBytes ? bytesOf(predicate.value) : undefined;
  const read = bytes === undefined ? asText(found) : `${found.code}.toString("hex")`;
  const { name, value } = predicate;
  const not = predicate.not !== (name === '!=');
  if (value === undefined) {
    const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    return condition && `tool.expect(((v) => ${condition})(${read})).to.equal(${!not})`;
  }
  const given = bytes ?? hashValue(query, value) ?? (name === 'matches' ? undefined : valueInScript(value, addNote));
  if (name === 'matches') {
    const pattern = valueInScript(asPattern(value), addNote);
    return pattern && `tool.expect(${read}).to${not ? '.not' : ''}.match(${pattern})`;
  }
  if (given === undefined) return undefined;
  if (name === 'startsWith' || name === 'endsWith') return `tool.expect(${read}.${name}(${given})).to.equal(${!not})`;
  if (name === 'count') return `tool.expect(${read}.length).to${not ? '.not' : ''}.equal(${given})`;
  const word = expectations[name === '!=' ? '==' : name];
  return word && `tool.expect(${read}).to${not ? '.not' : ''}.${word}(${given})`;
}

const asPattern = (token: HurlToken): HurlToken =>
  token.kind === 'text' ? { kind: 'pattern', text: token.text.replaceAll('\\\\', '\\') } : token;

/** Bytes to compare with, as hexadecimal digits in quotes; undefined for other values. */
function bytesOf(token: HurlToken | undefined): string | undefined {
  if (token?.kind !== 'bytes' || token.coding === 'file') return undefined;
  const text = token.text.replace(/\s+/g, '');
  if (token.coding === 'hex') return JSON.stringify(text.toLowerCase());
  return JSON.stringify(Array.from(atob(text), (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(''));
}

/** The value of `sha256 == hex,…;`, whose digits a script compares as text. */
const hashValue = ({ name }: HurlQuery, token: HurlToken): string | undefined =>
  (name === 'sha256' || name === 'md5') && token.kind === 'bytes' && token.coding === 'hex'
    ? JSON.stringify(token.text.replace(/\s+/g, '').toLowerCase())
    : undefined;
