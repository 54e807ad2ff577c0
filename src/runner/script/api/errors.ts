import { ErrorCtor, isError, slice, toText, WeakMapCtor, weakMapGet, weakMapSet } from './primordials.ts';
import { words } from './chaiWords.ts';

/** Characters of a name or message that are told. */
const maxText = 10_000;

/** What `tool.expect`, `client.assert` and failed tests throw. */
export class AssertionError extends ErrorCtor {
  override readonly name = 'AssertionError';
}

/** What an expectation compared. */
export interface Compared {
  readonly expected: string;
  readonly actual: string;
}

const comparisons = new WeakMapCtor<object, Compared>();

/** An error of a comparison that failed. */
export function comparisonError(message: string, compared: Compared): AssertionError {
  const error = new AssertionError(message);
  weakMapSet(comparisons, error, compared);
  return error;
}

/** What an error's comparison was about; null for any other value. */
export const comparedBy = (thrown: unknown): Compared | null => (isError(thrown) ? weakMapGet(comparisons, thrown) : undefined) ?? null;

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
