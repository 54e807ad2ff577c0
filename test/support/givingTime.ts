/**
 * Tries what needs a limit that is met, or one that is not, or one time that is longer than another: with short times first,
 * and where it fails, as it may on a machine that is busy, with longer ones. What is broken fails with any.
 * @param attempt gets how many times as long everything may take
 */
export async function givingTime(attempt: (times: number) => Promise<void>): Promise<void> {
  for (const times of [1, 5]) {
    try {
      return await attempt(times);
    } catch {
      // Only the longest times can tell.
    }
  }
  await attempt(25);
}
