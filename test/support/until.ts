/** Waits until something holds; what it waits for is said when it never does. The deadline only ends a test that hangs. */
export async function until<T>(what: string, probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 100_000;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`It never came to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
