import type { Metafile } from 'esbuild';

/** The engine of scripts and its memory, compressed. */
export const engineFiles: readonly string[];

/** Writes the engine of scripts, which belongs beside the script worker. Returns what the API inside it is made of. */
export function writeEngine(options: { readonly outdir: string; readonly minify: boolean }): Promise<Metafile>;
