import type { Metafile } from 'esbuild';

/** The engine of scripts and its memory, compressed. */
export const engineFiles: readonly string[];

/** Names of the libraries of scripts. */
export const libraryFiles: string;

/** Writes the engine of scripts, which belongs beside the script worker. Returns what the API inside it and the libraries are made of. */
export function writeEngine(options: { readonly outdir: string; readonly minify: boolean }): Promise<readonly Metafile[]>;
