/** The seam between two connections of an event stream, for a person. */
export function seamText({ reason, delayMs, lastEventId }: { reason: string; delayMs: number; lastEventId: string }): string {
  const wait = delayMs < 1000 ? `${delayMs} ms` : `${Math.round(delayMs / 100) / 10} s`;
  return `${reason} Connecting again in ${wait}${lastEventId === '' ? '' : `, after event ${lastEventId}`}.`;
}
