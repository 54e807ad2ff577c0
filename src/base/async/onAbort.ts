interface Waits {
  readonly calls: Set<() => void>;
  readonly abort: () => void;
}

const waitsOf = new WeakMap<AbortSignal, Waits>();

/**
 * Calls a function when a signal aborts, unless the returned function is called before. All calls for one signal share a listener: Node.js
 * warns of a leak at the eleventh, and many concurrent requests have one signal. Not called if the signal is aborted already.
 * @param call must not throw
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  // An object of its own, because the same function may be given twice.
  const own = (): void => call();
  const waits = waitsOf.get(signal) ?? begin(signal);
  waits.calls.add(own);
  return () => {
    if (!waits.calls.delete(own) || waits.calls.size > 0 || waitsOf.get(signal) !== waits) return;
    signal.removeEventListener('abort', waits.abort);
    waitsOf.delete(signal);
  };
}

function begin(signal: AbortSignal): Waits {
  const calls = new Set<() => void>();
  const abort = (): void => {
    waitsOf.delete(signal);
    for (const call of calls) call();
    calls.clear();
  };
  const waits = { calls, abort };
  waitsOf.set(signal, waits);
  signal.addEventListener('abort', abort, { once: true });
  return waits;
}
