import { parseDuration } from '../request/sendOptions.ts';

/** Converts `50m` or `1h` to milliseconds; 0 for an empty or invalid text. */
export function lifetime(text: string): number {
  const hours = /^(\d+(?:\.\d+)?)\s*h$/.exec(text.trim())?.[1];
  return hours === undefined ? (parseDuration(text) ?? 0) : Number(hours) * 3_600_000;
}
