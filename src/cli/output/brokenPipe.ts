const works = new Set<() => Promise<void>>();

/** Registers work to do when the reader of standard output has closed the pipe, before the command exits. */
export function onBrokenPipe(work: () => Promise<void>): void {
  works.add(work);
}

/** Runs the registered work. Errors are ignored, because there is no reader. */
export async function pipeBroke(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}
