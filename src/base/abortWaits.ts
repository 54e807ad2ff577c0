/** Calls many waits of one signal on abort by one listener: Node.js warns of a leak at the eleventh listener of a signal. */
export class AbortWaits {
  readonly #bySignal = new Map<AbortSignal, { readonly all: Set<() => void>; readonly abort: () => void }>();

  /** Returns a function that ends the wait; call it when `onAbort` must not be called any more. The signal must not be aborted yet. */
  add(signal: AbortSignal, onAbort: () => void): () => void {
    let waits = this.#bySignal.get(signal);
    if (waits === undefined) {
      const all = new Set<() => void>();
      const abort = (): void => {
        this.#bySignal.delete(signal);
        for (const one of all) one();
      };
      this.#bySignal.set(signal, (waits = { all, abort }));
      signal.addEventListener('abort', abort, { once: true });
    }
    const { all, abort } = waits;
    all.add(onAbort);
    return () => {
      all.delete(onAbort);
      if (all.size > 0 || this.#bySignal.get(signal)?.all !== all) return;
      signal.removeEventListener('abort', abort);
      this.#bySignal.delete(signal);
    };
  }
}
