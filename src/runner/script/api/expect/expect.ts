import { AssertionError, comparisonError, type Compared } from '../errors.ts';
import { checks, properties } from './expectChecks.ts';
import type { Checked, Flags } from './expectTypes.ts';
import { inspect } from '../inspect.ts';
import { append, apply, hasOwn, ProxyCtor, slice, TypeErrorCtor } from '../primordials.ts';
import { words } from '../chaiWords.ts';

/** Words without an effect, for readable sentences. */
const links: Readonly<Record<string, true>> = {
  __proto__: null,
  to: true,
  be: true,
  been: true,
  is: true,
  that: true,
  which: true,
  and: true,
  has: true,
  have: true,
  with: true,
  at: true,
  of: true,
  same: true,
  but: true,
  does: true,
  still: true,
  also: true,
} as never;

const flagWords: Readonly<Record<string, Partial<Flags>>> = {
  __proto__: null,
  not: { negated: true },
  deep: { deep: true },
  nested: { nested: true },
  own: { own: true },
  any: { any: true },
  all: { any: false },
  ordered: { ordered: true },
  itself: { itself: true },
  include: { contains: true },
  includes: { contains: true },
  contain: { contains: true },
  contains: { contains: true },
  length: { ofLength: true },
  lengthOf: { ofLength: true },
} as never;

/** Checks whose second argument is not the assertion's message. */
const manyArguments: Readonly<Record<string, true>> = {
  __proto__: null,
  property: true,
  ownProperty: true,
  haveOwnProperty: true,
  keys: true,
  key: true,
  within: true,
  closeTo: true,
  approximately: true,
  ownPropertyDescriptor: true,
  haveOwnPropertyDescriptor: true,
  change: true,
  changes: true,
  increase: true,
  increases: true,
  decrease: true,
  decreases: true,
  throw: true,
  throws: true,
  Throw: true,
} as never;

const noFlags: Flags = {
  negated: false,
  deep: false,
  nested: false,
  own: false,
  any: false,
  ordered: false,
  contains: false,
  ofLength: false,
  itself: false,
};

/**
 * `tool.expect(value)`, chai's vocabulary: `tool.expect(x).to.be.an('array').that.includes(2)`.
 * A word that does not exist is an error, never a check that silently passes.
 */
export function expect(value: unknown, message?: unknown): object {
  return sentence(value, noFlags, typeof message === 'string' ? message : undefined);
}

export const isWord = (word: string): boolean =>
  hasOwn(links, word) || hasOwn(flagWords, word) || hasOwn(properties, word) || hasOwn(checks, word);

function sentence(subject: unknown, flags: Flags, message: string | undefined): object {
  return new ProxyCtor(() => undefined, {
    __proto__: null,
    get: (_: unknown, word: string | symbol) => read(word, subject, flags, message),
    apply: () => {
      throw new TypeErrorCtor('this part of an expectation is not a function');
    },
    set: () => false,
    defineProperty: () => false,
  } as unknown as ProxyHandler<() => undefined>);
}

function read(word: string | symbol, subject: unknown, flags: Flags, message: string | undefined): unknown {
  // `await` and the console look for these on anything.
  if (typeof word === 'symbol' || word === 'then' || word === 'toJSON') return undefined;
  if (hasOwn(links, word)) return sentence(subject, flags, message);
  const changed: Flags = hasOwn(flagWords, word) ? { ...flags, ...flagWords[word] } : flags;
  if (hasOwn(properties, word)) {
    const check = properties[word] as (subject: unknown, flags: Flags) => Checked;
    return decide(check(subject, flags), subject, flags, message);
  }
  if (hasOwn(checks, word)) {
    const check = checks[word] as (...args: unknown[]) => Checked;
    const run = (...args: unknown[]): object => {
      const all: unknown[] = [subject, flags];
      for (let i = 0; i < args.length; i++) append(all, args[i]);
      const own = args.length === 2 && typeof args[1] === 'string' && !hasOwn(manyArguments, word) ? args[1] : message;
      return decide(apply(check, undefined, all), subject, flags, own);
    };
    // `a`, `include` and `lengthOf` are both a check and a word in the sentence.
    return new ProxyCtor(run, {
      __proto__: null,
      get: (_: unknown, next: string | symbol) => read(next, subject, changed, message),
    } as unknown as ProxyHandler<typeof run>);
  }
  if (changed !== flags) return sentence(subject, changed, message);
  throw new TypeErrorCtor(words`tool.expect has no "${word}"`);
}

/** The two sides for a diff: texts unchanged, other values with one member per line. */
function comparedTexts(wanted: unknown, actual: unknown): Compared {
  if (typeof wanted === 'string' && typeof actual === 'string') return { expected: cut(wanted), actual: cut(actual) };
  return { expected: inspect(wanted, true), actual: inspect(actual, true) };
}

/** Maximum characters of a text in a diff. */
const longestText = 20_000;
const cut = (text: string): string => (text.length > longestText ? words`${slice(text, 0, longestText)}…` : text);

/** Throws if a check fails (or passes, after `not`); otherwise the chain continues. */
function decide(checked: Checked, subject: unknown, flags: Flags, message: string | undefined): object {
  if (checked.holds === flags.negated) {
    const said = words`expected ${inspect(subject)} ${flags.negated ? 'not to' : 'to'} ${checked.claim}`;
    const found = checked.found === undefined || flags.negated ? '' : words`, found ${checked.found}`;
    const text = (message === undefined ? '' : words`${message}: `) + said + found;
    const { wanted } = checked;
    if (wanted === undefined || flags.negated) throw new AssertionError(text);
    const actual = hasOwn(checked, 'next') ? checked.next : subject;
    throw comparisonError(text, comparedTexts(wanted[0], actual));
  }
  const next = { ...flags, contains: false, ofLength: false };
  if (checked.change !== undefined) return sentence(subject, { ...next, change: checked.change }, message);
  return hasOwn(checked, 'next') ? sentence(checked.next, next, message) : sentence(subject, flags, message);
}
