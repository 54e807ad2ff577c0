import type { Stats } from 'node:fs';

/** Reason for rejecting a file that the system would allow. */
export type Refusal = 'special' | 'large' | 'outside' | 'link' | 'changed' | 'silent';

/** Thrown for a rejected file; the message completes "FILE cannot be read: …". */
export class FileProblem extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, message: string) {
    super(message);
    this.code = code;
  }
}

/** The system's error code, such as `ENOENT`; empty for other errors. */
export const codeOf = (e: unknown): string => (e instanceof Error && 'code' in e ? String(e.code) : '');

export const isAbsent = (e: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(e));

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission was refused',
  EPERM: 'permission was refused',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
};

/** The reason why a file cannot be used, to follow a colon. */
export function reasonOf(e: unknown): string {
  if (e instanceof FileProblem) return e.message;
  const code = codeOf(e);
  return reasons[code] ?? (code || String(e));
}

export function notRegular(stats: Stats): Error {
  if (stats.isDirectory()) return Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  const what = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';
  return new FileProblem('special', `it is ${what}, not a regular file`);
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export const tooLarge = (most: number): FileProblem =>
  new FileProblem('large', `it is larger than ${Math.floor(most / 1024 / 1024)} MB, the maximum that Req reads at once`);
