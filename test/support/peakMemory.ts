import fs from 'node:fs';
import path from 'node:path';
import { runReq, type Around, type Ended, type Folder } from './command.ts';

/** Writes the largest resident size of the process, in KB, when it ends. */
const onExit =
  "process.on('exit', () => require('node:fs').writeFileSync(process.env.REQ_TEST_PEAK, String(process.resourceUsage().maxRSS)));";

/** Runs the built command to its end. `peak` is its largest resident size in MiB. */
export async function runReqMeasured(
  args: readonly string[],
  folder: Folder,
  around: Omit<Around, 'cwd'> = {},
): Promise<Ended & { readonly peak: number }> {
  folder.write('peak.cjs', onExit);
  const file = path.join(folder.path, 'peak.txt');
  const env = { ...around.env, NODE_OPTIONS: `--require ${path.join(folder.path, 'peak.cjs')}`, REQ_TEST_PEAK: file };
  const ended = await runReq(args, { ...around, cwd: folder.path, env });
  return { ...ended, peak: Number(fs.readFileSync(file, 'utf8')) / 1024 };
}
