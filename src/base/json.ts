import type { Range } from './text.ts';
import { numberFromToken, type Value } from './value.ts';

/** The tree of a JSON text (RFC 8259) with the ranges of its parts. It has all duplicate keys; in the value, the last one wins. */
export type JsonNode =
  | { readonly kind: 'object'; readonly range: Range; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly range: Range; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly range: Range; readonly value: Value };

export interface JsonMember {
  readonly key: string;
  /** Includes the quotes. */
  readonly keyRange: Range;
  readonly value: JsonNode;
}

export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

export type JsonResult = { readonly ok: true; readonly node: JsonNode } | { readonly ok: false; readonly problem: JsonProblem };

/** Maximum nesting; a deeper text is a problem instead of a stack overflow. */
const maxDepth = 2000;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Internal to this file. Not an `Error`, because capturing a stack trace is slow. */
class JsonError {
  readonly offset: number;
  readonly message: string;
  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}

/** Reads a strict JSON text. Never throws: a problem is returned with its offset. A BOM at the start is skipped. */
export function readJson(text: string): JsonResult {
  try {
    return { ok: true, node: new JsonReader(text).read() };
  } catch (e) {
    if (e instanceof JsonError) return { ok: false, problem: { offset: e.offset, message: e.message } };
    throw e;
  }
}

/** A recursive-descent parser; its methods throw `JsonError`. */
class JsonReader {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  read(): JsonNode {
    this.#skipSpace();
    const node = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('text after the end of the value');
    return node;
  }

  #fail(message: string, offset = this.#at): never {
    throw new JsonError(offset, message);
  }

  #skipSpace(): void {
    for (;;) {
      const c = this.#text.charCodeAt(this.#at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return;
      this.#at++;
    }
  }

  #value(depth: number): JsonNode {
    if (depth > maxDepth) this.#fail(`more than ${maxDepth} levels deep`);
    const start = this.#at;
    const c = this.#text[this.#at];
    if (c === '{') return this.#object(start, depth);
    if (c === '[') return this.#array(start, depth);
    if (c === '"') return { kind: 'scalar', value: this.#string(), range: { start, end: this.#at } };
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return { kind: 'scalar', value, range: { start, end: this.#at } };
      }
    }
    number.lastIndex = this.#at;
    const token = number.exec(this.#text)?.[0];
    if (token === undefined)
      this.#fail(
        this.#at >= this.#text.length
          ? 'a value is missing at the end'
          : `${JSON.stringify(this.#text.slice(this.#at, this.#at + 1))} does not begin a value`,
      );
    this.#at += token.length;
    return { kind: 'scalar', value: numberFromToken(token), range: { start, end: this.#at } };
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return { kind: 'object', members, range: { start, end: this.#at } };
    }
    for (;;) {
      const keyStart = this.#at;
      if (this.#text[this.#at] !== '"') this.#fail('a key in double quotes is missing');
      const key = this.#string();
      const keyRange = { start: keyStart, end: this.#at };
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') this.#fail('a colon is missing after the key');
      this.#at++;
      this.#skipSpace();
      members.push({ key, keyRange, value: this.#value(depth + 1) });
      this.#skipSpace();
      if (this.#text[this.#at] === '}') {
        this.#at++;
        return { kind: 'object', members, range: { start, end: this.#at } };
      }
      if (this.#text[this.#at] !== ',') this.#fail('a comma or } is missing');
      this.#at++;
      this.#skipSpace();
    }
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] === ']') {
      this.#at++;
      return { kind: 'array', items, range: { start, end: this.#at } };
    }
    for (;;) {
      items.push(this.#value(depth + 1));
      this.#skipSpace();
      if (this.#text[this.#at] === ']') {
        this.#at++;
        return { kind: 'array', items, range: { start, end: this.#at } };
      }
      if (this.#text[this.#at] !== ',') this.#fail('a comma or ] is missing');
      this.#at++;
      this.#skipSpace();
    }
  }

  /** Scans to the closing quote, then decodes all escapes in one go: concatenating piece by piece would need much memory. */
  #string(): string {
    const start = this.#at++;
    let escaped = false;
    for (; ; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === 34) break;
      if (c === 92) {
        escaped = true;
        escape.lastIndex = this.#at;
        if (!escape.test(this.#text)) this.#fail('not an escape of JSON');
        this.#at = escape.lastIndex - 1;
      } else if (c < 32) this.#fail('a line break or control character in a string');
      else if (this.#at >= this.#text.length) this.#fail('the string that begins here is not closed', start);
    }
    this.#at++;
    return escaped ? (JSON.parse(this.#text.slice(start, this.#at)) as string) : this.#text.slice(start + 1, this.#at - 1);
  }
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
  const result = readJson(text);
  return result.ok ? jsonToValue(result.node) : undefined;
}

/** The value of a text that is JSON (`null` included), else the text itself. */
export function jsonOrText(text: string): Value {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
