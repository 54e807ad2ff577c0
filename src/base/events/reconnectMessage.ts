const waitText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`);

/** The message between two connections of an event stream. */
export function reconnectMessage({ reason, delayMs, lastEventId }: { reason: string; delayMs: number; lastEventId: string }): string {
  return `${reason} Connecting again in ${waitText(delayMs)}${lastEventId === '' ? '' : `, after event ${lastEventId}`}.`;
}

export function retryText({ reason, delayMs, left }: { reason: string; delayMs: number; left: number }): string {
  return `${reason} Trying again in ${waitText(delayMs)}, ${left === 1 ? 'for the last time' : `at most ${left} times`}.`;
}
