import type { ChildProcess } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReqError } from '../../../base/reqError.ts';
import { shortened } from '../../../base/text/shortened.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { kindOf } from '../../../files/folders.ts';

/** Limits of a program: run time, and bytes of stdout and stderr together. */
const patienceMs = 60_000;
const mostBytes = 256 * 1024;

export interface Program {
  readonly argv: readonly string[];
  /** Names of the `REQ_SECRET_*` environment variables passed to the program. */
  readonly env: readonly string[];
}

/** The process's environment without `REQ_SECRET_*`, except the given names. Names are case-insensitive on Windows. */
function environmentFor(names: readonly string[]): NodeJS.ProcessEnv {
  const same = (name: string): string => (process.platform === 'win32' ? name.toUpperCase() : name);
  const named = new Set(names.map(same));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^REQ_SECRET_/i.test(name) || named.has(same(name))));
}

/**
 * Runs a program without a shell and returns its trimmed output, one line. The signal kills it and the programs that it has started.
 * @param folder working directory
 * @throws {ReqError} `network` if it cannot be run, fails, times out, or prints nothing or too much; `cancelled` on abort
 */
export async function runProgram({ argv, env }: Program, folder: string, signal: AbortSignal): Promise<string> {
  const { spawn } = await import('node:child_process');
  const [program = '', ...args] = argv;
  const name = visibleText(program);
  return new Promise((resolve, reject) => {
    const fail = (message: string, hint?: string): void => {
      reject(new ReqError('network', `No token for ${name}: ${message}`, hint === undefined ? {} : { hint }));
    };
    if (signal.aborted) return reject(new ReqError('cancelled', 'Cancelled.'));
    const isGroup = ownsGroup();
    const child = spawn(program, args, {
      detached: isGroup,
      cwd: folder,
      env: environmentFor(env),
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let size = 0;
    const end = (work: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      work();
    };
    const stop = (work: () => void): void => {
      killAll(child, isGroup, (file, more) => spawn(file, more, { stdio: 'ignore', windowsHide: true }));
      end(work);
    };
    const cancel = (): void => stop(() => reject(new ReqError('cancelled', 'Cancelled.')));
    const timer = setTimeout(() => stop(() => fail(`it took longer than ${patienceMs / 1000} seconds.`)), patienceMs);
    signal.addEventListener('abort', cancel);
    const take = (kept: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) kept.push(chunk);
      else stop(() => fail(`it printed more than ${mostBytes / 1024} KB.`));
    };
    child.stdout.on('data', take(out));
    child.stderr.on('data', take(err));
    child.once('error', (e) => {
      // It also closes, with a code that says less.
      child.removeAllListeners('close');
      end(() => void whyNot(e, folder).then(([message, hint]) => fail(message, hint)));
    });
    const close = (code: number | null, killed: NodeJS.Signals | null): void =>
      end(() => {
        const text = Buffer.concat(out).toString('utf8').trim();
        const said = shortened(visibleText(Buffer.concat(err).toString('utf8').trim()), 1000);
        if (code !== 0) fail(`it exited with ${code ?? killed}${said === '' ? '.' : `: ${said}`}`);
        else if (text === '') fail('it printed nothing.');
        else if (/[\r\n\0]/.test(text)) fail('it printed more than one line.');
        else resolve(text);
      });
    child.once('close', close);
    child.once('exit', (code, killed) => {
      void polled().then(() => {
        // A daemon that it has started can keep its output open. One that prints the token itself is awaited.
        if (process.platform === 'win32' || (code === 0 && out.length === 0)) return;
        child.stdout.destroy();
        child.stderr.destroy();
        close(code, killed);
      });
    });
  });
}

/** Pipes are polled between two immediates: what an ended program has written is read then. */
async function polled(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Why a program could not be started, and a hint. The system reports a missing working directory as a missing program. */
async function whyNot({ code, message }: NodeJS.ErrnoException, folder: string): Promise<readonly [string, string?]> {
  const kind = await kindOf(folder).catch(() => 'folder' as const);
  if (kind === undefined)
    return [`its folder ${visibleText(folder)} does not exist.`, 'A program runs in the folder of the file that names it.'];
  const what = code === 'ENOENT' ? 'there is no such program.' : `it cannot be run (${code ?? message}).`;
  return process.platform === 'win32' ? [what, 'A program ending in .cmd is run by cmd: argv=["cmd", "/c", "name", "argument"].'] : [what];
}

/** At a terminal, the program stays in Req's group: it may ask there, and Ctrl+C reaches it and all that it has started. */
const ownsGroup = (): boolean =>
  process.platform !== 'win32' && ![process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);

function killAll(child: ChildProcess, isGroup: boolean, start: (program: string, args: string[]) => ChildProcess): void {
  // A program that survives must not keep Req waiting for its output.
  child.stdout?.destroy();
  child.stderr?.destroy();
  const { pid } = child;
  if (pid === undefined) return;
  const killOne = (): void => void child.kill('SIGKILL');
  if (process.platform === 'win32') {
    start('taskkill', ['/pid', String(pid), '/T', '/F']).once('error', killOne);
    return;
  }
  if (!isGroup) return killOne();
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}
