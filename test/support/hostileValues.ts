import type { Value } from '../../src/base/values/value.ts';

/** Names that break careless lookups. */
export const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
  'a.b',
  'größe',
  'e\u0301',
  'שלום',
  'n'.repeat(256),
] as const;

/** Names that no placeholder can begin with; only a path into an object contains them. */
export const hostileKeys = [
  ...hostileNames,
  '😀',
  'with space',
  '"',
  '\\',
  '',
  'n'.repeat(257),
  '$&',
  '{{x}}',
  '\u202e',
  '0',
  '-1',
] as const;

const nested = (levels: number): Value => {
  let value: Value = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
};

/** Values that break careless insertion, by kind. */
export const hostileValues: Readonly<Record<string, Value>> = {
  'a placeholder': '{{x}}',
  'the beginning of one': '{{',
  'a whole request': 'x\n###\nDELETE http://evil\n\n?? status == 200\n> {% 1 %}',
  'line breaks': 'a\r\nX-Injected: 1\r\n\r\nbody',
  'a NUL': 'a\0b',
  'what replace() understands': "$& $1 $$ $` $' $<x>",
  'line separators': '\u2028\u2029\u0085',
  'half a surrogate pair': '\ud800',
  'the other half': '\udfff x',
  'marks that turn text around': '\u202eevil\u2066',
  quotes: '"\'`\\"',
  'a template of JavaScript': '${process.exit(1)}',
  'markup and a link that runs': '</script><img src=x onerror=alert(1)> [x](command:req.send)',
  'signs of a URL': '?a=b&c=d#e/%zz+%2F',
  'keys of a prototype': new Map<string, Value>([
    ['__proto__', new Map<string, Value>([['polluted', 1]])],
    ['constructor', new Map<string, Value>([['prototype', new Map<string, Value>([['polluted', 1]])]])],
    ['toString', 'x'],
  ]),
  'a thousand levels': nested(1000),
  'half a million characters': 'x'.repeat(500_000),
  'ten thousand elements': Array.from({ length: 10_000 }, (_, i) => i),
  'a number with many digits': 10n ** 3000n,
};

const prototypes = [Object, Array, Function, Map, String, Promise].map((c) => c.prototype as object);
const keys = prototypes.map((p) => Reflect.ownKeys(p).length);

/** Whether any property was added to a prototype since the tests began. */
export const isPolluted = (): boolean => 'polluted' in {} || prototypes.some((p, i) => Reflect.ownKeys(p).length !== keys[i]);
