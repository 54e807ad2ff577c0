import { ErrorCtor, isError, slice, toText, WeakMapCtor, weakMapGet, weakMapSet } from './primordials.ts';
import { words } from './chaiWords.ts';

const maxText = 10_000;

/** Thrown by `tool.expect`, `client.assert` and failed tests. */
export class AssertionError extends ErrorCtor {
  override readonly name = 'AssertionError';
}

/** Both sides of a failed comparison as text. */
export interface Compared {
  readonly expected: string;
  readonly actual: string;
}

const comparisons = new WeakMapCtor<object, Compared>();

/** Creates an error that carries both sides of its comparison. */
export function comparisonError(message: string, compared: Compared): AssertionError {
  const error = new AssertionError(message);
  weakMapSet(comparisons, error, compared);
  return error;
}

/** Both sides of an error's comparison; null for any other value. */
export const comparedBy = (thrown: unknown): Compared | null => (isError(thrown) ? weakMapGet(comparisons, thrown) : undefined) ?? null;

/** `TypeError: x is not a function` for an error; undefined for any other value. Handles getters that throw. */
export function describeError(value: unknown): string | undefined {
  if (!isError(value)) return undefined;
  const name = errorText(value, 'name') ?? 'Error';
  const message = errorText(value, 'message') ?? '';
  return message === '' ? name : words`${name}: ${message}`;
}

/** An error's name or message as text; undefined if it is absent or its getter throws. */
export function errorText(error: Error, key: 'name' | 'message'): string | undefined {
  try {
    const found: unknown = error[key];
    return found === undefined || typeof found === 'symbol' ? undefined : slice(toText(found), 0, maxText);
  } catch {
    return undefined;
  }
}
