import { isArrayValue, isObjectValue, type Value } from '../../../base/value.ts';

/** Characters that a value made of others may have: a few lines that double each other would fill any memory. */
const mostCharacters = 32 << 20;
/** Levels that a value made of others may nest. A JSON text may nest as many. */
const mostLevels = 2000;
/** Characters, properties and elements that placeholders may bring into an object or a list that a definition writes: it is read again. */
const mostRead = { characters: 12 << 20, parts: 1 << 20 };
/** Characters that placeholders may bring into one request. */
export const valueLimits = 64 << 20;

/** How large a value is. */
interface Measure {
  /** About those of its text. */
  readonly characters: number;
  readonly levels: number;
  /** Properties and elements, those of its parts too. */
  readonly parts: number;
}

/** What is too much of a value. */
export type TooMuch = 'characters' | 'levels' | 'parts';

/** Values hold each other without being copied: what a placeholder stands for is measured once, however often it is met. */
const measured = new WeakMap<object, Measure>();
const scalar: Measure = { characters: 8, levels: 0, parts: 0 };

function measure(value: Value): Measure {
  if (typeof value === 'string') return { characters: value.length, levels: 0, parts: 0 };
  if (typeof value !== 'object' || value === null || (!isArrayValue(value) && !isObjectValue(value))) return scalar;
  const known = measured.get(value);
  if (known !== undefined) return known;
  let characters = 2;
  let levels = 0;
  let parts = 0;
  for (const child of value.values()) {
    const of = measure(child);
    characters += of.characters + 1;
    parts += of.parts + 1;
    if (of.levels > levels) levels = of.levels;
  }
  if (isObjectValue(value)) for (const key of value.keys()) characters += key.length;
  return { characters, levels: levels + 1, parts };
}

/** How large a value is that a placeholder stands for. */
export function measureOf(value: Value): Measure {
  const found = measure(value);
  if (typeof value === 'object' && value !== null) measured.set(value, found);
  return found;
}

/** What is too much of a value that is made of others. */
export const tooMuch = ({ characters, levels }: Measure): TooMuch | undefined =>
  characters > mostCharacters ? 'characters' : levels > mostLevels ? 'levels' : undefined;

/** What is too much of a text that placeholders make longer. */
export const tooLong = (characters: number): TooMuch | undefined => (characters > mostCharacters ? 'characters' : undefined);

/** Counts what placeholders bring into a text that is read as JSON afterwards; says when it is too much. */
export function broughtToRead(): (value: Value) => TooMuch | undefined {
  let characters = 0;
  let parts = 0;
  return (value) => {
    const more = measureOf(value);
    characters += more.characters;
    parts += more.parts;
    return characters > mostRead.characters || parts > mostRead.parts ? 'parts' : undefined;
  };
}
