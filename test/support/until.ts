/** Pauses between two checks: short at first, longer later, because each check of a page slows down the awaited change. */
const pauseMs = 10;
const longPauseMs = 50;
const longAfterMs = 300;

/** Waits until a condition holds; `what` names it in the error. The deadline only ends a test that hangs. */
export async function until<T>(what: string, probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const start = Date.now();
  const end = start + 100_000;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`It never came to this: ${what}`);
    const pause = Date.now() - start < longAfterMs ? pauseMs : longPauseMs;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
