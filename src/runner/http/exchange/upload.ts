/** Progress is reported only for bodies of at least this many bytes; smaller ones are sent too quickly. */
const reportedFrom = 256 * 1024;
const everyMs = 50;

export interface Upload {
  sent(bytes: number): void;
  end(): void;
}

/**
 * Reports the upload progress of a large body: at most twenty times a second, and once at the end.
 * @param total bytes of the body
 */
export function watchUpload(total: number, tell: (sent: number) => void): Upload {
  let reported = 0;
  let latest = 0;
  let timer: NodeJS.Timeout | undefined;
  const tellNow = (): void => {
    timer = undefined;
    if (latest > reported) tell((reported = latest));
  };
  return {
    sent(bytes) {
      if (total < reportedFrom) return;
      latest = bytes;
      if (bytes >= total) {
        clearTimeout(timer);
        tellNow();
      } else timer ??= setTimeout(tellNow, everyMs);
    },
    end: () => clearTimeout(timer),
  };
}
