// Absolute POSIX and Windows paths, independent of the platform that runs this code. In a path that begins with a slash, a
// backslash is an ordinary character.
const isPosix = (path: string): boolean => path.startsWith('/');
const endsFolder = (path: string): boolean => path.endsWith('/') || (path.endsWith('\\') && !isPosix(path));
const separatorOf = (path: string): string => (path.includes('\\') && !isPosix(path) ? '\\' : '/');

/** The folder of a path. For a root, the root itself. */
export function folderOf(path: string): string {
  const at = lastSeparator(path);
  if (at < 0) return path;
  const folder = path.slice(0, at);
  return folder === '' || /^[A-Za-z]:$/.test(folder) ? path.slice(0, at + 1) : folder;
}

export function join(folder: string, name: string): string {
  return endsFolder(folder) ? folder + name : folder + separatorOf(folder) + name;
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), isPosix(path) ? -1 : path.lastIndexOf('\\'));
}

/** Whether a path is the folder itself or is below it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(endsFolder(folder) ? folder : folder + separatorOf(folder));
}

/** The folders from a file's folder up to and including `top`, or to the file system's root. */
export function* foldersUp(file: string, top: string | undefined): Generator<string> {
  let folder = folderOf(file);
  for (;;) {
    yield folder;
    const parent = folderOf(folder);
    if (folder === top || parent === folder) return;
    folder = parent;
  }
}

/** Compares paths by character, but numbers in them by value: `2-users.req` before `10-admin.req`. */
export function comparePaths(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  let start = at;
  while (start > 0 && isDigit(a[start - 1])) start--;
  const [one, other] = [digitsAt(a, start), digitsAt(b, start)];
  if (one !== '' && other !== '' && one !== other) {
    const [x, y] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
    if (x.length !== y.length) return x.length - y.length;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';

function digitsAt(text: string, start: number): string {
  let end = start;
  while (isDigit(text[end])) end++;
  return text.slice(start, end);
}

/** The last segment of a path. */
export const nameOfPath = (path: string): string => path.slice(lastSeparator(path) + 1);

export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);

/** Resolves a path against a folder and removes `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const whole = isAbsolute(path) ? path : join(folder, path);
  const separator = separatorOf(whole);
  const [first = '', ...steps] = whole.split(isPosix(whole) ? '/' : /[\\/]/);
  const kept: string[] = [];
  for (const step of steps) {
    if (step === '..') kept.pop();
    else if (step !== '.' && step !== '') kept.push(step);
  }
  return [first, ...kept].join(separator) || separator;
}

/** The relative path of a file for use in a file in `folder`: with slashes, beginning with `./` or `../`. Absolute on another drive. */
export function relativePath(folder: string, path: string): string {
  const split = (whole: string): string[] => whole.split(isPosix(whole) ? '/' : /[\\/]/).filter((part) => part !== '');
  const [from, to] = [split(folder), split(path)];
  if (isPosix(folder) !== isPosix(path) || (!isPosix(path) && from[0] !== to[0])) return path;
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  const up = from.length - same;
  return [...(up === 0 ? ['.'] : Array.from({ length: up }, () => '..')), ...to.slice(same)].join('/');
}
