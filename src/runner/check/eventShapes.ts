import { jsonToken, JsonScanner } from '../../base/json/jsonScanner.ts';
import { readJson, type JsonNode } from '../../base/json/json.ts';
import type { Range } from '../../base/text/text.ts';
import { numberFromToken, type Value } from '../../base/values/value.ts';
import { childOf, type AssertedStep } from '../../language/index.ts';

/** A scalar of a shape that differs from text to text. */
class Hole {
  readonly nth: number;
  readonly isString: boolean;
  constructor(nth: number, isString: boolean) {
    this.nth = nth;
    this.isString = isString;
  }
}

/** What is at a path in every text of a shape. */
export type Found =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'hole'; readonly hole: Hole }
  /** The value has to be read. `sample` has the same type. */
  | { readonly kind: 'container'; readonly sample: Value }
  | { readonly kind: 'missing' };

/** Characters of a text, and scalars that differ, up to which shapes are made. */
const largestText = 10_000;
const mostHoles = 64;
const mostShapes = 8;
/** Texts without a shape that are compared with others; after them, one of `rarely`. */
const comparedMisses = 256;
const rarely = 64;

const string = String.raw`("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*")`;
const number = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`;

/** JSON texts that are the same except for some strings and numbers, as most events of a stream are. */
export class Shape {
  readonly #sample: string;
  readonly #scalars: readonly Range[];
  readonly #holes: ReadonlySet<number>;
  /** All characters but those of the holes. No hole matches the character after it, so it takes linear time. */
  readonly #pattern: RegExp;
  #root: Value | undefined;
  /** Whether an assertion reads what differs: if none does, it need not be copied. */
  #readsHoles = false;
  /** The text that was matched last, and its holes as they are written, from the second item on. */
  #text = '';
  #written: readonly string[] | null = null;
  readonly #found = new Map<readonly AssertedStep[], Found>();

  constructor(sample: string, scalars: readonly Range[], holes: ReadonlySet<number>) {
    this.#sample = sample;
    this.#scalars = scalars;
    this.#holes = holes;
    let source = '';
    let at = 0;
    for (const [i, { start, end }] of scalars.entries()) {
      if (!holes.has(i)) continue;
      source += escaped(sample.slice(at, start)) + (sample[start] === '"' ? string : number);
      at = end;
    }
    this.#pattern = new RegExp(`^${source}${escaped(sample.slice(at))}$`);
  }

  /** Whether a text has this shape. If so, `valueAt` reads the values of that text. */
  matches(text: string): boolean {
    this.#text = text;
    if (!this.#readsHoles) return this.#pattern.test(text);
    this.#written = this.#pattern.exec(text);
    return this.#written !== null;
  }

  /** @param steps of an assertion, always the same list; the first one is `data` */
  find(steps: readonly AssertedStep[]): Found {
    let found = this.#found.get(steps);
    if (found === undefined) this.#found.set(steps, (found = this.#walk(steps)));
    return found;
  }

  /** The value of a hole in a text of this shape. */
  valueAt({ nth, isString }: Hole, text: string): Value {
    if (this.#written === null || this.#text !== text) {
      this.#readsHoles = true;
      this.matches(text);
    }
    const written = this.#written?.[nth + 1] ?? '';
    if (!isString) return numberFromToken(written);
    return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  }

  /** The shape of a text too; undefined if it is of another one. */
  widened(text: string): Shape | undefined {
    const scalars = scalarsOf(text);
    if (scalars === undefined || scalars.length !== this.#scalars.length) return undefined;
    const holes = new Set(this.#holes);
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
    let value = (this.#root ??= this.#read());
    // The first step is `data`. What a container has, all texts of the shape have; a scalar has nothing.
    for (const step of steps.slice(1)) {
      const child = childOf(value, step);
      if (child === undefined) return { kind: 'missing' };
      value = child;
    }
    if ((value as unknown) instanceof Hole) return { kind: 'hole', hole: value as unknown as Hole };
    return Array.isArray(value) || value instanceof Map ? { kind: 'container', sample: value } : { kind: 'constant', value };
  }

  #read(): Value {
    const byStart = new Map<number, Hole>();
    for (const [i, { start }] of this.#scalars.entries())
      if (this.#holes.has(i)) byStart.set(start, new Hole(byStart.size, this.#sample[start] === '"'));
    const read = readJson(this.#sample);
    if (!read.ok) throw new Error('The sample of a shape is not JSON.');
    // A hole is a value without children; it is never given away.
    const valueOf = (node: JsonNode): Value => {
      if (node.kind === 'array') return node.items.map(valueOf);
      if (node.kind === 'object') return new Map(node.members.map(({ key, value }) => [key, valueOf(value)]));
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

/** Where the scalars of a JSON text are; undefined if it is not JSON. */
function scalarsOf(text: string): readonly Range[] | undefined {
  const found: Range[] = [];
  const scanner = new JsonScanner(text);
  for (let token = scanner.next(); token !== jsonToken.end; token = scanner.next()) {
    if (token === jsonToken.wrong) return undefined;
    if (token === jsonToken.scalar) found.push({ start: scanner.start, end: scanner.at });
  }
  return readJson(text).ok ? found : undefined;
}

/**
 * Learns the shapes of a stream's events. To read an event takes several times as long as to receive it, and events of one stream are
 * mostly the same text with another word. Bounded in memory and time, whatever the events are.
 */
export class EventShapes {
  /** The one that matched last is the first. */
  #shapes: readonly Shape[] = [];
  #last: string | undefined;
  #misses = 0;

  /** Undefined if no shape of the text is known. */
  of(text: string): Shape | undefined {
    if (text.length > largestText) return undefined;
    for (const shape of this.#shapes) {
      if (!shape.matches(text)) continue;
      if (shape !== this.#shapes[0]) this.#shapes = [shape, ...this.#shapes.filter((other) => other !== shape)];
      return shape;
    }
    if (++this.#misses <= comparedMisses || this.#misses % rarely === 0) this.#learn(text);
    return undefined;
  }

  #learn(text: string): void {
    const before = this.#last;
    this.#last = text;
    for (const shape of this.#shapes) {
      const wider = shape.widened(text);
      if (wider === undefined) continue;
      this.#shapes = this.#shapes.map((one) => (one === shape ? wider : one));
      return;
    }
    const scalars = before === undefined ? undefined : scalarsOf(before);
    if (before === undefined || scalars === undefined) return;
    const made = new Shape(before, scalars, new Set()).widened(text);
    if (made !== undefined) this.#shapes = [made, ...this.#shapes].slice(0, mostShapes);
  }
}
