/** Names that Windows gives to devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A title as the name of a file or folder, without an extension: it names nothing outside of its folder on any system. */
export function safeName(title: string): string {
  const clean = title
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u2028\u2029\ufeff\ufdd0-\ufdd5]+/g, '-')
    .replace(/[\ud800-\udfff]/g, (c, at: number, all: string) => (all.slice(at - 1, at + 2).isWellFormed() ? c : '-'))
    .toWellFormed()
    .slice(0, 80)
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (clean === '') return 'untitled';
  return devices.test(clean) || /^(?:collection|folder|node_modules)$/i.test(clean) ? `${clean}-1` : clean.toWellFormed();
}

/** Gives paths that differ in more than case. */
export class Paths {
  readonly #taken = new Set<string>();

  /** `base` with an extension, numbered where there is one already. */
  take(base: string, extension: string): string {
    for (let i = 1; ; i++) {
      const path = `${base}${i === 1 ? '' : `-${i}`}${extension}`;
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.add(path.toLowerCase());
      return path;
    }
  }
}

/** A variable's name as Req can write it in a placeholder. */
export function variableName(name: string): string {
  const clean = name
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_$.-]+/gu, '_')
    .replace(/\.{2,}|^\.|\.$/g, '_')
    .slice(0, 250);
  return /^[\p{N}\p{M}$.]|^$/u.test(clean) ? `_${clean.replace(/^\$/, '')}` : clean;
}
