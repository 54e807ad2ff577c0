const works = new Set<() => Promise<void>>();

/** What is still done where the reader of standard output has gone (`| head`) and the command ends at once. */
export function onBrokenPipe(work: () => Promise<void>): void {
  works.add(work);
}

/** Does it; nobody is left to be told what fails. */
export async function pipeBroke(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}
