import { ReqError, type Failure } from '../../../base/reqError.ts';
import type { StreamEvent } from '../../ports/events.ts';
import type { Heard, ScriptListener } from '../../script/scriptTypes.ts';

export class StreamListeners {
  readonly #all: ScriptListener[] = [];
  #failure: Failure | undefined;
  stopped: string | undefined;
  /** Whether a script has ended the stream. */
  hasEnded = false;
  /** Called when a script ends the stream. */
  onEnded: (() => void) | undefined;

  add(listener: ScriptListener): void {
    this.#all.push(listener);
  }

  /** Passes an event to all scripts, without waiting for them. */
  event(event: StreamEvent): void {
    for (const listener of this.#all) listener.event(event);
  }

  heard(how: Heard): void {
    if (how.kind === 'failed') this.#failure ??= how.failure;
    if (how.kind === 'stop') this.stopped ??= how.reason;
    this.hasEnded = true;
    this.onEnded?.();
  }

  /** First failure of a script while it handled an event. */
  get error(): ReqError | Error | undefined {
    return this.#failure === undefined ? undefined : fromFailure(this.#failure);
  }

  /** Call when the stream is over. Resolves when the scripts have handled all received events. */
  async close(): Promise<void> {
    await Promise.all(this.#all.map((listener) => listener.close()));
  }

  /** Discards the remaining events. */
  drop(): void {
    for (const listener of this.#all) listener.drop();
  }
}

export function fromFailure(f: Failure): ReqError | Error {
  if (f.kind === 'bug') return new Error(f.message);
  return new ReqError(f.kind, f.message, {
    ...(f.hint === undefined ? {} : { hint: f.hint }),
    ...(f.at === undefined ? {} : { at: f.at }),
  });
}
