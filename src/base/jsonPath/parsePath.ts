import { PathReader } from './pathReader.ts';
import {
  isSingular,
  PathError,
  type Argument,
  type Call,
  type Comparable,
  type Comparison,
  type FunctionName,
  type Logical,
  type Query,
  type Segment,
  type Selector,
} from './syntax.ts';

/** Argument and result types of the functions (RFC 9535 §2.4.1): a value, nodes, or true or false. */
const functions: Readonly<Record<FunctionName, { readonly args: readonly ('value' | 'nodes')[]; readonly gives: 'value' | 'truth' }>> = {
  length: { args: ['value'], gives: 'value' },
  count: { args: ['nodes'], gives: 'value' },
  value: { args: ['nodes'], gives: 'value' },
  match: { args: ['value', 'value'], gives: 'truth' },
  search: { args: ['value', 'value'], gives: 'truth' },
};

const comparisons: readonly Comparison[] = ['==', '!=', '<=', '>=', '<', '>'];
const deepest = 200;

export type ParsedPath =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** Parses a JSONPath query and checks its types (RFC 9535 §2.4.3). Never throws. */
export function parsePath(text: string): ParsedPath {
  const reader = new PathReader(text);
  try {
    reader.expect('$', 'the $ that a path begins with');
    const query: Query = { root: 'document', segments: segments(reader, 0) };
    if (!reader.isAtEnd) reader.fail('a path continues with . or [');
    return { ok: true, query };
  } catch (e) {
    if (e instanceof PathError) return { ok: false, message: e.message, offset: e.offset };
    throw e;
  }
}

function segments(reader: PathReader, depth: number): readonly Segment[] {
  const all: Segment[] = [];
  for (;;) {
    const before = reader.at;
    reader.skipBlanks();
    if (reader.take('..')) all.push({ descendant: true, selectors: reader.peek('[') ? bracketed(reader, depth) : [shorthand(reader)] });
    else if (reader.take('.')) all.push({ descendant: false, selectors: [shorthand(reader)] });
    else if (reader.peek('[')) all.push({ descendant: false, selectors: bracketed(reader, depth) });
    else {
      // White space that no segment follows is not part of the path.
      reader.at = before;
      return all;
    }
  }
}

function shorthand(reader: PathReader): Selector {
  if (reader.take('*')) return { kind: 'wildcard' };
  const name = reader.name();
  return name === undefined ? reader.fail('a name or * is missing') : { kind: 'name', name };
}

function bracketed(reader: PathReader, depth: number): readonly Selector[] {
  reader.expect('[', '[');
  const all: Selector[] = [];
  do {
    reader.skipBlanks();
    all.push(selector(reader, depth));
    reader.skipBlanks();
  } while (reader.take(','));
  reader.expect(']', ']');
  return all;
}

function selector(reader: PathReader, depth: number): Selector {
  if (reader.take('*')) return { kind: 'wildcard' };
  if (reader.take('?')) {
    reader.skipBlanks();
    return { kind: 'filter', test: logicalOr(reader, depth + 1) };
  }
  const name = reader.string();
  if (name !== undefined) return { kind: 'name', name };
  const start = reader.integer();
  const before = reader.at;
  reader.skipBlanks();
  if (!reader.take(':')) {
    reader.at = before;
    return start === undefined ? reader.fail('a name in quotes, an index, a slice, * or ? is missing') : { kind: 'index', index: start };
  }
  reader.skipBlanks();
  const end = reader.integer();
  reader.skipBlanks();
  let step: number | undefined;
  if (reader.take(':')) {
    reader.skipBlanks();
    step = reader.integer();
  }
  return { kind: 'slice', start: start ?? null, end: end ?? null, step: step ?? 1 };
}

function logicalOr(reader: PathReader, depth: number): Logical {
  return chain(reader, 'or', '||', () => chain(reader, 'and', '&&', () => basic(reader, depth)));
}

function chain(reader: PathReader, kind: 'or' | 'and', sign: string, part: () => Logical): Logical {
  const parts = [part()];
  for (;;) {
    const before = reader.at;
    reader.skipBlanks();
    if (!reader.take(sign)) {
      reader.at = before;
      return parts.length === 1 ? (parts[0] as Logical) : { kind, parts };
    }
    reader.skipBlanks();
    parts.push(part());
  }
}

