import { keyOfToken, pointerToken } from '../base/text/jsonPointer.ts';
import { percentDecoded } from '../base/text/percentDecoding.ts';
import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../base/values/value.ts';

/** A part of a document: the value and its location. */
export interface Part {
  readonly value: Value | undefined;
  /** URI of the document. */
  readonly uri: string;
  /** JSON pointer, empty for the whole document. */
  readonly pointer: string;
}

const none: ObjectValue = new Map();

export const object = (v: Value | undefined): ObjectValue => (v !== undefined && isObjectValue(v) ? v : none);
export const list = (v: Value | undefined): readonly Value[] => (v !== undefined && isArrayValue(v) ? v : []);
export const textOf = (v: Value | undefined, key: string): string => {
  const found = object(v).get(key);
  return typeof found === 'string' ? found : '';
};

/** The location of a part as a URI. */
export const locationOf = ({ uri, pointer }: Part): string => `${uri}#${encodeURI(pointer).replaceAll('#', '%23')}`;

export function childOf(part: Part, ...keys: readonly (string | number)[]): Part {
  let { value, pointer } = part;
  for (const key of keys) {
    value = typeof key === 'number' ? list(value)[key] : object(value).get(key);
    pointer += `/${pointerToken(String(key))}`;
  }
  return { value, uri: part.uri, pointer };
}

/** A chain of references with more links is cyclic. */
const longestChain = 50;

/** The documents of a description. A document is requested when a reference first points into it. */
export class Documents {
  readonly #documents = new Map<string, Value>();
  /** Documents that are referenced and not added yet. */
  readonly missing = new Set<string>();
  readonly problems = new Set<string>();

  add(uri: string, value: Value): void {
    this.#documents.set(uri, value);
    this.missing.delete(uri);
  }

  root(uri: string): Part {
    return { value: this.#documents.get(uri), uri, pointer: '' };
  }

  /**
   * Follows `$ref`. The value is undefined for a reference without a target, which is a problem, and for a document that is not added yet.
   */
  resolve(part: Part): Part {
    let at = part;
    for (let hops = 0; hops < longestChain; hops++) {
      const ref = object(at.value).get('$ref');
      if (typeof ref !== 'string') return at;
      const next = this.#target(ref, at);
      if (next === undefined) return { ...at, value: undefined };
      at = next;
    }
    this.problems.add(`${part.pointer} refers to itself.`);
    return { ...part, value: undefined };
  }

  #target(ref: string, from: Part): Part | undefined {
    const hash = ref.indexOf('#');
    const path = hash < 0 ? ref : ref.slice(0, hash);
    const fragment = hash < 0 ? '' : percentDecoded(ref.slice(hash + 1));
    let uri = from.uri;
    if (path !== '') {
      try {
        uri = new URL(path, from.uri).href;
      } catch {
        this.problems.add(`${shown(ref)} is not a reference.`);
        return undefined;
      }
    }
    if (!this.#documents.has(uri)) {
      this.missing.add(uri);
      return undefined;
    }
    let at: Value | undefined = this.#documents.get(uri);
    if (fragment !== '' && !fragment.startsWith('/')) at = undefined;
    for (const step of fragment.split('/').slice(1)) {
      const key = keyOfToken(step);
      at = at !== undefined && isArrayValue(at) ? (/^\d+$/.test(key) ? at[Number(key)] : undefined) : object(at).get(key);
    }
    if (at === undefined) {
      this.problems.add(`${shown(ref)} leads to nothing.`);
      return undefined;
    }
    return { value: at, uri, pointer: fragment };
  }
}

const shown = (ref: string): string => `$ref ${ref.slice(0, 200)}`;
