import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundles } from '../../scripts/bundles.mjs';
import { writeEngine } from '../../scripts/engine.mjs';

let built: Promise<string> | undefined;

/** Builds the script worker once per process, into a folder that is deleted at its exit. Returns the worker's file. */
export function scriptWorkerBundle(): Promise<string> {
  return (built ??= bundle());
}

async function bundle(): Promise<string> {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-script-worker-'));
  process.once('exit', () => fs.rmSync(outdir, { recursive: true, force: true }));
  const options = bundles({ outdir, minify: false });
  await Promise.all([build(options['scriptWorker.cjs']), build(options['markup.br']), build(options['paths.br'])]);
  await writeEngine({ outdir, minify: false });
  return path.join(outdir, 'scriptWorker.cjs');
}
