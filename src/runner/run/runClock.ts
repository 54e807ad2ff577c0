import type { Host } from '../ports/host.ts';

/** A clock that is paused while a prompt is shown. Times are in milliseconds. */
export class RunClock {
  readonly #outer: RunClock | undefined;
  readonly #started = performance.now();
  /** Pending questions, and the start of the wait for them. */
  #pending = 0;
  #since = 0;
  #waited = 0;
  /** Called when the clock stops and when it goes on. */
  onPause: ((isPaused: boolean) => void) | undefined;

  /** @param outer the clock of the caller, which is paused too */
  constructor(outer?: RunClock) {
    this.#outer = outer;
  }

  /** Time since the clock was created, without waiting for the user. */
  get elapsed(): number {
    return performance.now() - this.#started - this.waited;
  }

  /** Total waiting time so far. Concurrent questions count once. */
  get waited(): number {
    return this.#waited + (this.#pending > 0 ? performance.now() - this.#since : 0);
  }

  /** Stops the clock until the answer is given, or the prompt has failed. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    this.begin();
    try {
      return await answer;
    } finally {
      this.end();
    }
  }

  private begin(): void {
    if (this.#pending++ === 0) {
      this.#since = performance.now();
      this.onPause?.(true);
    }
    this.#outer?.begin();
  }

  private end(): void {
    this.#outer?.end();
    if (--this.#pending > 0) return;
    this.#waited += performance.now() - this.#since;
    this.onPause?.(false);
  }
}

/** A host that pauses the clock while it prompts the user. */
export function hostOnClock(host: Host, clock: RunClock): Host {
  const { signIn } = host;
  const asked = <T>(answer: Promise<T> | undefined): Promise<T> => clock.waitFor(answer as Promise<T>);
  return {
    ...host,
    ask: (form, signal) => clock.waitFor(host.ask(form, signal)),
    mayRead: (path, root, to) => clock.waitFor(host.mayRead(path, root, to)),
    maySendEnvironment: (names, root, to) => clock.waitFor(host.maySendEnvironment(names, root, to)),
    maySendProtected: (method, url, environment) => clock.waitFor(host.maySendProtected(method, url, environment)),
    ...(host.maySend === undefined ? {} : { maySend: (message) => asked(host.maySend?.(message)) }),
    ...(host.mayLookUp === undefined ? {} : { mayLookUp: (lookUp) => asked(host.mayLookUp?.(lookUp)) }),
    signIn: {
      ...signIn,
      open: (page, signal) => clock.waitFor(signIn.open(page, signal)),
      mayRun: (program, file) => clock.waitFor(signIn.mayRun(program, file)),
    },
  };
}
