import { build } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { bundles } from '../../scripts/bundles.mjs';
import type * as Body from '../../src/body/index.ts';

let built: Promise<typeof Body> | undefined;

/** The shipped bundle that processes body texts. Its threads run the same file. */
export function bodyBundle(): Promise<typeof Body> {
  return (built ??= bundle());
}

async function bundle(): Promise<typeof Body> {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-body-'));
  process.once('exit', () => fs.rmSync(outdir, { recursive: true, force: true }));
  await build(bundles({ outdir, minify: false })['body.cjs']);
  return createRequire(import.meta.url)(path.join(outdir, 'body.cjs')) as typeof Body;
}
