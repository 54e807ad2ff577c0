import { parseJson } from '../../base/json/json.ts';
import type { JsonTree } from '../../base/jsonPath/jsonTree.ts';
import type { Value } from '../../base/values/value.ts';
import { backslash, tokenEnd } from '../ascii.ts';
import type { HiddenParts } from '../lines/hiddenParts.ts';
import type { JsonIndex } from './jsonIndex.ts';
import { eachChild, placeOfContainer, rootOf, stringOf, type JsonPlace } from './jsonNodes.ts';
import { shownText } from './nodeFacts.ts';

/** A completely scanned JSON text as a tree for JSONPath. Names and values are masked text and never contain a secret. */
export class JsonByteTree implements JsonTree<JsonPlace, number> {
  readonly #index: JsonIndex;
  readonly #hidden: HiddenParts;
  readonly #keys = new Map<string, Uint8Array>();

  constructor(index: JsonIndex, hidden: HiddenParts) {
    this.#index = index;
    this.#hidden = hidden;
  }

  get root(): JsonPlace {
    return rootOf(this.#index);
  }

  containerOf({ container }: JsonPlace): number | undefined {
    return container < 0 ? undefined : container;
  }

  isObject(container: number): boolean {
    return this.#index.isObject(container);
  }

  /** Descendants follow in the index, already in the order of visits. */
  eachContainer(container: number, visit: (container: number) => void): void {
    const end = this.#index.next.at(container);
    for (let inner = container; inner < end; inner++) visit(inner);
  }

  eachChild(
    container: number,
    isWanted: (name: number) => boolean,
    visit: (place: JsonPlace) => void,
    goOn: (name: number) => boolean,
  ): void {
    eachChild(this.#index, container, (name, start, end, child) => {
      if (isWanted(name)) visit(child < 0 ? { start, end, container: -1, parent: container, name } : placeOfContainer(this.#index, child));
      return goOn(name);
    });
  }

  isNamed(_container: number, at: number, name: string): boolean {
    const { bytes } = this.#index;
    const end = tokenEnd(bytes, at);
    let key = this.#keys.get(name);
    if (key === undefined) this.#keys.set(name, (key = Buffer.from(name)));
    if (this.#hidden.within(at, end) === null) {
      let isSame = end - at - 2 === key.length;
      let isEscaped = false;
      for (let i = at + 1; i < end - 1 && !isEscaped; i++) {
        isEscaped = bytes[i] === backslash;
        isSame &&= bytes[i] === key[i - at - 1];
      }
      if (!isEscaped) return isSame;
    }
    return stringOf(shownText(this.#hidden, at, end)) === name;
  }

  read({ start, end }: JsonPlace): Value {
    const text = shownText(this.#hidden, start, end);
    // Masked text may not be JSON; then it is compared as text.
    const value = parseJson(text);
    return value === undefined ? text : value;
  }
}
