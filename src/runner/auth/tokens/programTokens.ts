import { runProgram, type Program } from './program.ts';
import { SharedTasks } from './sharedTasks.ts';

/** Caches tokens printed by programs in memory, for the time given in the file. */
export class ProgramTokens {
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly text: string; readonly until: number }>();
  readonly #running = new SharedTasks<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(of: Program, folder: string): string | undefined {
    const kept = this.#kept.get(keyOf(of, folder));
    return kept !== undefined && this.#now() < kept.until ? kept.text : undefined;
  }

  /** The cached token, or the output of the program. @param ttlMs 0 does not cache @throws {ReqError} if the program fails */
  async get(of: Program, folder: string, ttlMs: number, signal: AbortSignal): Promise<{ readonly text: string; readonly kept: boolean }> {
    const known = this.find(of, folder);
    if (known !== undefined) return { text: known, kept: true };
    const key = keyOf(of, folder);
    const text = await this.#running.join(key, (task) => runProgram(of, folder, task.signal), signal);
    if (ttlMs > 0) this.#kept.set(key, { text, until: this.#now() + ttlMs });
    return { text, kept: false };
  }

  /** Drops a token that a server has refused. */
  refuse(of: Program, folder: string): void {
    this.#kept.delete(keyOf(of, folder));
  }

  forget(): void {
    this.#kept.clear();
  }
}

const keyOf = ({ argv, env }: Program, folder: string): string => JSON.stringify([folder, argv, env]);
