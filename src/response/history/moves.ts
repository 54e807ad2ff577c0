/** A renamed or moved file or folder, or an untitled document that was saved as a file. */
export interface Move {
  /** The URIs as text. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** When the untitled document was opened: earlier results are of another one of its name, maybe in another window. */
  readonly opened?: number;
}

/**
 * The URI after moves, in their order. A fragment stays.
 * @param since the time of the result, in milliseconds since 1970; undefined for one of this moment
 */
export function uriAfter(moves: readonly Move[], uri: string, since?: number): string {
  let now = uri;
  for (const { from, to, time, opened = 0 } of moves) {
    const isOfResult = since === undefined || (opened <= since && since <= time);
    if (isOfResult && now.startsWith(from) && ['', '/', '#'].includes(now.charAt(from.length))) now = to + now.slice(from.length);
  }
  return now;
}
