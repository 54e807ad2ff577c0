/** Limit of a script's total sleep in milliseconds. */
export const maxSleep = 60_000;
