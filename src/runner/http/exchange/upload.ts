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
export function watchUpload(total: number, report: (sent: number) => void): Upload {
  let reported = 0;
  let latest = 0;
  let timer: NodeJS.Timeout | undefined;
  const reportNow = (): void => {
    timer = undefined;
    if (latest > reported) report((reported = latest));
  };
  return {
    sent(bytes) {
      if (total < reportedFrom) return;
      latest = bytes;
      if (bytes >= total) {
        clearTimeout(timer);
        reportNow();
      } else timer ??= setTimeout(reportNow, everyMs);
    },
    end: () => clearTimeout(timer),
  };
}
