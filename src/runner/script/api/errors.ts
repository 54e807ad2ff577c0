import { ErrorCtor, isError, slice, toText } from './primordials.ts';
import { words } from './words.ts';

/** Characters of a name or message that are told. */
const maxText = 10_000;

/** What `tool.expect`, `client.assert` and failed tests throw. */
export class AssertionError extends ErrorCtor {
  override readonly name = 'AssertionError';
}

/** `TypeError: x is not a function` for an error, undefined for anything else. Survives getters that throw. */
export function describeError(value: unknown): string | undefined {
  if (!isError(value)) return undefined;
  const name = errorText(value, 'name') ?? 'Error';
  const message = errorText(value, 'message') ?? '';
  return message === '' ? name : words`${name}: ${message}`;
}

/** An error's name or message as text; undefined where it has none or reading it throws. */
export function errorText(error: Error, key: 'name' | 'message'): string | undefined {
  try {
    const found: unknown = error[key];
    return found === undefined || typeof found === 'symbol' ? undefined : slice(toText(found), 0, maxText);
  } catch {
    return undefined;
  }
}
