import { keyOfToken } from '../base/text/jsonPointer.ts';
import { percentDecoded } from '../base/text/percentDecoding.ts';
import { isArrayValue, isObjectValue, type Value } from '../base/values/value.ts';
import { readDocument } from '../schema/index.ts';
import type { ApiIndex } from '../language/index.ts';
import { makeIndex, versionProblem } from './makeIndex.ts';
import { Documents, list, object } from './references.ts';

export type ReadIndex =
  | { readonly kind: 'problem'; readonly message: string }
  /** URIs of documents to add before the next attempt. */
  | { readonly kind: 'missing'; readonly uris: readonly string[] }
  | { readonly kind: 'index'; readonly index: Omit<ApiIndex, 'files'> };

/**
 * Examples of media types are unused, and half of a large document; examples in schemas are used. A media type contains a slash, unlike the
 * keywords of a schema that are members of a property named `content`.
 */
function isExample(keys: readonly string[]): boolean {
  const last = keys.at(-1);
  if (last !== 'examples' && last !== 'example') return false;
  if (keys.length === 2) return keys[0] === 'components';
  return keys.at(-3) === 'content' && keys.at(-2)?.includes('/') === true;
}

/** Reads the documents of a description. Runs in a thread for large ones. */
export class ApiReader {
  readonly #file: string;
  readonly #uri: string;
  readonly #documents = new Documents();
  #problem: string | undefined;

  constructor(file: string, uri: string) {
    this.#file = file;
    this.#uri = uri;
  }

  /** @param name determines whether to parse JSON or YAML, and begins messages */
  add(uri: string, name: string, text: string): void {
    const read = readDocument(name, text, isExample);
    if ('value' in read) this.#documents.add(uri, read.value);
    else this.fail(uri, read.problem);
  }

  /** Records why a document cannot be read. */
  fail(uri: string, problem: string): void {
    this.#documents.add(uri, null);
    if (uri === this.#uri) this.#problem = problem;
    else this.#documents.problems.add(`${problem.replace(/^there/, 'There')}.`);
  }

  index(): ReadIndex {
    const problem = this.#problem ?? versionProblem(this.#documents.root(this.#uri).value);
    if (problem !== undefined) return { kind: 'problem', message: problem };
    const index = makeIndex(this.#file, this.#uri, this.#documents);
    const uris = [...this.#documents.missing];
    return uris.length > 0 ? { kind: 'missing', uris } : { kind: 'index', index };
  }

  /**
   * The part of the main document that schemas reference, with every part at its original location. The whole document if a reference is
   * not a pointer.
   */
  prune(locations: readonly string[]): Value {
    const root = this.#documents.root(this.#uri).value ?? null;
    return pruned(root, this.#uri, locations);
  }
}

interface Kept {
  readonly steps: readonly string[];
  readonly value: Value;
}

function pruned(root: Value, uri: string, locations: readonly string[]): Value {
  const waiting = [...locations];
  const kept = new Map<string, Kept>();
  const seen = new Set<Value>();
  for (let location = waiting.pop(); location !== undefined; location = waiting.pop()) {
    const hash = location.indexOf('#');
    const path = hash < 0 ? location : location.slice(0, hash);
    if (path !== '' && path !== uri && !isSame(path, uri)) continue;
    const pointer = percentDecoded(location.slice(hash + 1));
    if (hash < 0 || !pointer.startsWith('/')) return root;
    if (kept.has(pointer)) continue;
    const steps = pointer.split('/').slice(1).map(keyOfToken);
    let value: Value | undefined = root;
    for (const step of steps) value = isArrayValue(value ?? null) ? list(value)[Number(step)] : object(value).get(step);
    if (value === undefined) continue;
    kept.set(pointer, { steps, value });
    referencesIn(value, waiting, seen);
  }
  return assembled(root, [...kept.values()]);
}

function isSame(path: string, uri: string): boolean {
  try {
    return new URL(path, uri).href === uri;
  } catch {
    return false;
  }
}

/** Not recursive, and visits each part once, because documents may be deep and YAML aliases share parts. */
function referencesIn(from: Value, into: string[], seen: Set<Value>): void {
  const open = [from];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isArrayValue(value)) {
      for (const item of value) open.push(item);
      continue;
    }
    if (!isObjectValue(value)) continue;
    for (const [key, item] of value) {
      if (/^\$(?:ref|dynamicRef|recursiveRef)$/.test(key) && typeof item === 'string') into.push(item);
      else open.push(item);
    }
  }
}

/** Members of the root that affect how its schemas are read. */
const always = ['openapi', 'jsonSchemaDialect', '$self'];

/** A document of the given parts only, at their original locations. A part inside another one is included with it. */
function assembled(root: Value, parts: readonly Kept[]): Value {
  const made = new Map<string, Value>();
  for (const key of always) {
    const value = object(root).get(key);
    if (value !== undefined) made.set(key, value);
  }
  const copies = new Map<Value, Map<string, Value>>();
  // The outer parts first.
  for (const { steps, value } of parts.toSorted((a, b) => a.steps.length - b.steps.length)) put(made, root, steps, value, copies);
  return made;
}

function put(made: Map<string, Value>, root: Value, steps: readonly string[], value: Value, copies: Map<Value, Map<string, Value>>): void {
  let into = made;
  let from: Value | undefined = root;
  for (const [i, step] of steps.entries()) {
    from = object(from).get(step);
    if (i === steps.length - 1) {
      into.set(step, value);
      return;
    }
    // A list keeps all its items, so that indices stay right.
    if (from === undefined || !isObjectValue(from)) {
      if (from !== undefined) into.set(step, from);
      return;
    }
    const there = into.get(step);
    let copy = copies.get(from);
    // A whole part is there already.
    if (there === from) return;
    if (copy === undefined || there !== copy) copies.set(from, (copy = new Map<string, Value>()));
    into.set(step, copy);
    into = copy;
  }
}
