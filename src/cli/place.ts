import path from 'node:path';
import type { Place } from '../base/reqError.ts';

/** A file as people at this terminal name it: relative to the folder they are in, or absolute where it lies elsewhere. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' ? '.' : relative.startsWith('..') ? file : relative;
}

/** `users.req:3:9`, which terminals make a link of. */
export const shownPlace = (at: Place): string => `${shownPath(at.file)}:${at.line}:${at.column}`;
