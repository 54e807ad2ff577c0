import type { Metafile } from 'esbuild';

export const noticesFile: string;

/** The folders of the packages whose code stands in what esbuild has made. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly string[];

/** The text of the file of notices. Throws where a package names no license, one that is not known, or has no text of it. */
export function noticesOf(folders: readonly string[]): string;
