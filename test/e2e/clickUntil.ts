import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const tries = 10;
const patienceMs = 20_000;
/** Pause between two checks. Each check takes milliseconds of three processes, which slows down the awaited change. */
const pauseMs = 50;

/**
 * Clicks until the result is visible. VS Code loses a click on a lens or a status item that it re-renders at that moment, and shows
 * outdated lenses without a function until the extension has provided new ones.
 * @param follows an element that appears, or a function that returns whether it has happened
 */
export async function clickUntil(target: Locator, follows: Locator | (() => boolean)): Promise<void> {
  for (let i = 1; i <= tries; i++) {
    await target.first().click();
    const end = Date.now() + patienceMs;
    do {
      if (typeof follows === 'function' ? follows() : await follows.first().isVisible()) return;
      await wait(pauseMs);
    } while (Date.now() < end);
  }
  throw new Error(
    `Nothing follows from ${tries} clicks on ${String(target)}: ${typeof follows === 'function' ? follows.toString() : String(follows)}`,
  );
}
