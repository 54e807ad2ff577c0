import { kit } from '../kit.ts';
import { call, textOf } from './calls.ts';

/** Methods of the classes; those named `get …` return a bound function. */
const classes: Readonly<Record<string, readonly string[]>> = {
  DateTimeFormat: ['get format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  NumberFormat: ['get format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  Collator: ['get compare', 'resolvedOptions'],
};

const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' };
const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric' };
const dateFields = ['weekday', 'year', 'month', 'day', 'dateStyle'];
const timeFields = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeStyle'];

/** `Intl`, implemented by that of Node.js, and the methods called by `toLocaleString`. */
export function createIntl(): { readonly Intl: object; readonly locale: LocaleTexts } {
  const Intl: Record<string, unknown> = {
    getCanonicalLocales: (locales: unknown) => ask('Intl', locales, null, 'getCanonicalLocales', []),
    supportedValuesOf: (key: unknown) => ask('Intl', undefined, null, 'supportedValuesOf', [String(key)]),
  };
  for (const [name, methods] of Object.entries(classes)) Intl[name] = intlClass(name, methods);
  const date = (value: Date, locales: unknown, options: unknown, kinds: 'date' | 'time' | 'any'): string =>
    Number.isNaN(value.getTime())
      ? 'Invalid Date'
      : (ask('DateTimeFormat', locales, withDefaults((options ?? {}) as Readonly<Record<string, unknown>>, kinds), 'format', [
          value,
        ]) as string);
  const locale: LocaleTexts = {
    date,
    number: (value, locales, options) => ask('NumberFormat', locales, options, 'format', [value]) as string,
  };
  return { Intl, locale };
}

export interface LocaleTexts {
  readonly date: (value: Date, locales: unknown, options: unknown, kinds: 'date' | 'time' | 'any') => string;
  readonly number: (value: unknown, locales: unknown, options: unknown) => string;
}

/** Fields that ECMA-402 adds (ToDateTimeOptions) if the options name none. */
function withDefaults(options: Readonly<Record<string, unknown>>, kinds: 'date' | 'time' | 'any'): object {
  const names = kinds === 'date' ? dateFields : kinds === 'time' ? timeFields : [...dateFields, ...timeFields];
  if (names.some((name) => options[name] !== undefined)) return options;
  return { ...(kinds === 'time' ? {} : numeric), ...(kinds === 'date' ? {} : clock), ...options };
}

function localesOf(locales: unknown): string | readonly string[] | null {
  if (locales === undefined) return null;
  return Array.isArray(locales) ? locales.map(textOf) : textOf(locales);
}

function argument(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.getTime() };
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return [...(value as Iterable<unknown>)];
  return value;
}

const ask = (of: string, locales: unknown, options: unknown, method: string, args: readonly unknown[]): unknown =>
  call('intl', { of, locales: localesOf(locales), options: options ?? null, method, args: args.map(argument) });

function intlClass(name: string, methods: readonly string[]): unknown {
  const given = new WeakMap<object, readonly [unknown, unknown]>();
  const type = function (this: unknown, locales?: unknown, options?: unknown): object {
    ask(name, locales, options, '', []);
    const made = Object.create(type.prototype as object) as object;
    // Copied: later changes of the caller's object have no effect.
    given.set(made, [locales, options === undefined ? undefined : { ...(options as object) }]);
    kit().printAs(made, () => ask(name, locales, options, 'resolvedOptions', []) as object);
    return made;
  };
  Object.defineProperty(type, 'name', { value: name });
  Object.assign(type, {
    supportedLocalesOf: (locales: unknown, options?: unknown) => ask(name, locales, options, 'supportedLocalesOf', []),
  });
  const run = (self: object, method: string, args: readonly unknown[]): unknown => {
    const [locales, options] = given.get(self) ?? [];
    // `format()` of a date is that of now.
    const all = name === 'DateTimeFormat' && args[0] === undefined && method.startsWith('format') ? [new Date()] : args;
    return ask(name, locales, options, method, all);
  };
  for (const written of methods) {
    const method = written.replace('get ', '');
    const bound = function (this: object, ...args: unknown[]): unknown {
      return run(this, method, args);
    };
    const descriptor = written.startsWith('get ')
      ? {
          get(this: object) {
            return bound.bind(this);
          },
        }
      : { value: bound, writable: true };
    Object.defineProperty(type.prototype, method, { configurable: true, ...descriptor });
  }
  Object.defineProperty(type.prototype, Symbol.toStringTag, { configurable: true, value: `Intl.${name}` });
  return type;
}
