import { kit } from '../kit.ts';

/** Whether two values are deeply equal, like lodash. */
export const isEqual = (a: unknown, b: unknown): boolean =>
  (kit().load('lodash')['_'] as { isEqual(x: unknown, y: unknown): boolean }).isEqual(a, b);
