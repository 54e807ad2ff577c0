/** About what an event costs beside its texts. */
const fixedCost = 100;

/** UTF-16 units that a stream's event takes in memory, about: a server may put very much into each of its texts. */
export const eventUnits = (event: { readonly data: string; readonly event: string; readonly id: string }): number =>
  event.data.length + event.event.length + event.id.length + fixedCost;
