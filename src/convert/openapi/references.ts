import { keyOfToken } from '../../base/text/jsonPointer.ts';
import { percentDecoded } from '../../base/text/percentDecoding.ts';
import { isArrayValue, isObjectValue, type Value } from '../../base/values/value.ts';
import type { AddNote } from '../import/importResult.ts';
import { at } from '../import/reading/importedValues.ts';

export interface References {
  /** Returns the target of a `$ref`, or the value itself. Undefined for a broken reference. */
  readonly resolve: (v: Value | undefined) => Value | undefined;
  /** Examples that were built, by resolved schema. Many operations use the same schemas. */
  readonly examples: Map<Value, Value>;
  /** `examples` as JSON text, by resolved schema. */
  readonly exampleTexts: Map<Value, string>;
}

/** References of a document. External ones are reported once each. */
export function referencesOf(document: Value, addNote: AddNote): References {
  const reported = new Set<string>();
  const missing = (ref: string): undefined => {
    if (!reported.has(ref)) addNote('warning', `${ref.slice(0, 200)} is not found: only references inside the document are read.`);
    reported.add(ref);
  };
  return {
    examples: new Map(),
    exampleTexts: new Map(),
    resolve(v) {
      let found = v;
      // A longer chain is cyclic.
      for (let hops = 0; hops < 50; hops++) {
        const ref = at(found, '$ref');
        if (typeof ref !== 'string') return found;
        if (!ref.startsWith('#')) return missing(ref);
        const target = pointed(document, ref.slice(1));
        if (target === undefined) return missing(ref);
        found = target;
      }
      return undefined;
    },
  };
}

/** Resolves a JSON pointer (RFC 6901) in its fragment form. */
function pointed(document: Value, pointer: string): Value | undefined {
  let found: Value | undefined = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = keyOfToken(percentDecoded(part));
    if (found === undefined) return undefined;
    if (isObjectValue(found)) found = found.get(key);
    else if (isArrayValue(found) && /^\d+$/.test(key)) found = found[Number(key)];
    else return undefined;
  }
  return found;
}
