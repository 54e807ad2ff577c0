import { describeError, errorText } from '../errors.ts';
import type { Checked, Flags } from './expectTypes.ts';
import { inspect } from '../inspect.ts';
import { indexOf, isError, regExpExec, TypeErrorCtor } from '../primordials.ts';
import { classNameOf, ownData } from '../apiValues.ts';
import { words } from '../chaiWords.ts';

/** `throw()`, `throw(Type)`, `throw('part of the message')`, `throw(/pattern/)`, `throw(Type, message)`, `throw(error)`. */
export function checkThrow(subject: unknown, _flags: Flags, ...args: never[]): Checked {
  if (typeof subject !== 'function') throw new TypeErrorCtor('throw needs a function: tool.expect(() => …).to.throw()');
  const first: unknown = args[0];
  const isPattern = typeof first === 'string' || isRegExp(first);
  const type = isPattern ? undefined : first;
  const message: unknown = isPattern ? first : args[1];
  let thrown: { readonly value: unknown } | undefined;
  try {
    (subject as () => unknown)();
  } catch (value) {
    thrown = { value };
  }
  const claim = words`throw${type === undefined ? '' : words` ${nameOfType(type)}`}${message === undefined ? '' : words` with ${inspect(message)}`}`;
  if (thrown === undefined) return { holds: false, claim, found: 'nothing thrown' };
  const { value } = thrown;
  const holds = matchesType(value, type) && matchesMessage(value, message);
  return { holds, claim, found: describeError(value) ?? inspect(value), next: value };
}

function nameOfType(type: unknown): string {
  const name = typeof type === 'function' ? ownData(type, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : inspect(type);
}

function matchesType(value: unknown, type: unknown): boolean {
  if (type === undefined || type === null) return true;
  return typeof type === 'function' ? value instanceof type : value === type;
}

function matchesMessage(value: unknown, message: unknown): boolean {
  if (message === undefined) return true;
  const text = isError(value) ? (errorText(value, 'message') ?? '') : typeof value === 'string' ? value : '';
  return isRegExp(message) ? regExpExec(message, text) !== null : typeof message === 'string' && indexOf(text, message) >= 0;
}

function isRegExp(value: unknown): value is RegExp {
  return typeof value === 'object' && value !== null && classNameOf(value) === 'RegExp';
}
