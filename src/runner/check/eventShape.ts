import { jsonToken, JsonScanner } from '../../base/json/jsonScanner.ts';
import { readJson, type JsonNode } from '../../base/json/json.ts';
import type { Range } from '../../base/text/text.ts';
import { isReqError } from '../../base/reqError.ts';
import { isArrayValue, numberFromToken, type ObjectValue, type Value } from '../../base/values/value.ts';
import { childOf, type AssertedQuery, type AssertedStep } from '../../language/index.ts';
import { eventLimit } from './queryLimit.ts';
import type { ScalarClass } from './scalarClass.ts';
import { selectValues } from './selectValues.ts';

/** A scalar of a shape that differs between texts. */
export class Hole {
  readonly isString: boolean;
  /** The number of its group in the pattern; 0 if no assertion reads it, so that it need not be copied. */
  group = 0;
  constructor(isString: boolean) {
    this.isString = isString;
  }
}

const isHole = (value: unknown): value is Hole => value instanceof Hole;

/** Whether every text has a value at the path. */
export const isValue = (found: Found): found is FoundValue => found.kind !== 'missing' && found.kind !== 'unknown';

/** A value of a sample with its holes. Holes are values without children, which are never returned. */
const rootOf = (found: FoundValue): Value =>
  found.kind === 'constant' ? found.value : found.kind === 'hole' ? (found.hole as unknown as Value) : found.sample;

/** A JSONPath that compares values which differ between texts. */
class Differs {
  readonly isWhole = true;
}

/** The value at a path in every text of a shape. */
export type Found =
  | FoundValue
  | { readonly kind: 'missing' }
  /** Depends on values that differ. */
  | { readonly kind: 'unknown' };

export type FoundValue =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'hole'; readonly hole: Hole }
  /** A list or object with holes. `sample` has the same type. */
  | { readonly kind: 'container'; readonly sample: Value };

