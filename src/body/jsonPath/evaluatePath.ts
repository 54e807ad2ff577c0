import { parseJson } from '../../base/json.ts';
import type { Value } from '../../base/value.ts';
import { backslash, tokenEnd } from '../ascii.ts';
import type { HiddenParts } from '../hiddenParts.ts';
import type { JsonIndex } from '../jsonIndex.ts';
import { eachChild, placeOfContainer, rootOf, stringOf, type JsonPlace } from '../jsonNodes.ts';
import { shownText } from '../nodeFacts.ts';
import { compareValues } from './compareValues.ts';
import { iRegexp } from './iRegexp.ts';
import type { Argument, Call, Comparable, Logical, Query, Segment, Selector } from './syntax.ts';

const turn = 4096;

/** Thrown when the result is no longer needed, or enough was found. */
class Stopped {
  readonly isWhole = false;
}

/** A value to compare; undefined for no value. */
type Found = Value | undefined;

type Visit = (place: JsonPlace) => void;

/**
 * Evaluates JSONPath queries (RFC 9535) over a completely scanned JSON text. Comparisons use masked text, never a
 * secret.
 */
export class Evaluation {
  readonly #index: JsonIndex;
  readonly #hidden: HiddenParts;
  readonly #goOn: () => boolean;
  readonly #patterns = new Map<string, RegExp | undefined>();
  readonly #keys = new Map<string, Uint8Array>();
  #looked = 0;

  /** @param goOn called regularly; returns false to cancel */
  constructor(index: JsonIndex, hidden: HiddenParts, goOn: () => boolean) {
    this.#index = index;
    this.#hidden = hidden;
    this.#goOn = goOn;
  }

