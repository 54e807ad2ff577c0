import { isArrayValue, isObjectValue, type Value } from '../../../base/values/value.ts';

/** Maximum characters of a composed value. Without it, a few definitions that double each other would exhaust the memory. */
const mostCharacters = 32 << 20;
/** Maximum nesting of a composed value, the same as for JSON texts. */
const mostLevels = 2000;
/** Limits on what placeholders insert into a JSON definition; the filled text is parsed again. */
const mostRead = { characters: 12 << 20, parts: 1 << 20 };
/** Maximum characters that placeholders insert into one request. */
export const valueLimits = 64 << 20;

interface Measure {
  /** The approximate length of its text. */
  readonly characters: number;
  readonly levels: number;
  /** Properties and elements at all levels. */
  readonly parts: number;
}

export type TooMuch = 'characters' | 'levels' | 'parts';

/** Values contain each other without copies, so the value of a placeholder is measured only once. */
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

/** Measures the value of a placeholder; cached. */
export function measureOf(value: Value): Measure {
  const found = measure(value);
  if (typeof value === 'object' && value !== null) measured.set(value, found);
  return found;
}

/** The limit that a composed value exceeds, if any. */
export const tooMuch = ({ characters, levels }: Measure): TooMuch | undefined =>
  characters > mostCharacters ? 'characters' : levels > mostLevels ? 'levels' : undefined;

/** `characters` if a composed text of this length is too long. */
export const tooLong = (characters: number): TooMuch | undefined => (characters > mostCharacters ? 'characters' : undefined);

/** Returns a function that sums up the values inserted into a JSON text, and returns the limit once they exceed it. */
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
