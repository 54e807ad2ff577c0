// oxlint-disable no-underscore-dangle -- chai's name of the value
import { isEqual } from '../clients/equality.ts';
import { schemaErrors } from '../clients/jsonSchema.ts';
import { kit } from '../kit.ts';
import type { Chai } from '../postman/assertions.ts';

export interface BrunoChai extends Chai {
  readonly assert: unknown;
}

let extended: BrunoChai | undefined;

/** Chai with the assertions that Bruno adds. */
export function brunoChai(): BrunoChai {
  if (extended !== undefined) return extended;
  const chai = kit().load('chai')['package'] as BrunoChai;
  chai.Assertion.addProperty('json', function () {
    this.assert(isJson(this._obj), 'expected value to be JSON', 'expected value not to be JSON');
  });
  chai.Assertion.addMethod('jsonBody', function (...args: readonly unknown[]) {
    const [path, expected] = args;
    const isPath = args.length > 1 || (args.length === 1 && (typeof path !== 'object' || path === null));
    const at = isPath ? ` at '${String(path)}'` : '';
    const found = isPath ? partAt(this._obj, String(path)) : { value: this._obj };
    const wanted = isPath ? expected : path;
    const isGiven = isPath ? args.length > 1 : args.length === 1;
    const holds = isGiven ? found !== undefined && isEqual(found.value, wanted) : isPath ? found !== undefined : isJson(this._obj);
    this.assert(holds, `expected JSON body${at} to be as given`, `expected JSON body${at} not to be as given`, wanted, found?.value);
  });
  chai.Assertion.addMethod('jsonSchema', function (schema: unknown, options?: object) {
    const errors = compiled(() => schemaErrors(schema, this._obj, options ?? {}));
    this.assert(errors === '', `expected value to match the JSON schema: ${errors}`, 'expected value not to match the JSON schema');
  });
  return (extended = chai);
}

/** An error of the schema itself, as Bruno reports it. */
function compiled(check: () => string): string {
  try {
    return check();
  } catch (e) {
    throw new Error(`JSON schema compile error: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
  }
}

const isJson = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The value of a path such as `items[0]["a.b"].c`; undefined if it is not there. */
function partAt(root: unknown, path: string): { readonly value: unknown } | undefined {
  let value = root;
  for (const [, quote, key = '', index, name] of path.matchAll(/\[(?:(["'])((?:\\.|(?!\1).)*)\1|([^\]]*))\]|([^.[\]]+)/g)) {
    const step = quote === undefined ? (index ?? name ?? '') : key.replace(/\\(["'])/g, '$1');
    if (value === null || value === undefined || !Object.hasOwn(Object(value) as object, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return { value };
}
