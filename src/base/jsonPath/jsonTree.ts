import type { Found } from './syntax.ts';

/** The input of a JSONPath query: bytes with an index (`body/jsonPlaces`), or a value (`valueTree.ts`). */
export interface JsonTree<P, C> {
  readonly root: P;
  /** Undefined for a scalar. */
  containerOf(place: P): C | undefined;
  isObject(container: C): boolean;
  /**
   * Visits a container and all nested ones, each before its contents.
   * @param look called for each child that is read on the way
   */
  eachContainer(container: C, visit: (container: C) => void, look: () => void): void;
  /**
   * Visits the members or items for which `isWanted` returns true. `name` is the complement (`~`) of an index, or a number that
   * `isNamed` recognizes.
   * @param goOn called after each child, wanted or not; returns false to stop
   */
  eachChild(container: C, isWanted: (name: number) => boolean, visit: (place: P) => void, goOn: (name: number) => boolean): void;
  isNamed(container: C, name: number, key: string): boolean;
  read(place: P): Found;
}
