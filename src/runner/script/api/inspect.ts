import {
  append,
  DateCtor,
  dateToIso,
  functionToString,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  is,
  isArray,
  isNaNNumber,
  jsonStringify,
  mapForEach,
  mapSize,
  objectKeys,
  objectPrototype,
  regExpExec,
  regExpToString,
  setForEach,
  setSize,
  slice,
  symbolToString,
  timeOf,
  toText,
  WeakMapCtor,
  weakMapGet,
  weakMapSet,
} from './primordials.ts';
import { describeError } from './errors.ts';
import { classNameOf } from './apiValues.ts';
import { words } from './chaiWords.ts';

const maxDepth = 8;
const maxItems = 200;
/** Approximate limit of one printed value in characters. */
const maxText = 20_000;
const lineWidth = 76;
const plainKey = /^[A-Za-z_$][\w$]*$/;
const lineBreak = /\n/;
const classSource = /^class\b/;

const printed = new WeakMapCtor<object, () => object>();

/** Makes an object of the API print as `plain()`, because its own properties are accessors, which are not run. */
export function printAs(value: object, plain: () => object): void {
  weakMapSet(printed, value, plain);
}

export const printedAs = (value: object): object => weakMapGet(printed, value)?.() ?? value;

interface Enclosing {
  readonly up: Enclosing | undefined;
  readonly value: object;
}

/** Position of the printer within a value, and its remaining budget in characters. */
interface Printing {
  readonly depth: number;
  readonly within: Enclosing | undefined;
  readonly indent: string;
  readonly budget: { left: number };
  /** Always print one member per line. */
  readonly spread: boolean;
}

/** Formats a value like Node's console: cycles are marked, dates are ISO text, long parts are truncated. Getters are not run. */
export function inspect(value: unknown, spread = false): string {
  try {
    const text = show(value, { depth: 0, within: undefined, indent: '', budget: { left: maxText }, spread });
    return text.length > maxText * 2 ? words`${slice(text, 0, maxText * 2)}…` : text;
  } catch {
    // A proxy's traps may throw anything.
    return '[an object that cannot be shown]';
  }
}

function show(value: unknown, at: Printing): string {
  const text = typeof value === 'object' && value !== null ? showObject(value, at) : showPrimitive(value);
  at.budget.left -= text.length;
  return text;
}

function showPrimitive(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return jsonStringify(value.length > maxText ? words`${slice(value, 0, maxText)}…` : value);
    case 'number':
      return is(value, -0) ? '-0' : toText(value);
    case 'bigint':
      return words`${toText(value)}n`;
    case 'symbol':
      return symbolToString(value);
    case 'function': {
      const name = ownText(value, 'name');
      const kind = regExpExec(classSource, functionToString(value)) === null ? 'function' : 'class';
      return name === '' ? words`[${kind}]` : words`[${kind} ${name}]`;
    }
    default:
      return value === null ? 'null' : toText(value);
  }
}

function showObject(value: object, at: Printing): string {
  for (let e = at.within; e !== undefined; e = e.up) if (e.value === value) return '[Circular]';
  const plain = weakMapGet(printed, value);
  if (plain !== undefined) return showObject(plain(), at);
  const error = describeError(value);
  if (error !== undefined) {
    const cause = at.depth < maxDepth && hasOwn(value, 'cause') ? words` { cause: ${showOwn(value, 'cause', within(value, at))} }` : '';
    return at.depth === 0 ? error + cause : words`[${error}${cause}]`;
  }
  const array = isArray(value);
  const name = classNameOf(value);
  if (!array) {
    const time = timeOf(value);
    if (time !== undefined) return isNaNNumber(time) ? 'Invalid Date' : dateToIso(new DateCtor(time));
    if (name === 'RegExp') return regExpToString(value);
  }
  if (at.depth >= maxDepth) return words`[${name ?? 'Object'}]`;
  return layOut(value, array, name, at);
}

function within(value: object, at: Printing): Printing {
  return { depth: at.depth + 1, within: { up: at.within, value }, indent: words`${at.indent}  `, budget: at.budget, spread: at.spread };
}

function layOut(value: object, array: boolean, name: string | undefined, at: Printing): string {
  const parts: string[] = [];
  let more = 0;
  const inside = within(value, at);
  const add = (part: () => string): void => {
    if (parts.length < maxItems && at.budget.left > 0) append(parts, part());
    else more++;
  };

  const entries = mapSize(value);
  const members = setSize(value);
  if (array) {
    const { length } = value as readonly unknown[];
    for (let i = 0; i < length && i < maxItems; i++) add(() => showOwn(value, toText(i), inside));
    if (length > maxItems) more += length - maxItems;
  } else if (entries !== undefined) mapForEach(value, (v, k) => add(() => words`${show(k, inside)} => ${show(v, inside)}`));
  else if (members !== undefined) setForEach(value, (v) => add(() => show(v, inside)));
  else {
    const keys = objectKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      add(() => words`${regExpExec(plainKey, key) === null ? jsonStringify(key) : key}: ${showOwn(value, key, inside)}`);
    }
  }
  if (more > 0) append(parts, words`… ${more} more`);
  const size = entries ?? members;
  const prefix = size === undefined ? classPrefix(value, array, name) : words`${name ?? 'Object'}(${size}) `;
  return prefix + bracket(parts, array, at);
}

/** `Name ` before the brace of an instance of a class; empty for plain objects and arrays. */
function classPrefix(value: object, array: boolean, name: string | undefined): string {
  if (array) return name === 'Array' || name === undefined ? '' : words`${name} `;
  const prototype = getPrototypeOf(value);
  if (prototype === objectPrototype || prototype === null || name === undefined) return '';
  return words`${name} `;
}

function bracket(parts: readonly string[], array: boolean, { indent, spread }: Printing): string {
  const open = array ? '[' : '{';
  const close = array ? ']' : '}';
  if (parts.length === 0) return open + close;
  let width = indent.length;
  let broken = spread;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    width += part.length + 2;
    if (regExpExec(lineBreak, part) !== null) broken = true;
  }
  if (!broken && width <= lineWidth) return words`${open} ${joinParts(parts, ', ')} ${close}`;
  return words`${open}\n${indent}  ${joinParts(parts, words`,\n${indent}  `)}\n${indent}${close}`;
}

function joinParts(parts: readonly string[], by: string): string {
  let out = '';
  for (let i = 0; i < parts.length; i++) out += i === 0 ? parts[i] : by + parts[i];
  return out;
}

function showOwn(target: object, key: string, at: Printing): string {
  const found = getOwnPropertyDescriptor(target, key);
  if (found === undefined) return 'empty';
  return hasOwn(found, 'value') ? show(found.value, at) : '[Getter]';
}

function ownText(target: object, key: string): string {
  const found = getOwnPropertyDescriptor(target, key);
  return found !== undefined && hasOwn(found, 'value') && typeof found.value === 'string' ? found.value : '';
}
