import type { Thrown } from '../workerMessages.ts';
import { AssertionError, describeError, errorText } from './errors.ts';
import { inspect } from './inspect.ts';
import { isError } from './primordials.ts';
import { ownData } from './apiValues.ts';
import { words } from './chaiWords.ts';

/** Anything thrown, as plain data. */
export function describeThrown(value: unknown): Thrown {
  const text = describeError(value);
  if (text === undefined) return { text: words`the script threw ${inspect(value)}`, stack: '' };
  const stack = ownData(value as object, 'stack');
  return { text, stack: typeof stack === 'string' ? stack : '' };
}

/** What a failed test shows: the message alone of an assertion, name and message of any other error. */
export function messageOf(value: unknown): string {
  if (isError(value) && value instanceof AssertionError) return errorText(value, 'message') ?? '';
  return describeThrown(value).text;
}
