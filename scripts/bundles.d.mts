import type { BuildOptions } from 'esbuild';

/** The name of a file a bundle makes. */
export type BundleName =
  | 'extension.cjs'
  | 'req.cjs'
  | 'body.cjs'
  | 'cookies.cjs'
  | 'javascript.cjs'
  | 'lsp.cjs'
  | 'scriptWorker.cjs'
  | 'scriptApi.js.br'
  | 'panel.js';

/** The files that the builds of `extension.cjs` and of `req.cjs` make. */
export const partsOf: Readonly<Record<'extension' | 'command', readonly string[]>>;

/** The engine of scripts, compressed. */
export const engineFile: string;

/** The files of the build that one of the two packages does without: the extension (.vscodeignore) and the command (.npmignore). */
export const leftOut: Readonly<Record<'extension' | 'command', readonly string[]>>;

/** Writes the engine of scripts, which belongs beside the script worker. */
export function writeEngine(options: { readonly outdir: string; readonly minify: boolean }): void;

/** The options of every bundle, by the name of the file it makes in `outdir`. */
export function bundles(options: { readonly outdir: string; readonly minify: boolean }): Readonly<Record<BundleName, BuildOptions>>;
