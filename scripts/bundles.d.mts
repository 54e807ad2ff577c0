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
  | 'panel.js';

/** The files that the builds of `extension.cjs` and of `req.cjs` make. */
export const partsOf: Readonly<Record<'extension' | 'command', readonly string[]>>;

/** The files of the build that one of the two packages does without: the extension (.vscodeignore) and the command (.npmignore). */
export const leftOut: Readonly<Record<'extension' | 'command', readonly string[]>>;

/** The options of every bundle, by the name of the file it makes in `outdir`. */
export function bundles(options: { readonly outdir: string; readonly minify: boolean }): Readonly<Record<BundleName, BuildOptions>>;
