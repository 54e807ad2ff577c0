import path from 'node:path';
import { visibleText } from '../../base/text/visible.ts';
import type { Place } from '../../base/reqError.ts';

/** Relative path for the terminal, with control characters visible. */
export const shownPath = (file: string): string => visibleText(relativePath(file));

/** Path relative to the current folder, or absolute outside it. Unescaped, for programs. */
export function relativePath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' ? '.' : relative.startsWith('..') ? file : relative;
}

/**
 * Path as GitHub names it in annotations and code scanning: relative to the checkout, also in a step with another working directory.
 * Unescaped. Elsewhere like `relativePath`.
 */
export function checkoutPath(file: string): string {
  const checkout = process.env['GITHUB_WORKSPACE'] ?? '';
  const relative = checkout === '' ? '..' : path.relative(checkout, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? relativePath(file) : relative;
}

/** `users.req:3:9`, which terminals turn into a link. */
export const shownPlace = (at: Place): string => `${shownPath(at.file)}:${at.line}:${at.column}`;
