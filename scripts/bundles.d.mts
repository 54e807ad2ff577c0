import type { BuildOptions } from 'esbuild';

export type BundleName =
  | 'extension.cjs'
  | 'req.cjs'
  | 'body.cjs'
  | 'cookies.cjs'
  | 'http.cjs'
  | 'javascript.cjs'
  | 'schemas.cjs'
  | 'openapi.cjs'
  | 'graphql.cjs'
  | 'lsp.cjs'
  | 'markup.br'
  | 'paths.br'
  | 'scriptWorker.cjs'
  | 'panel.js';

/** What only one of the two packages needs of the build: .npmignore and .vscodeignore leave it out of the other. */
export const onlyIn: Readonly<Record<'extension' | 'command', readonly string[]>>;

/** The options of every bundle, by the name of the file it makes in `outdir`. */
export function bundles(options: { readonly outdir: string; readonly minify: boolean }): Readonly<Record<BundleName, BuildOptions>>;
