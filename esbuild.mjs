// Builds what ships. `--watch` rebuilds at every change, `--minify` is for packaging, `--outdir` builds elsewhere than into dist/.
import { build, context } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundles } from './scripts/bundles.mjs';
import { writeEngine } from './scripts/engine.mjs';
import { bundledPackages, noticesFile, noticesOf } from './scripts/notices.mjs';

const { values } = parseArgs({
  options: {
    watch: { type: 'boolean', default: false },
    minify: { type: 'boolean', default: false },
    outdir: { type: 'string', default: 'dist' },
  },
});
const { outdir, minify } = values;

fs.rmSync(outdir, { recursive: true, force: true });
fs.mkdirSync(outdir, { recursive: true });
const engine = await writeEngine({ outdir, minify });
const all = Object.values(bundles({ outdir, minify }));
if (values.watch) {
  for (const options of all) await (await context({ ...options, logLevel: 'info' })).watch();
} else {
  const built = await Promise.allSettled(all.map((options) => build(options)));
  // esbuild has said what is wrong.
  if (built.some(({ status }) => status === 'rejected')) process.exit(1);
  const metafiles = [...engine, ...built.map(({ value }) => value.metafile)];
  fs.writeFileSync(path.join(outdir, noticesFile), noticesOf(bundledPackages(metafiles)));
  fs.chmodSync(path.join(outdir, 'req.cjs'), 0o755);
}
