export { variableName } from '../../../base/variableName.ts';

/** Reserved device names of Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\s*(?:\.|$))/i;

/** Makes a name differ from reserved device names. */
const noDevice = (name: string): string => name.replace(devices, '$&_');

/** Converts a title to a file or folder name without extension that is safe on all systems. */
export function safeName(title: string): string {
  const clean = title
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u2028\u2029\ufeff\ufdd0-\ufdd7]+/g, '-')
    .replace(/[\ud800-\udfff]/g, (c, at: number, all: string) => (all.slice(at - 1, at + 2).isWellFormed() ? c : '-'))
    .toWellFormed()
    .replace(/\.req$/i, '')
    .slice(0, 80)
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (clean === '') return 'untitled';
  return /^(?:collection|folder|node_modules)$/i.test(clean) ? `${clean}-1` : noDevice(clean.toWellFormed());
}

/** Assigns unique paths, ignoring case and extension: `# @order` names files and folders without it. */
export class Paths {
  readonly #taken = new Set<string>();

  /** Returns `base` with the extension, with a number if it is taken. Avoids reserved device names. */
  take(given: string, extension: string): string {
    const base = given.split('/').map(noDevice).join('/');
    for (let i = 1; ; i++) {
      const name = `${base}${i === 1 ? '' : `-${i}`}`;
      const path = `${name}${extension}`;
      const key = name.normalize('NFC').toUpperCase().toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}
