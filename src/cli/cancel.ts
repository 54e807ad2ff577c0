import { exitCodes } from './exitCode.ts';

/** Ctrl+C as a signal. A second Ctrl+C ends the process at once. */
export interface Cancellation {
  readonly signal: AbortSignal;
  dispose(): void;
}

export function cancelOnInterrupt(): Cancellation {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.cancelled);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    dispose() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
