import { jsonToken, JsonScanner } from './jsonScanner.ts';
import type { Range } from '../text/text.ts';
import { numberFromToken, type Value } from '../values/value.ts';

/** The tree of a JSON text (RFC 8259) with the ranges of its parts. Contains all duplicate keys; in the value, the last one applies. */
export type JsonNode =
  | { readonly kind: 'object'; readonly range: Range; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly range: Range; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly range: Range; readonly value: Value };

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

export type JsonResult = { readonly ok: true; readonly node: JsonNode } | { readonly ok: false; readonly problem: JsonProblem };

/** Maximum nesting; a deeper text is a problem. */
const maxDepth = 2000;
const tooDeep = `more than ${maxDepth} levels deep`;
const deepJson = `JSON that is ${tooDeep}`;

/** An object or array that is not closed yet. */
interface Open {
  readonly start: number;
  readonly isObject: boolean;
  readonly members: JsonMember[];
  readonly items: JsonNode[];
  key: string;
  keyRange: Range;
}

const noRange: Range = { start: 0, end: 0 };
const problem = (offset: number, message: string): JsonResult => ({ ok: false, problem: { offset, message } });

/** Reads a strict JSON text. Never throws: a problem is returned with its offset. A BOM at the start is skipped. */
export function readJson(text: string): JsonResult {
  const scanner = new JsonScanner(text);
  const open: Open[] = [];
  let root: JsonNode | undefined;
  const take = (node: JsonNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.isObject) parent.members.push({ key: parent.key, keyRange: parent.keyRange, value: node });
    else parent.items.push(node);
  };
  for (let token = scanner.next(); ; token = scanner.next()) {
    const { start, at: end } = scanner;
    switch (token) {
      case jsonToken.open:
        if (open.length > maxDepth) return problem(start, tooDeep);
        open.push({ start, isObject: text.charAt(start) === '{', members: [], items: [], key: '', keyRange: noRange });
        break;
      case jsonToken.close: {
        const closed = open.pop() as Open;
        const range = { start: closed.start, end };
        take(closed.isObject ? { kind: 'object', members: closed.members, range } : { kind: 'array', items: closed.items, range });
        break;
      }
      case jsonToken.key: {
        const parent = open.at(-1) as Open;
        parent.key = stringAt(text, scanner);
        parent.keyRange = { start, end };
        break;
      }
      case jsonToken.scalar:
        if (open.length > maxDepth) return problem(start, tooDeep);
        take({ kind: 'scalar', value: scalarAt(text, scanner), range: { start, end } });
        break;
      case jsonToken.colon:
      case jsonToken.comma:
        break;
      case jsonToken.end:
        return { ok: true, node: root as JsonNode };
      default:
        return problem(scanner.problemAt, scanner.problem);
    }
  }
}

type JsonValueResult = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: JsonProblem };

/** Maximum number of different keys whose strings are shared. */
const mostKeys = 10_000;

/**
 * The value of a JSON text, as `jsonToValue` of `readJson`, but without ranges, which halves the memory.
 * @param isOmitted whether to omit a member, by its key and the keys of the objects around it (`''` for a list), outermost first
 */
export function readJsonValue(text: string, isOmitted?: (keys: readonly string[]) => boolean): JsonValueResult {
  const scanner = new JsonScanner(text);
  const open: (Value[] | Map<string, Value>)[] = [];
  /** The key of the current value in each open object. */
  const at: string[] = [];
  const keys = new Map<string, string>();
  let root: Value = null;
  let isLeftOut = false;
  const take = (value: Value): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if (parent instanceof Map) parent.set(at[open.length - 1] ?? '', value);
    else parent.push(value);
  };
  const failed = (offset: number, message: string): JsonValueResult => ({ ok: false, problem: { offset, message } });
  for (let token = scanner.next(); ; token = scanner.next()) {
    switch (token) {
      case jsonToken.open: {
        if (open.length > maxDepth) return failed(scanner.start, tooDeep);
        if (isLeftOut) {
          const wrong = skipped(scanner);
          if (wrong !== undefined) return failed(wrong.offset, wrong.message);
          isLeftOut = false;
          break;
        }
        const container: Value[] | Map<string, Value> = text.charAt(scanner.start) === '{' ? new Map<string, Value>() : [];
        take(container);
        open.push(container);
        at[open.length - 1] = '';
        break;
      }
      case jsonToken.close:
        open.pop();
        break;
      case jsonToken.key: {
        const key = stringAt(text, scanner);
        const known = keys.get(key);
        if (known === undefined && keys.size < mostKeys) keys.set(key, key);
        at.length = open.length;
        at[open.length - 1] = known ?? key;
        isLeftOut = isOmitted?.(at) === true;
        break;
      }
      case jsonToken.scalar:
        if (open.length > maxDepth) return failed(scanner.start, tooDeep);
        if (isLeftOut) isLeftOut = false;
        else take(scalarAt(text, scanner));
        break;
      case jsonToken.colon:
      case jsonToken.comma:
        break;
      case jsonToken.end:
        return { ok: true, value: root };
      default:
        return failed(scanner.problemAt, scanner.problem);
    }
  }
}

/** Skips the container that begins at the scanner's token. Returns an error in it. */
function skipped(scanner: JsonScanner): JsonProblem | undefined {
  const outside = scanner.depth - 1;
  for (;;) {
    const token = scanner.next();
    if (token === jsonToken.wrong || token === jsonToken.end) return { offset: scanner.problemAt, message: scanner.problem };
    if (token === jsonToken.open && scanner.depth - 1 > maxDepth) return { offset: scanner.start, message: tooDeep };
    if (token === jsonToken.close && scanner.depth === outside) return undefined;
  }
}

function scalarAt(text: string, scanner: JsonScanner): Value {
  const c = text.charAt(scanner.start);
  if (c === '"') return stringAt(text, scanner);
  if (c === 't' || c === 'f') return c === 't';
  return c === 'n' ? null : numberFromToken(text.slice(scanner.start, scanner.at));
}

/** Decodes all escapes at once: concatenating piece by piece would need much memory. */
function stringAt(text: string, { start, at, escaped }: JsonScanner): string {
  return escaped ? (JSON.parse(text.slice(start, at)) as string) : text.slice(start + 1, at - 1);
}

/** The value of a JSON tree: keys in order (a repeated key has its last value at its first position), numbers exact. */
export function jsonToValue(node: JsonNode): Value {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'array':
      return node.items.map(jsonToValue);
    case 'object':
      return new Map(node.members.map((m) => [m.key, jsonToValue(m.value)]));
  }
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): Value | undefined {
  const result = readJsonValue(text);
  return result.ok ? result.value : undefined;
}

/** The value of a text that is JSON (`null` included), else the text itself. */
export function jsonOrText(text: string): Value {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/** Why a text that seems to be JSON is read as text: its nesting. Undefined for other texts. */
export function nestingProblem(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const json = readJsonValue(text);
  return json.ok || json.problem.message !== tooDeep ? undefined : `${deepJson} is not read`;
}

/** What is wrong with a text, after its name: `is not JSON: …`, or that it is JSON which is nested too deeply. */
export const whyNoJson = ({ message }: JsonProblem): string =>
  message === tooDeep ? `is ${deepJson}, which is not read` : `is not JSON: ${message}`;
