/** How long a script may sleep in all, in milliseconds. */
export const maxSleep = 60_000;
