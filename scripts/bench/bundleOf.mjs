// Bundles the project's own modules for a benchmark.
import * as esbuild from 'esbuild';
import { repository } from '../command.mjs';

/** Bundles a module that imports from the repository. Returns the file. */
export async function bundleOf(contents, outfile, options = {}) {
  await esbuild.build({
    stdin: { contents, resolveDir: repository },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile,
    external: ['esbuild'],
    logLevel: 'warning',
    // Modules of the tests that use it are not in the result.
    logOverride: { 'empty-import-meta': 'silent' },
    ...options,
  });
  return outfile;
}
