import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const tries = 10;
const patienceMs = 20_000;
/** Between two looks. Each takes some milliseconds of three processes, which what is waited for needs too. */
const pauseMs = 50;

/**
 * Clicks until what follows from it is there: VS Code loses a click on a lens or a status item that it draws anew at that moment,
 * and shows lenses of an earlier time, which do nothing, until the extension has told those of now.
 * @param follows what is shown then, and was not before, or tells whether it has happened
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
