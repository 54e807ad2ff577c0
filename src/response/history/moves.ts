/** A renamed or moved file or folder, or an untitled document that was saved as a file. */
export interface Move {
  /** The URIs as text. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The end of a document that was never saved: another one can have its name later. */
export const endOf = (uri: string, time: number): Move => ({ from: uri, to: uri, time });

/** The URI after the moves that are later than `since`, in their order, until its document ends. A fragment stays. */
export function uriAfter(moves: readonly Move[], uri: string, since: number): string {
  let now = uri;
  for (const { from, to, time } of moves) {
    if (time < since || !now.startsWith(from) || !['', '/', '#'].includes(now.charAt(from.length))) continue;
    if (to === from) break;
    now = to + now.slice(from.length);
  }
  return now;
}
