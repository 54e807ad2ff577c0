/** The engine of scripts and its memory, compressed. */
export const engineFiles: readonly string[];

/** Writes the engine of scripts, which belongs beside the script worker. */
export function writeEngine(options: { readonly outdir: string; readonly minify: boolean }): Promise<void>;