function basic(reader: PathReader, depth: number): Logical {
  if (depth > deepest) reader.fail('the filter is nested too deeply');
  if (reader.take('!')) {
    reader.skipBlanks();
    if (reader.peek('(')) return { kind: 'not', part: parenthesized(reader, depth) };
    const start = reader.at;
    const part = test(reader, depth);
    if (part.kind === 'compare') reader.fail('a comparison must be in parentheses to be negated', start);
    return { kind: 'not', part };
  }
  return reader.peek('(') ? parenthesized(reader, depth) : test(reader, depth);
}

function parenthesized(reader: PathReader, depth: number): Logical {
  reader.expect('(', '(');
  reader.skipBlanks();
  const inside = logicalOr(reader, depth + 1);
  reader.skipBlanks();
  reader.expect(')', ')');
  return inside;
}

/** An operand that may or may not be part of a comparison. */
type Operand = Exclude<Comparable, { kind: 'single' }> | { readonly kind: 'query'; readonly query: Query };

function test(reader: PathReader, depth: number): Logical {
  const start = reader.at;
  const left = readOperand(reader, depth);
  const before = reader.at;
  reader.skipBlanks();
  const operator = comparisons.find((sign) => reader.take(sign));
  if (operator === undefined) {
    reader.at = before;
    if (left.kind === 'query') return { kind: 'exists', query: left.query };
    if (left.kind === 'literal') return reader.fail('a value alone is neither true nor false: compare it', start);
    if (functions[left.call.name].gives !== 'truth') reader.fail(`the result of ${left.call.name}() must be compared`, start);
    return left;
  }
  reader.skipBlanks();
  const rightStart = reader.at;
  const right = readOperand(reader, depth);
  return { kind: 'compare', operator, left: comparable(reader, left, start), right: comparable(reader, right, rightStart) };
}

function comparable(reader: PathReader, operand: Operand, start: number): Comparable {
  if (operand.kind === 'query') {
    if (!isSingular(operand.query)) reader.fail('only a path that selects one value can be compared', start);
    return { kind: 'single', query: operand.query };
  }
  if (operand.kind === 'call' && functions[operand.call.name].gives !== 'value')
    reader.fail(`${operand.call.name}() is true or false: it cannot be compared`, start);
  return operand;
}

function readOperand(reader: PathReader, depth: number): Operand {
  const start = reader.at;
  if (reader.take('$')) return { kind: 'query', query: { root: 'document', segments: segments(reader, depth) } };
  if (reader.take('@')) return { kind: 'query', query: { root: 'current', segments: segments(reader, depth) } };
  const text = reader.string();
  if (text !== undefined) return { kind: 'literal', token: '', value: text };
  const token = reader.numberToken();
  if (token !== undefined) return { kind: 'literal', token, value: undefined };
  const word = reader.functionName();
  if (word !== undefined && reader.take('(')) return { kind: 'call', call: call(reader, word, start, depth) };
  if (word === 'true' || word === 'false') return { kind: 'literal', token: '', value: word === 'true' };
  if (word === 'null') return { kind: 'literal', token: '', value: null };
  return reader.fail('a path, a value or a function is missing', start);
}

function call(reader: PathReader, name: string, start: number, depth: number): Call {
  if (!Object.hasOwn(functions, name)) reader.fail(`JSONPath has no function ${name}()`, start);
  const known = name as FunctionName;
  const wanted = functions[known].args;
  const args: Argument[] = [];
  reader.skipBlanks();
  while (!reader.peek(')')) {
    if (args.length > 0) {
      reader.expect(',', ', or )');
      reader.skipBlanks();
    }
    const from = reader.at;
    if (args.length >= wanted.length) reader.fail(`${name}() takes ${wanted.length} argument${wanted.length === 1 ? '' : 's'}`);
    args.push(argument(reader, readOperand(reader, depth), wanted[args.length] ?? 'value', from));
    reader.skipBlanks();
  }
  if (args.length < wanted.length) reader.fail(`${name}() takes ${wanted.length} argument${wanted.length === 1 ? '' : 's'}`);
  reader.expect(')', ')');
  return { name: known, args };
}

function argument(reader: PathReader, operand: Operand, wanted: 'value' | 'nodes', start: number): Argument {
  if (wanted === 'value') return { kind: 'value', value: comparable(reader, operand, start) };
  if (operand.kind !== 'query') return reader.fail('a path is expected here', start);
  return { kind: 'nodes', query: operand.query };
}
