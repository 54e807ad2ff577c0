/** Approximate overhead of an event besides its texts. */
const fixedCost = 100;

/**
 * Approximate memory of a stream event in UTF-16 units. Includes all texts, because a server may make any of them long.
 */
export const eventUnits = (event: { readonly data: string; readonly event: string; readonly id: string }): number =>
  event.data.length + event.event.length + event.id.length + fixedCost;
