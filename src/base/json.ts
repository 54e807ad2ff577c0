import type { Range } from './text.ts';
import { numberFromToken, type Value } from './value.ts';

/** A JSON text's tree with the places of its parts (RFC 8259). Duplicate keys all stand here; as a value the last one wins. */
export type JsonNode =
  | { readonly kind: 'object'; readonly range: Range; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly range: Range; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly range: Range; readonly value: Value };

export interface JsonMember {
  readonly key: string;
  /** With its quotes. */
  readonly keyRange: Range;
  readonly value: JsonNode;
}

export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

export type JsonResult = { readonly ok: true; readonly node: JsonNode } | { readonly ok: false; readonly problem: JsonProblem };

/** Levels a JSON text may nest; deeper is a problem, never a crash. */
const maxDepth = 2000;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Thrown and caught here alone. No Error: it would write its stack down. */
class JsonError {
  readonly offset: number;
  readonly message: string;
  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

/** Reads a strict JSON text. Never throws: what is wrong comes with its offset. A BOM at the start is skipped. */
export function readJson(text: string): JsonResult {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  try {
    skipSpace();
    const node = readValue(0);
    skipSpace();
    if (at < text.length) fail('text after the end of the value');
    return { ok: true, node };
  } catch (e) {
    if (e instanceof JsonError) return { ok: false, problem: { offset: e.offset, message: e.message } };
    throw e;
  }

  function fail(message: string, offset = at): never {
    throw new JsonError(offset, message);
  }

  function skipSpace(): void {
    for (;;) {
      const c = text.charCodeAt(at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return;
      at++;
    }
  }

  function readValue(depth: number): JsonNode {
    if (depth > maxDepth) fail(`more than ${maxDepth} levels deep`);
    const start = at;
    const c = text[at];
    if (c === '{') return readObject(start, depth);
    if (c === '[') return readArray(start, depth);
    if (c === '"') return { kind: 'scalar', value: readString(), range: { start, end: at } };
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return { kind: 'scalar', value, range: { start, end: at } };
      }
    }
    number.lastIndex = at;
    const token = number.exec(text)?.[0];
    if (token === undefined)
      fail(at >= text.length ? 'a value is missing at the end' : `${JSON.stringify(text.slice(at, at + 1))} does not begin a value`);
    at += token.length;
    return { kind: 'scalar', value: numberFromToken(token), range: { start, end: at } };
  }

  function readObject(start: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    at++;
    skipSpace();
    if (text[at] === '}') {
      at++;
      return { kind: 'object', members, range: { start, end: at } };
    }
    for (;;) {
      const keyStart = at;
      if (text[at] !== '"') fail('a key in double quotes is missing');
      const key = readString();
      const keyRange = { start: keyStart, end: at };
      skipSpace();
      if (text[at] !== ':') fail('a colon is missing after the key');
      at++;
      skipSpace();
      members.push({ key, keyRange, value: readValue(depth + 1) });
      skipSpace();
      if (text[at] === '}') {
        at++;
        return { kind: 'object', members, range: { start, end: at } };
      }
      if (text[at] !== ',') fail('a comma or } is missing');
      at++;
      skipSpace();
    }
  }

  function readArray(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    at++;
    skipSpace();
    if (text[at] === ']') {
      at++;
      return { kind: 'array', items, range: { start, end: at } };
    }
    for (;;) {
      items.push(readValue(depth + 1));
      skipSpace();
      if (text[at] === ']') {
        at++;
        return { kind: 'array', items, range: { start, end: at } };
      }
      if (text[at] !== ',') fail('a comma or ] is missing');
      at++;
      skipSpace();
    }
  }

  /** Looks at each character once; what escapes mean is read at once in the end: put together piece by piece, it would fill the memory. */
  function readString(): string {
    const start = at++;
    let escaped = false;
    for (; ; at++) {
      const c = text.charCodeAt(at);
      if (c === 34) break;
      if (c === 92) {
        escaped = true;
        escape.lastIndex = at;
        if (!escape.test(text)) fail('not an escape of JSON');
        at = escape.lastIndex - 1;
      } else if (c < 32) fail('a line break or control character in a string');
      else if (at >= text.length) fail('the string that begins here is not closed', start);
    }
    at++;
    return escaped ? (JSON.parse(text.slice(start, at)) as string) : text.slice(start + 1, at - 1);
  }
}

/** The value a JSON tree means: keys in order (of a repeated key the last value, at its first place), numbers exact. */
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

/** The value of a JSON text, or undefined where it is not JSON. */
export function parseJson(text: string): Value | undefined {
  const result = readJson(text);
  return result.ok ? jsonToValue(result.node) : undefined;
}

/** The value of a text that is JSON (`null` included), else the text itself. */
export function jsonOrText(text: string): Value {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
