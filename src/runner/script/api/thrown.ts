import type { Thrown } from '../thread/workerMessages.ts';
import { AssertionError, describeError, errorText } from './errors.ts';
import { inspect } from './inspect.ts';
import { isError } from './primordials.ts';
import { ownData } from './apiValues.ts';
import { words } from './chaiWords.ts';

/** Describes any thrown value as plain data. */
export function describeThrown(value: unknown): Thrown {
  const text = describeError(value);
  if (text === undefined) return { text: words`the script threw ${inspect(value)}`, stack: '' };
  const stack = ownData(value as object, 'stack');
  return { text, stack: typeof stack === 'string' ? stack : '' };
}

/** Message of a failed test: for assertions the message alone, for other errors name and message. */
export function messageOf(value: unknown): string {
  if (isError(value) && value instanceof AssertionError) return errorText(value, 'message') ?? '';
  return describeThrown(value).text;
}
