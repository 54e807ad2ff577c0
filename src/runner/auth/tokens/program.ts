import { ReqError } from '../../../base/reqError.ts';
import { visibleText } from '../../../base/text/visible.ts';

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
 * Runs a program without a shell and returns its trimmed output, one line. The signal kills it.
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
    const child = spawn(program, args, {
      cwd: folder,
      env: environmentFor(env),
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let size = 0;
    const kill = (): void => void child.kill('SIGKILL');
    const end = (work: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      work();
    };
    const cancel = (): void => {
      kill();
      end(() => reject(new ReqError('cancelled', 'Cancelled.')));
    };
    const timer = setTimeout(() => {
      kill();
      end(() => fail(`it took longer than ${patienceMs / 1000} seconds.`));
    }, patienceMs);
    signal.addEventListener('abort', cancel);
    const take = (kept: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) kept.push(chunk);
      else kill();
    };
    child.stdout.on('data', take(out));
    child.stderr.on('data', take(err));
    child.once('error', (e: NodeJS.ErrnoException) =>
      end(() => {
        const hint =
          process.platform === 'win32' ? 'A program ending in .cmd is run by cmd: argv=["cmd", "/c", "name", "argument"].' : undefined;
        fail(e.code === 'ENOENT' ? 'there is no such program.' : `it cannot be run (${e.code ?? e.message}).`, hint);
      }),
    );
    child.once('close', (code, killed) =>
      end(() => {
        const text = Buffer.concat(out).toString('utf8').trim();
        const said = visibleText(Buffer.concat(err).toString('utf8').trim()).slice(0, 1000);
        if (size > mostBytes) fail(`it printed more than ${mostBytes / 1024} KB.`);
        else if (code !== 0) fail(`it exited with ${code ?? killed}${said === '' ? '.' : `: ${said}`}`);
        else if (text === '') fail('it printed nothing.');
        else if (/[\r\n\0]/.test(text)) fail('it printed more than one line.');
        else resolve(text);
      }),
    );
  });
}
