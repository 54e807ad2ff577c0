/** Characters that wait at most. */
const mostWaiting = 64 * 1024;
/** Milliseconds that text waits. */
const longestWait = 30;

/** Writes what comes in many small pieces in few large ones: each write to a pipe or a terminal waits for the system. */
export interface Batched {
  readonly write: (text: string) => void;
  /** Writes what waits. */
  readonly flush: () => void;
}

export function batched(write: (text: string) => void): Batched {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  return {
    write(text) {
      waiting += text;
      if (waiting.length >= mostWaiting) flush();
      else timer ??= setTimeout(flush, longestWait);
    },
    flush,
  };
}