  /** Visits the selected values in order, until `visit` returns false. Returns whether the evaluation ran to its end. */
  run(query: Query, visit: (place: JsonPlace) => boolean): boolean {
    try {
      this.#walk(query.segments, 0, rootOf(this.#index), (place) => {
        if (!visit(place)) throw new Stopped();
      });
      return true;
    } catch (e) {
      if (e instanceof Stopped) return false;
      throw e;
    }
  }

  #walk(segments: readonly Segment[], nth: number, place: JsonPlace, visit: Visit): void {
    if (++this.#looked % turn === 0 && !this.#goOn()) throw new Stopped();
    const segment = segments[nth];
    if (segment === undefined) return visit(place);
    if (place.container < 0) return;
    const next: Visit = (found) => this.#walk(segments, nth + 1, found, visit);
    if (!segment.descendant) return this.#select(segment.selectors, place.container, next);
    // Descendants follow in the index, already in the order of visits.
    const end = this.#index.next.at(place.container);
    for (let container = place.container; container < end; container++) this.#select(segment.selectors, container, next);
  }

  #select(selectors: readonly Selector[], container: number, visit: Visit): void {
    if (++this.#looked % turn === 0 && !this.#goOn()) throw new Stopped();
    for (const selector of selectors) this.#selectOne(selector, container, visit);
  }

  #selectOne(selector: Selector, container: number, visit: Visit): void {
    const isObject = this.#index.isObject(container);
    switch (selector.kind) {
      case 'wildcard':
        return this.#each(container, visit);
      case 'filter':
        return this.#each(container, (place) => {
          if (this.#holds(selector.test, place)) visit(place);
        });
      case 'name': {
        if (!isObject) return;
        // All members with the name: duplicates in the response are not dropped.
        return this.#each(container, visit, (name) => this.#isNamed(name, selector.name));
      }
      case 'index': {
        if (isObject) return;
        const at = selector.index < 0 ? this.#length(container) + selector.index : selector.index;
        return this.#each(container, visit, (name) => ~name === at, at);
      }
      case 'slice':
        if (!isObject) this.#slice(selector, container, visit);
    }
  }

  /** RFC 9535 §2.3.4.2.2. */
  #slice({ start, end, step }: Extract<Selector, { kind: 'slice' }>, container: number, visit: Visit): void {
    if (step === 0) return;
    const length = this.#length(container);
    const normal = (at: number): number => (at >= 0 ? at : length + at);
    if (step > 0) {
      const lower = Math.min(Math.max(normal(start ?? 0), 0), length);
      const upper = Math.min(Math.max(normal(end ?? length), 0), length);
      return this.#each(container, visit, (name) => ~name >= lower && ~name < upper && (~name - lower) % step === 0, upper - 1);
    }
    const upper = Math.min(Math.max(normal(start ?? length - 1), -1), length - 1);
    const lower = Math.min(Math.max(end === null ? -1 : normal(end), -1), length - 1);
    const found: JsonPlace[] = [];
    this.#each(
      container,
      (place) => found.push(place),
      (name) => ~name > lower && ~name <= upper && (upper - ~name) % -step === 0,
    );
    for (const place of found.toReversed()) visit(place);
  }

  #each(container: number, visit: Visit, isWanted: (name: number) => boolean = () => true, last = Infinity): void {
    eachChild(this.#index, container, (name, start, end, child) => {
      if (isWanted(name)) visit(child < 0 ? { start, end, container: -1, parent: container, name } : placeOfContainer(this.#index, child));
      else if (++this.#looked % turn === 0 && !this.#goOn()) throw new Stopped();
      return name >= 0 || ~name < last;
    });
  }

  #length(container: number): number {
    let length = 0;
    eachChild(this.#index, container, () => {
      length++;
      return true;
    });
    return length;
  }

  #isNamed(at: number, name: string): boolean {
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

  #holds(test: Logical, current: JsonPlace): boolean {
    switch (test.kind) {
      case 'or':
        return test.parts.some((part) => this.#holds(part, current));
      case 'and':
        return test.parts.every((part) => this.#holds(part, current));
      case 'not':
        return !this.#holds(test.part, current);
      case 'exists':
        return this.#first(test.query, current) !== undefined;
      case 'compare':
        return compareValues(test.operator, this.#valueOf(test.left, current), this.#valueOf(test.right, current));
      case 'call':
        return this.#call(test.call, current) === true;
    }
  }

  #nodes({ root, segments }: Query, current: JsonPlace, visit: Visit): void {
    this.#walk(segments, 0, root === 'document' ? rootOf(this.#index) : current, visit);
  }

  #first(query: Query, current: JsonPlace): JsonPlace | undefined {
    let first: JsonPlace | undefined;
    const found = new Stopped();
    try {
      this.#nodes(query, current, (place) => {
        first = place;
        throw found;
      });
    } catch (e) {
      if (e !== found) throw e;
    }
    return first;
  }

  #valueOf(comparable: Comparable, current: JsonPlace): Found {
    switch (comparable.kind) {
      case 'literal':
        return comparable.value === undefined ? parseJson(comparable.token) : comparable.value;
      case 'call':
        return this.#call(comparable.call, current);
      case 'single': {
        // Of duplicate names, the last one counts, as everywhere.
        let last: JsonPlace | undefined;
        this.#nodes(comparable.query, current, (place) => (last = place));
        return last === undefined ? undefined : this.#read(last);
      }
    }
  }

  #read({ start, end }: JsonPlace): Found {
    const text = shownText(this.#hidden, start, end);
    // Masked text may not be JSON; then it is compared as text.
    const value = parseJson(text);
    return value === undefined ? text : value;
  }

  #call({ name, args }: Call, current: JsonPlace): Found {
    const [first, second] = args;
    switch (name) {
      case 'length':
        return lengthOf(this.#argument(first, current));
      case 'count':
      case 'value': {
        const found: JsonPlace[] = [];
        let count = 0;
        if (first?.kind === 'nodes')
          this.#nodes(first.query, current, (place) => {
            if (count++ < 2) found.push(place);
          });
        if (name === 'count') return count;
        return count === 1 && found[0] !== undefined ? this.#read(found[0]) : undefined;
      }
      case 'match':
      case 'search': {
        const [text, pattern] = [this.#argument(first, current), this.#argument(second, current)];
        return typeof text === 'string' && typeof pattern === 'string' && this.#pattern(pattern, name === 'match')?.test(text) === true;
      }
    }
  }

  #argument(argument: Argument | undefined, current: JsonPlace): Found {
    return argument?.kind === 'value' ? this.#valueOf(argument.value, current) : undefined;
  }

  #pattern(text: string, whole: boolean): RegExp | undefined {
    const key = `${whole ? '=' : '~'}${text}`;
    if (!this.#patterns.has(key)) this.#patterns.set(key, iRegexp(text, whole));
    return this.#patterns.get(key);
  }
}

/** The number of characters, items or members; undefined for other types. */
function lengthOf(value: Found): Found {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : undefined;
}
