/** A call of `Intl` in the sandbox. In options and arguments, `{ $date }` is a date in milliseconds, and `{ $bigint }` a bigint as text. */
export interface IntlRequest {
  readonly of: string;
  readonly locales: string | readonly string[] | null;
  readonly options: unknown;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Classes of `Intl`, and the methods that the sandbox offers. */
const intlMethods: Readonly<Record<string, readonly string[]>> = {
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
};

type Made = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
type IntlClass = { new (locales: unknown, options: unknown): Made; supportedLocalesOf(locales: unknown, options: unknown): unknown };

/** Number of cached formatters, because creating one takes longer than many calls. */
const mostKept = 50;
const kept = new Map<string, Made>();

/** @throws {RangeError | TypeError} for invalid locales and options, as Node.js does */
export function intlCall({ of, locales, options, method, args }: IntlRequest): unknown {
  const given = [locales ?? undefined, options === null ? undefined : read(options)] as const;
  if (of === 'Intl' && method === 'getCanonicalLocales') return Intl.getCanonicalLocales(given[0]);
  if (of === 'Intl' && method === 'supportedValuesOf') return Intl.supportedValuesOf(args[0] as 'calendar');
  const methods = Object.hasOwn(intlMethods, of) ? intlMethods[of] : undefined;
  if (methods === undefined) throw new TypeError(`Intl.${of} is not available`);
  const type = (Intl as unknown as Readonly<Record<string, IntlClass>>)[of] as IntlClass;
  if (method === 'supportedLocalesOf') return type.supportedLocalesOf(...given);
  const made = formatter(type, JSON.stringify([of, locales, options]), given);
  // The constructor alone, to check its arguments.
  if (method === '') return undefined;
  if (!methods.includes(method)) throw new TypeError(`Intl.${of} has no ${method}`);
  return made[method]?.(...args.map(read));
}

function formatter(type: IntlClass, key: string, given: readonly [unknown, unknown]): Made {
  let made = kept.get(key);
  if (made === undefined) {
    made = new type(...given);
    if (kept.size === mostKept) kept.clear();
    kept.set(key, made);
  }
  return made;
}

/** An argument from the sandbox. */
function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$date' in value) return new Date(typeof value.$date === 'number' ? value.$date : Number.NaN);
  if ('$bigint' in value) return BigInt(value.$bigint as string);
  return value;
}
