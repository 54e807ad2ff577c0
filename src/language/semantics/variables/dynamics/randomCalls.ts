import { fine, wrong, type DynamicResult } from './dynamicResult.ts';

interface RandomSources {
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  uuid(): string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** Maximum characters of `$random.alphabetic(n)`. */
const mostCharacters = 100_000;

/** Alphabets of the calls that take a length. */
const alphabets: Readonly<Record<string, string>> = {
  '$random.alphabetic': letters + letters.toUpperCase(),
  '$random.alphanumeric': letters + letters.toUpperCase() + digits,
  '$random.hexadecimal': `${digits}abcdef`,
};

/** Generates the value of `$random.integer(1, 5)` and of JetBrains' other calls that need no word lists; undefined for other names. */
export function randomCall(name: string, args: readonly string[], sources: RandomSources): DynamicResult | undefined {
  if (name === '$random.uuid') return args.length > 0 ? wrong(`${name} takes no arguments`) : fine(sources.uuid());
  if (name === '$random.integer' || name === '$random.float') return number(name, args, sources);
  const alphabet = Object.hasOwn(alphabets, name) ? alphabets[name] : undefined;
  return alphabet === undefined ? undefined : characters(name, args, alphabet, sources);
}

function number(name: string, args: readonly string[], sources: RandomSources): DynamicResult {
  const [low = Number.NaN, high = Number.NaN] = args.length === 0 ? [0, 1000] : args.map(Number);
  const isWhole = name === '$random.integer';
  const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
  if (args.length === 1 || args.length > 2 || args.includes('') || !isNumber(low) || !isNumber(high) || low >= high)
    return wrong(`${name} takes two ${isWhole ? 'integers' : 'numbers'}, the lower first, such as {{${name}(1, 100)}}`);
  const made = low + sources.random() * (high - low);
  return fine(isWhole ? String(Math.floor(made)) : made.toFixed(6));
}

function characters(name: string, args: readonly string[], alphabet: string, sources: RandomSources): DynamicResult {
  const [length = ''] = args;
  if (args.length !== 1 || !/^\d{1,6}$/.test(length) || Number(length) > mostCharacters || Number(length) === 0)
    return wrong(`${name} takes a number of characters from 1 to ${mostCharacters}, such as {{${name}(8)}}`);
  return fine(Array.from({ length: Number(length) }, () => alphabet[Math.floor(sources.random() * alphabet.length)]).join(''));
}
