/**
 * Runs an attempt that depends on time limits: with short times first, and with longer ones if it fails, as it may on a busy machine. A
 * defect fails with all of them.
 * @param attempt receives the factor for all its times
 */
export async function givingTime(attempt: (times: number) => Promise<void>): Promise<void> {
  for (const times of [1, 5]) {
    try {
      return await attempt(times);
    } catch {
      // Only the longest times show it.
    }
  }
  await attempt(25);
}
