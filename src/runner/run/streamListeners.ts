import { ReqError, type Failure } from '../../base/reqError.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { Heard, ScriptListener } from '../script/scriptTypes.ts';

/** The scripts of one run that listen to its stream. */
export class StreamListeners {
  readonly #all: ScriptListener[] = [];
  #failure: Failure | undefined;
  /** Why a script stopped the run, if one did. */
  stopped: string | undefined;
  /** A script has ended the stream. */
  hasEnded = false;
  /** Called when one does. */
  onEnded: (() => void) | undefined;

  add(listener: ScriptListener): void {
    this.#all.push(listener);
  }

  /** Hands an event on. Returns at once. */
  event(event: StreamEvent): void {
    for (const listener of this.#all) listener.event(event);
  }

  /** A script has ended the stream. */
  heard(how: Heard): void {
    if (how.kind === 'failed') this.#failure ??= how.failure;
    if (how.kind === 'stop') this.stopped ??= how.reason;
    this.hasEnded = true;
    this.onEnded?.();
  }

  /** Why a script failed that saw an event. */
  get error(): ReqError | Error | undefined {
    return this.#failure === undefined ? undefined : fromFailure(this.#failure);
  }

  /** The stream is over: waits until the scripts have seen what came. */
  async close(): Promise<void> {
    await Promise.all(this.#all.map((listener) => listener.close()));
  }

  /** Nobody is interested any more. */
  drop(): void {
    for (const listener of this.#all) listener.drop();
  }
}

/** A script's failure as what is thrown. */
export function fromFailure(f: Failure): ReqError | Error {
  if (f.kind === 'bug') return new Error(f.message);
  return new ReqError(f.kind, f.message, {
    ...(f.hint === undefined ? {} : { hint: f.hint }),
    ...(f.at === undefined ? {} : { at: f.at }),
  });
}