/** Without the quotes. */
const string = String.raw`[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const contentOf = ({ isString }: Hole): string => (isString ? string : number);

function contentIn(hole: Hole, of: ScalarClass | undefined): string {
  switch (of?.kind) {
    case 'text':
      return escaped(of.start) + string;
    case 'digits': {
      const digits = String.raw`[1-9]\d{${of.least - 1},${of.most - 1}}`;
      return of.least === 1 ? `(?:0|${digits})` : digits;
    }
    default:
      return contentOf(hole);
  }
}

/** Maximum differing scalars of a shape. */
const mostHoles = 64;

/** JSON texts that are equal except for some strings and numbers, as most events of a stream are. */
export class Shape {
  readonly #sample: string;
  readonly #scalars: readonly Range[];
  /** By index of the scalar. */
  readonly #holes: ReadonlyMap<number, Hole>;
  /** All characters except those of the holes. No hole matches the character after it, so matching takes linear time. */
  #pattern: RegExp;
  /** Number of holes that assertions read. */
  #groups = 0;
  /** The last matched text, and the source of its holes, from the second item on. */
  #text = '';
  #written: readonly string[] | null = null;
  #root: Value | undefined;
  /** The lists and objects with holes. */
  readonly #filled = new Set<Value>();
  readonly #found = new Map<readonly AssertedStep[] | AssertedQuery, Found>();

  constructor(sample: string, scalars: readonly Range[], holes: ReadonlySet<number>) {
    this.#sample = sample;
    this.#scalars = scalars;
    this.#holes = new Map([...holes].toSorted((a, b) => a - b).map((i) => [i, new Hole(sample[(scalars[i] as Range).start] === '"')]));
    this.#pattern = this.#patternOf(contentOf);
  }

  /** A pattern for the texts of this shape whose scalars are in the given classes. */
  narrowed(classes: ReadonlyMap<Hole, ScalarClass>): RegExp {
    return this.#patternOf((hole) => contentIn(hole, classes.get(hole)));
  }

  #patternOf(content: (hole: Hole) => string): RegExp {
    let source = '';
    let at = 0;
    for (const [i, hole] of this.#holes) {
      const { start, end } = this.#scalars[i] as Range;
      source += escaped(this.#sample.slice(at, start)) + (hole.isString ? `"${content(hole)}"` : content(hole));
      at = end;
    }
    return new RegExp(`^${source}${escaped(this.#sample.slice(at))}$`);
  }

  /** Whether a text has this shape. If so, `valueOf` reads the values of that text. */
  matches(text: string): boolean {
    this.#text = text;
    if (this.#groups === 0) return this.#pattern.test(text);
    this.#written = this.#pattern.exec(text);
    return this.#written !== null;
  }

  /**
   * The value that an assertion reads. Computed once.
   * @param steps always the same list; the first one is `data`
   * @param query always the same object
   */
  find(steps: readonly AssertedStep[], query?: AssertedQuery): Found {
    const key = query ?? steps;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#walk(steps);
      if (query !== undefined && isValue(found)) found = this.#select(query, found);
      this.#found.set(key, found);
    }
    return found;
  }

  /** The value at a path in a value. */
  findIn(found: FoundValue, path: readonly AssertedStep[]): Found {
    return this.#into(rootOf(found), path);
  }

  /** The value in a text of this shape. */
  valueOf(found: FoundValue, text: string): Value {
    if (found.kind === 'constant') return found.value;
    if (this.#text !== text) this.matches(text);
    return found.kind === 'hole' ? this.#valueAt(found.hole) : this.#fill(found.sample);
  }

  #valueAt(hole: Hole): Value {
    if (hole.group === 0) this.#addGroup(hole);
    const written = this.#written?.[hole.group] ?? '';
    if (!hole.isString) return numberFromToken(written);
    return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
  }

  #addGroup(hole: Hole): void {
    hole.group = 1;
    this.#groups = 0;
    this.#pattern = this.#patternOf((one) => {
      if (one.group === 0) return contentOf(one);
      one.group = ++this.#groups;
      return `(${contentOf(one)})`;
    });
    this.matches(this.#text);
  }

  #fill(sample: Value): Value {
    if (isHole(sample)) return this.#valueAt(sample);
    if (!this.#filled.has(sample)) return sample;
    if (isArrayValue(sample)) return sample.map((item) => this.#fill(item));
    const filled = new Map<string, Value>();
    for (const [key, value] of sample as ObjectValue) filled.set(key, this.#fill(value));
    return filled;
  }

  /** A shape that also matches the text; undefined if the text differs otherwise. */
  widened(text: string): Shape | undefined {
    const scalars = scalarsOf(text);
    if (scalars === undefined || scalars.length !== this.#scalars.length) return undefined;
    const holes = new Set(this.#holes.keys());
    let [own, other] = [0, 0];
    for (const [i, there] of this.#scalars.entries()) {
      const here = scalars[i] as Range;
      if (this.#sample.slice(own, there.start) !== text.slice(other, here.start)) return undefined;
      const [before, now] = [this.#sample.slice(there.start, there.end), text.slice(here.start, here.end)];
      if (before !== now) {
        const kind = kindOf(before);
        if (kind === undefined || kind !== kindOf(now)) return undefined;
        holes.add(i);
      }
      [own, other] = [there.end, here.end];
    }
    if (this.#sample.slice(own) !== text.slice(other) || holes.size > mostHoles) return undefined;
    return new Shape(this.#sample, this.#scalars, holes);
  }

  #walk(steps: readonly AssertedStep[]): Found {
    // The first step is `data`.
    return this.#into((this.#root ??= this.#read()), steps.slice(1));
  }

  /** Members of a container exist in all texts of the shape; a scalar has none. */
  #into(root: Value, steps: readonly AssertedStep[]): Found {
    let value = root;
    for (const step of steps) {
      const child = childOf(value, step);
      if (child === undefined) return { kind: 'missing' };
      value = child;
    }
    return this.#foundAt(value);
  }

  #foundAt(sample: Value): Found {
    if (isHole(sample)) return { kind: 'hole', hole: sample };
    return this.#filled.has(sample) ? { kind: 'container', sample } : { kind: 'constant', value: sample };
  }

  /** The values that a JSONPath selects, unless it compares values that differ. */
  #select(query: AssertedQuery, found: FoundValue): Found {
    const same = (value: Value): Value => {
      if (isHole(value) || this.#filled.has(value)) throw new Differs();
      return value;
    };
    try {
      const selected = selectValues(query, rootOf(found), eventLimit(this.#sample.length), same);
      if (!selected.found) return { kind: 'missing' };
      if (isArrayValue(selected.value)) this.#note(selected.value);
      return this.#foundAt(selected.value);
    } catch (e) {
      // Beyond a limit, the events themselves are read.
      if (e instanceof Differs || isReqError(e)) return { kind: 'unknown' };
      throw e;
    }
  }

  /** Records whether a list or object has holes. */
  #note<T extends readonly Value[] | ObjectValue>(container: T): T {
    for (const value of container.values())
      if (isHole(value) || this.#filled.has(value)) {
        this.#filled.add(container);
        break;
      }
    return container;
  }

  #read(): Value {
    const byStart = new Map([...this.#holes].map(([i, hole]) => [(this.#scalars[i] as Range).start, hole]));
    const read = readJson(this.#sample);
    if (!read.ok) throw new Error('The sample of a shape is not JSON.');
    const valueOf = (node: JsonNode): Value => {
      if (node.kind === 'array') return this.#note(node.items.map(valueOf));
      if (node.kind === 'object') return this.#note(new Map(node.members.map(({ key, value }) => [key, valueOf(value)])));
      return (byStart.get(node.range.start) as unknown as Value | undefined) ?? node.value;
    };
    return valueOf(read.node);
  }
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/[\n\r\u2028\u2029]/g, unicode);
const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Strings and numbers can be holes. */
function kindOf(scalar: string): 'string' | 'number' | undefined {
  if (scalar.startsWith('"')) return 'string';
  return /^[-\d]/.test(scalar) ? 'number' : undefined;
}

/** The ranges of the scalars of a JSON text; undefined if it is not JSON. */
export function scalarsOf(text: string): readonly Range[] | undefined {
  const found: Range[] = [];
  const scanner = new JsonScanner(text);
  for (let token = scanner.next(); token !== jsonToken.end; token = scanner.next()) {
    if (token === jsonToken.wrong) return undefined;
    if (token === jsonToken.scalar) found.push({ start: scanner.start, end: scanner.at });
  }
  return readJson(text).ok ? found : undefined;
}
