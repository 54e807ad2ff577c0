/** Absolute paths of either platform, without asking it: the language runs anywhere. */
const separator = /[\\/]/;

/** The folder of a file; of a root the root itself. */
export function folderOf(path: string): string {
  const at = lastSeparator(path);
  if (at < 0) return path;
  const folder = path.slice(0, at);
  return folder === '' || /^[A-Za-z]:$/.test(folder) ? path.slice(0, at + 1) : folder;
}

export function join(folder: string, name: string): string {
  if (separator.test(folder.slice(-1))) return folder + name;
  return folder + (folder.includes('\\') ? '\\' : '/') + name;
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
}

/** Whether a path is a folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  const root = separator.test(folder.slice(-1)) ? folder : folder + (folder.includes('\\') ? '\\' : '/');
  return path.startsWith(root);
}

/** From a file's folder up to `top` (included), or to the file system's root. */
export function* foldersUp(file: string, top: string | undefined): Generator<string> {
  let folder = folderOf(file);
  for (;;) {
    yield folder;
    const parent = folderOf(folder);
    if (folder === top || parent === folder) return;
    folder = parent;
  }
}
