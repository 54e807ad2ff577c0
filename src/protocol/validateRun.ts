import { integer, oneOf, own, type Fields } from './fields.ts';
import type { FromRunPage } from './runMessages.ts';

const mostRows = 1_000_000;

/**
 * Checks a message from the page of a run. Returns undefined if it is not part of the protocol or a field is out of
 * bounds.
 */
export function readFromRunPage(data: unknown): FromRunPage | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const fields = data as Fields;
  const type = own(fields, 'type');
  switch (type) {
    case 'ready':
    case 'stop':
      return { type };
    case 'open':
    case 'goTo': {
      const row = integer(fields, 'row', 0, mostRows);
      return row === undefined ? undefined : { type, row };
    }
    case 'again': {
      const only = oneOf(fields, 'only', ['all', 'failed'] as const);
      return only === undefined ? undefined : { type, only };
    }
    default:
      return undefined;
  }
}
