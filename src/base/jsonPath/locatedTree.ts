import type { NodePath } from '../values/nodePath.ts';
import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../values/value.ts';
import { Evaluation, type EvaluationPorts } from './evaluatePath.ts';
import type { JsonTree } from './jsonTree.ts';
import type { Query } from './syntax.ts';

/** A value with its path. */
interface Located {
  readonly value: Value;
  readonly key: string | number;
  readonly parent: Located | undefined;
}

type Container = Located & { readonly value: readonly Value[] | ObjectValue };

/** A tree over a value whose places have paths. Takes more time and memory than `valueTree.ts`. */
class LocatedTree implements JsonTree<Located, Container> {
  readonly root: Located;
  /** Keys of the objects whose children are visited, as arrays for access by index. */
  readonly #keys = new Map<ObjectValue, readonly string[]>();

  constructor(value: Value) {
    this.root = { value, key: '', parent: undefined };
  }

  containerOf(place: Located): Container | undefined {
    return isArrayValue(place.value) || isObjectValue(place.value) ? (place as Container) : undefined;
  }

  isObject({ value }: Container): boolean {
    return isObjectValue(value);
  }

  eachContainer(container: Container, visit: (container: Container) => void, look: () => void): void {
    visit(container);
    for (const [key, value] of container.value.entries()) {
      look();
      const inner = this.containerOf({ value, key, parent: container });
      if (inner !== undefined) this.eachContainer(inner, visit, look);
    }
  }

  eachChild(
    container: Container,
    isWanted: (name: number) => boolean,
    visit: (place: Located) => void,
    goOn: (name: number) => boolean,
  ): void {
    let nth = 0;
    const inObject = isObjectValue(container.value);
    for (const [key, value] of container.value.entries()) {
      const name = inObject ? nth : ~nth;
      nth++;
      if (isWanted(name)) visit({ value, key, parent: container });
      if (!goOn(name)) return;
    }
  }

  isNamed({ value }: Located, name: number, key: string): boolean {
    if (!isObjectValue(value)) return false;
    let keys = this.#keys.get(value);
    if (keys === undefined) {
      keys = Array.from(value.keys());
      this.#keys.set(value, keys);
    }
    return keys[name] === key;
  }

  read({ value }: Located): Value {
    return value;
  }
}

/**
 * The path of the nth value that a query selects; undefined if there is none, or the ports stop the evaluation before.
 * @param nth from 0, or -1 for the last one
 */
export function selectedPath(query: Query, root: Value, nth: number, ports: EvaluationPorts): NodePath | undefined {
  let count = 0;
  let found: Located | undefined;
  new Evaluation(new LocatedTree(root), ports).run(query, (place) => {
    if (nth >= 0 && count++ < nth) return true;
    found = place;
    return nth < 0;
  });
  if (found === undefined) return undefined;
  const path: (string | number)[] = [];
  for (let at: Located | undefined = found; at?.parent !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}
