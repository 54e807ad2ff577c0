import { build } from 'esbuild';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { bundles, onlyIn } from '../../scripts/bundles.mjs';
import { writeEngine } from '../../scripts/engine.mjs';
import { until } from './until.ts';

let built: Promise<string> | undefined;

/** Builds the command once per process, into a folder that is deleted at its exit. Returns the command's file. */
export function commandBundle(): Promise<string> {
  return (built ??= bundle());
}

async function bundle(): Promise<string> {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'req-command-'));
  process.once('exit', () => fs.rmSync(outdir, { recursive: true, force: true }));
  // As it ships: minified, each of the thousand commands that tests start takes an eighth less processor time.
  const all = bundles({ outdir, minify: true });
  // All bundles that the package of the command has: one that is missing would fail only when it is first needed.
  const names = Object.entries(all).filter(([name]) => !onlyIn.extension.includes(name));
  await Promise.all(names.map(([, options]) => build(options)));
  await writeEngine({ outdir, minify: false });
  const file = path.join(outdir, 'req.cjs');
  if (!('enableCompileCache' in module)) keepCompiledCode(file);
  return file;
}

/** Runs the command with code that V8 compiled in an earlier start. */
function keepCompiledCode(file: string): void {
  const folder = path.dirname(file);
  fs.copyFileSync(path.join(import.meta.dirname, 'codeCache.cjs'), path.join(folder, 'req-codeCache.cjs'));
  const [first, ...rest] = fs.readFileSync(file, 'utf8').split('\n');
  fs.writeFileSync(file, [first, "require('./req-codeCache.cjs');", ...rest].join('\n'));
  const sample = path.join(folder, 'sample.req');
  // Its host does not resolve: all is loaded that a request needs, and nothing is sent.
  fs.writeFileSync(sample, 'GET http://req.invalid/\n\n?? status == 200\n');
  spawnSync(process.execPath, [file, 'run', sample], { cwd: folder, env: { ...process.env, REQ_TEST_CODE_CACHE: 'write' } });
  fs.rmSync(sample);
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Around {
  readonly cwd: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly process: ChildProcess;
  /** Waits until standard output contains a text. Returns the output so far. */
  readonly untilOut: (text: string) => Promise<string>;
  /** The same for standard error. */
  readonly untilErr: (text: string) => Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts the built command. Without `stdin` its standard input is empty. */
export async function startReq(args: readonly string[], { cwd, stdin, env }: Around): Promise<Running> {
  const file = await commandBundle();
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [file, ...args], { cwd, env: { ...inherited, CI: '', ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin ?? '');
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code: shellCode(code, signal), stdout: text(out), stderr: text(err) }));
  });
  const waitFor =
    (name: string, chunks: readonly Buffer[]) =>
    (wanted: string): Promise<string> =>
      until(`standard ${name} holds ${JSON.stringify(wanted)}`, () => {
        const all = text(chunks);
        return all.includes(wanted) ? all : undefined;
      });
  return {
    process: child,
    untilOut: waitFor('output', out),
    untilErr: waitFor('error', err),
    ended,
  };
}

/** The exit code as a shell reports it. */
export const shellCode = (code: number | null, signal: NodeJS.Signals | null): number | null =>
  signal === null ? code : 128 + os.constants.signals[signal];

export async function runReq(args: readonly string[], around: Around): Promise<Ended> {
  return (await startReq(args, around)).ended;
}

export interface Folder {
  readonly path: string;
  readonly write: (name: string, content: string | Uint8Array) => void;
  readonly read: (name: string) => string;
  readonly remove: () => void;
}

/** Creates a folder with these files. Its path has no symbolic links. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'req-files-')));
  const folder: Folder = {
    path: root,
    write(name, content) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), content);
    },
    read: (name) => fs.readFileSync(path.join(root, name), 'utf8'),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}
