/** Pauses between two looks: short at first, later longer, because each look at a page takes time from what is waited for. */
const pauseMs = 10;
const longPauseMs = 50;
const longAfterMs = 300;

/** Waits until something holds; what it waits for is said when it never does. The deadline only ends a test that hangs. */
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
