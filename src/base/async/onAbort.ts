/** The calls for one signal, and their listener. */
interface PendingCalls {
  readonly calls: Set<() => void>;
  readonly abort: () => void;
}

const pendingOf = new WeakMap<AbortSignal, PendingCalls>();

/**
 * Calls a function when a signal aborts, unless the returned function is called before. All calls for one signal share a listener: Node.js
 * warns of a leak at the eleventh, and many concurrent requests have one signal. Not called if the signal is aborted already.
 * @param call must not throw
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  // An object of its own, because the same function may be passed twice.
  const own = (): void => call();
  const pending = pendingOf.get(signal) ?? begin(signal);
  pending.calls.add(own);
  return () => {
    if (!pending.calls.delete(own) || pending.calls.size > 0 || pendingOf.get(signal) !== pending) return;
    signal.removeEventListener('abort', pending.abort);
    pendingOf.delete(signal);
  };
}

function begin(signal: AbortSignal): PendingCalls {
  const calls = new Set<() => void>();
  const abort = (): void => {
    pendingOf.delete(signal);
    for (const call of calls) call();
    calls.clear();
  };
  const pending = { calls, abort };
  pendingOf.set(signal, pending);
  signal.addEventListener('abort', abort, { once: true });
  return pending;
}
