import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A started program with all its child processes. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** The exit code of the program (128 when a signal ended it). Never rejects. */
  readonly ended: Promise<number>;
  /** Ends the whole group with SIGTERM, and after 5 s with SIGKILL. Does nothing if it has ended. */
  stop(): Promise<void>;
}

const graceMs = 5000;
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/** Starts a program in a process group of its own, which ends when this process exits, and on SIGINT, SIGTERM and SIGHUP. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: true });
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is gone.
    }
  };
  const onExit = (): void => kill('SIGKILL');
  // Before the handlers that remove the folders the group writes to.
  process.prependOnceListener('exit', onExit);
  exitOnSignals();
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 128));
    child.once('error', () => resolve(127));
  });
  const stop = async (): Promise<void> => {
    kill('SIGTERM');
    const late = setTimeout(() => kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(late);
    // What the program left running of its own.
    kill('SIGKILL');
    process.off('exit', onExit);
  };
  return { child, ended, stop };
}

let watching = false;

/** The default handling of a signal skips exit handlers; `process.exit` does not. */
function exitOnSignals(): void {
  if (watching) return;
  watching = true;
  for (const [signal, number] of Object.entries(signals)) process.once(signal, () => process.exit(128 + number));
}
