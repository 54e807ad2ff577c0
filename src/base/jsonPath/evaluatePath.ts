import { parseJson } from '../json/json.ts';
import { compareValues } from './compareValues.ts';
import { iRegexp, longestPattern } from './iRegexp.ts';
import type { JsonTree } from './jsonTree.ts';
import type { Argument, Call, Comparable, Found, Logical, Query, Segment, Selector } from './syntax.ts';

const turn = 4096;

type Visit<P> = (place: P) => void;

/** Thrown when the result is no longer needed, or enough was found. */
class Stopped {
  readonly isWhole = false;
}

export interface EvaluationPorts {
  /** Called regularly; returns false to cancel. */
  readonly goOn: () => boolean;
  /** Runs a pattern of `match` or `search`. */
  readonly test?: (pattern: RegExp, text: string) => boolean;
  /** Called for a pattern of the document that is longer than `longestPattern`. If it returns, the pattern matches nothing. */
  readonly tooLong?: () => void;
}

/** Evaluates JSONPath queries (RFC 9535) on a tree with places `P`, some of which are containers `C`. */
export class Evaluation<P, C> {
  readonly #tree: JsonTree<P, C>;
  readonly #ports: EvaluationPorts;
  readonly #patterns = new Map<string, RegExp | undefined>();
  #looked = 0;

  constructor(tree: JsonTree<P, C>, ports: EvaluationPorts) {
    this.#tree = tree;
    this.#ports = ports;
  }

  /** Visits the selected values in order, until `visit` returns false. Returns whether the evaluation ran to its end. */
  run(query: Query, visit: (place: P) => boolean): boolean {
    try {
      this.#walk(query.segments, 0, this.#tree.root, (place) => {
        if (!visit(place)) throw new Stopped();
      });
      return true;
    } catch (e) {
      if (e instanceof Stopped) return false;
      throw e;
    }
  }

  #walk(segments: readonly Segment[], nth: number, place: P, visit: Visit<P>): void {
    this.#look(1);
    const segment = segments[nth];
    if (segment === undefined) return visit(place);
    const container = this.#tree.containerOf(place);
    if (container === undefined) return;
    const next: Visit<P> = (found) => this.#walk(segments, nth + 1, found, visit);
    if (!segment.descendant) return this.#select(segment.selectors, container, next);
    this.#tree.eachContainer(
      container,
      (inner) => this.#select(segment.selectors, inner, next),
      () => this.#look(1),
    );
  }

  /** Adds to the work, measured in visited values. */
  #look(work: number): void {
    this.#looked += work;
    if (this.#looked < turn) return;
    this.#looked = 0;
    if (!this.#ports.goOn()) throw new Stopped();
  }

  #select(selectors: readonly Selector[], container: C, visit: Visit<P>): void {
    this.#look(1);
    for (const selector of selectors) this.#selectOne(selector, container, visit);
  }

  #selectOne(selector: Selector, container: C, visit: Visit<P>): void {
    const isObject = this.#tree.isObject(container);
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
        return this.#each(container, visit, (name) => this.#tree.isNamed(container, name, selector.name));
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
  #slice({ start, end, step }: Extract<Selector, { kind: 'slice' }>, container: C, visit: Visit<P>): void {
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
    const found: P[] = [];
    this.#each(
      container,
      (place) => found.push(place),
      (name) => ~name > lower && ~name <= upper && (upper - ~name) % -step === 0,
    );
    for (const place of found.toReversed()) visit(place);
  }

  #each(container: C, visit: Visit<P>, isWanted: (name: number) => boolean = () => true, last = Infinity): void {
    this.#tree.eachChild(container, isWanted, visit, (name) => {
      this.#look(1);
      return name >= 0 || ~name < last;
    });
  }

  #length(container: C): number {
    let length = 0;
    this.#tree.eachChild(
      container,
      () => false,
      () => {},
      () => {
        length++;
        return true;
      },
    );
    return length;
  }

  #holds(test: Logical, current: P): boolean {
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
        return this.#compare(test, current);
      case 'call':
        return this.#call(test.call, current) === true;
    }
  }

  #compare({ operator, left, right }: Extract<Logical, { kind: 'compare' }>, current: P): boolean {
    const [a, b] = [this.#valueOf(left, current), this.#valueOf(right, current)];
    this.#look(workOn(a) + workOn(b));
    return compareValues(operator, a, b);
  }

  #nodes({ root, segments }: Query, current: P, visit: Visit<P>): void {
    this.#walk(segments, 0, root === 'document' ? this.#tree.root : current, visit);
  }

  #first(query: Query, current: P): P | undefined {
    let first: P | undefined;
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

  #valueOf(comparable: Comparable, current: P): Found {
    switch (comparable.kind) {
      case 'literal':
        return comparable.value === undefined ? parseJson(comparable.token) : comparable.value;
      case 'call':
        return this.#call(comparable.call, current);
      case 'single': {
        // Of duplicate names, the last one counts, as everywhere.
        let last: P | undefined;
        this.#nodes(comparable.query, current, (place) => (last = place));
        return last === undefined ? undefined : this.#tree.read(last);
      }
    }
  }

  #call({ name, args }: Call, current: P): Found {
    const [first, second] = args;
    switch (name) {
      case 'length': {
        const of = this.#argument(first, current);
        this.#look(workOn(of));
        return lengthOf(of);
      }
      case 'count':
      case 'value': {
        const found: P[] = [];
        let count = 0;
        if (first?.kind === 'nodes')
          this.#nodes(first.query, current, (place) => {
            if (count++ < 2) found.push(place);
          });
        if (name === 'count') return count;
        return count === 1 && found[0] !== undefined ? this.#tree.read(found[0]) : undefined;
      }
      case 'match':
      case 'search': {
        const [text, pattern] = [this.#argument(first, current), this.#argument(second, current)];
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        if (pattern.length > longestPattern) this.#ports.tooLong?.();
        // One pattern may take as long as many values.
        this.#look(turn);
        const made = this.#pattern(pattern, name === 'match');
        return made !== undefined && (this.#ports.test?.(made, text) ?? made.test(text));
      }
    }
  }

  #argument(argument: Argument | undefined, current: P): Found {
    return argument?.kind === 'value' ? this.#valueOf(argument.value, current) : undefined;
  }

  #pattern(text: string, whole: boolean): RegExp | undefined {
    const key = `${whole ? '=' : '~'}${text}`;
    if (!this.#patterns.has(key)) this.#patterns.set(key, iRegexp(text, whole));
    return this.#patterns.get(key);
  }
}

/** The work of reading a whole value: a list or an object counts as many values, because it may contain them. */
const workOn = (value: Found): number =>
  typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? turn : 1;

/** The number of characters, items or members; undefined for other types. */
function lengthOf(value: Found): Found {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : undefined;
}
