/** Smaller bodies are gone before anybody could look. */
const toldFrom = 256 * 1024;
const everyMs = 50;

/** How a large body goes out. */
export interface Upload {
  /** So many bytes have left. */
  sent(bytes: number): void;
  /** Nothing more is told. */
  end(): void;
}

/**
 * Tells how much of a large body has left: at most twenty times a second, and when all of it has.
 * @param total bytes of the body
 */
export function watchUpload(total: number, tell: (sent: number) => void): Upload {
  let told = 0;
  let latest = 0;
  let timer: NodeJS.Timeout | undefined;
  const tellNow = (): void => {
    timer = undefined;
    if (latest > told) tell((told = latest));
  };
  return {
    sent(bytes) {
      if (total < toldFrom) return;
      latest = bytes;
      if (bytes >= total) {
        clearTimeout(timer);
        tellNow();
      } else timer ??= setTimeout(tellNow, everyMs);
    },
    end: () => clearTimeout(timer),
  };
}
