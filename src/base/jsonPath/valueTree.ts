import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../values/value.ts';
import { Evaluation, type EvaluationPorts } from './evaluatePath.ts';
import type { JsonTree } from './jsonTree.ts';
import type { Query } from './syntax.ts';

type Container = readonly Value[] | ObjectValue;

const containerOf = (value: Value): Container | undefined => (isArrayValue(value) || isObjectValue(value) ? value : undefined);

/** A value as a tree. Of duplicate members it contains only the last one. */
class ValueTree implements JsonTree<Value, Container> {
  readonly root: Value;
  /** Keys of the object whose children are visited, as an array for access by index. */
  readonly #keys = new Map<Container, readonly string[]>();

  readonly #read: ((value: Value) => Value) | undefined;

  constructor(root: Value, read: ((value: Value) => Value) | undefined) {
    this.root = root;
    this.#read = read;
  }

  containerOf(value: Value): Container | undefined {
    return containerOf(value);
  }

  isObject(container: Container): boolean {
    return isObjectValue(container);
  }

  eachContainer(container: Container, visit: (container: Container) => void, look: () => void): void {
    visit(container);
    for (const value of container.values()) {
      look();
      const inner = containerOf(value);
      if (inner !== undefined) this.eachContainer(inner, visit, look);
    }
  }

  eachChild(
    container: Container,
    isWanted: (name: number) => boolean,
    visit: (place: Value) => void,
    goOn: (name: number) => boolean,
  ): void {
    let nth = 0;
    const inObject = isObjectValue(container);
    for (const value of container.values()) {
      const name = inObject ? nth : ~nth;
      nth++;
      if (isWanted(name)) visit(value);
      if (!goOn(name)) return;
    }
  }

  isNamed(container: Container, name: number, key: string): boolean {
    if (!isObjectValue(container)) return false;
    let keys = this.#keys.get(container);
    if (keys === undefined) this.#keys.set(container, (keys = [...container.keys()]));
    return keys[name] === key;
  }

  read(place: Value): Value {
    return this.#read === undefined ? place : this.#read(place);
  }
}

/**
 * Visits the values that a query selects, in order. Callers set limits: `ports` and `visit` can throw.
 * @param read called for each value that a filter compares
 */
export function visitValues(
  query: Query,
  root: Value,
  ports: EvaluationPorts,
  visit: (value: Value) => void,
  read?: (value: Value) => Value,
): void {
  new Evaluation(new ValueTree(root, read), ports).run(query, (value) => {
    visit(value);
    return true;
  });
}
