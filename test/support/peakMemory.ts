import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { commandBundle, type Folder } from './command.ts';

/**
 * A module for `--require`. It writes the process's peak resident size, in KB, to the file `REQ_TEST_PEAK` at exit. On Linux, `maxRSS`
 * includes the parent's memory before the program starts, so the value is read from /proc.
 */
export const peakOnExit = `
  const fs = require('node:fs');
  const ofLinux = () => /^VmHWM:\\s+(\\d+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
  process.on('exit', () => {
    const peak = process.platform === 'linux' ? ofLinux() : process.resourceUsage().maxRSS;
    fs.writeFileSync(process.env.REQ_TEST_PEAK, String(peak));
  });
`;

export interface Measured {
  readonly code: number | null;
  readonly stderr: string;
  /** The file with standard output. */
  readonly stdout: string;
  /** The peak resident size in MiB. */
  readonly peak: number;
}

export async function runReqMeasured(args: readonly string[], folder: Folder, env: NodeJS.ProcessEnv = {}): Promise<Measured> {
  const bundle = await commandBundle();
  folder.write('peak.cjs', peakOnExit);
  const [peak, stdout] = ['peak.txt', 'stdout.txt'].map((name) => path.join(folder.path, name)) as [string, string];
  const out = fs.openSync(stdout, 'w');
  const child = spawn(process.execPath, ['--require', path.join(folder.path, 'peak.cjs'), bundle, ...args], {
    cwd: folder.path,
    env: { ...process.env, ...env, REQ_TEST_PEAK: peak },
    stdio: ['ignore', out, 'pipe'],
  });
  fs.closeSync(out);
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close') as Promise<[number | null]>]);
  return { code, stderr, stdout, peak: Number(fs.readFileSync(peak, 'utf8')) / 1024 };
}
