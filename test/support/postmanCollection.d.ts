declare module 'postman-collection' {
  export interface Item {
    readonly events: { map<T>(made: (event: { readonly script: { toSource(): string } }) => T): readonly T[] };
    readonly name: string;
    readonly request: Request;
  }
  export class Request {
    constructor(definition: object);
    readonly method: string;
    readonly url: { toString(): string };
    toJSON(): object;
  }
  export class Collection {
    constructor(definition: object);
    readonly variables: { map<T>(by: (variable: { readonly key: string; readonly value: string }) => T): readonly T[] };
    forEachItem(visit: (item: Item) => void): void;
  }
  export const Property: { replaceSubstitutionsIn(value: object, by: readonly object[]): object };
}
