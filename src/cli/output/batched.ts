/** Maximum buffered characters. */
const mostWaiting = 64 * 1024;
/** Maximum milliseconds for which text is buffered. */
const longestWait = 30;

/** Combines many small writes into few large ones, because each write to a pipe or terminal is a system call. */
export interface Batched {
  readonly write: (text: string) => void;
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
