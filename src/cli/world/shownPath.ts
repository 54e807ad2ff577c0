import path from 'node:path';
import { visibleText } from '../../base/visible.ts';
import type { Place } from '../../base/reqError.ts';

/** A file as people at this terminal name it, in visible characters: its `relativePath`. */
export const shownPath = (file: string): string => visibleText(relativePath(file));

/** A file relative to the folder people are in, or absolute where it lies elsewhere: as it is, for programs. */
export function relativePath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' ? '.' : relative.startsWith('..') ? file : relative;
}

/** `users.req:3:9`, which terminals make a link of. */
export const shownPlace = (at: Place): string => `${shownPath(at.file)}:${at.line}:${at.column}`;
