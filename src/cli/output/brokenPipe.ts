import { codeOf } from '../../files/problem.ts';
import { exitCodes, type ExitCode } from './exitCode.ts';

const works = new Set<() => Promise<void>>();

/** Registers work to do when the reader of standard output has closed the pipe, before the command exits. */
export function onBrokenPipe(work: () => Promise<void>): void {
  works.add(work);
}

/** Runs the registered work. Errors are ignored, because there is no reader. */
async function pipeBroke(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}

/** Whether writing failed because the reader of a pipe has closed it. */
export const isBrokenPipe = (e: unknown): boolean => codeOf(e) === 'EPIPE';

/** Runs the registered work and ends the process. */
export async function endAfterBrokenPipe(code: ExitCode = exitCodes.ok): Promise<never> {
  await pipeBroke();
  process.exit(code);
}
