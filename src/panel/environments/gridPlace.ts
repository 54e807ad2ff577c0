/** A place in the grid. Row -1 is the header, column -1 the names of the variables. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page key moves by. */
  readonly page: number;
}

const clamp = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));

/** Clamps a place to the grid. The corner above the names is not a place, so the header row begins with the first environment. */
export function placeIn({ row, column }: GridPlace, { rows, columns }: GridSize): GridPlace {
  const inRows = clamp(row, columns === 0 ? 0 : -1, rows - 1);
  return { row: inRows, column: clamp(column, inRows === -1 ? 0 : -1, columns - 1) };
}

/** The place that a key moves to; undefined for other keys. */
export function placeAtKey(key: string, ctrl: boolean, at: GridPlace, size: GridSize): GridPlace | undefined {
  const moves: Readonly<Record<string, GridPlace>> = {
    ArrowDown: { row: at.row + 1, column: at.column },
    ArrowUp: { row: at.row - 1, column: at.column },
    ArrowLeft: { row: at.row, column: at.column - 1 },
    ArrowRight: { row: at.row, column: at.column + 1 },
    PageDown: { row: at.row + size.page, column: at.column },
    PageUp: { row: Math.max(0, at.row - size.page), column: at.column },
    Home: { row: ctrl ? 0 : at.row, column: -1 },
    End: { row: ctrl ? size.rows - 1 : at.row, column: size.columns - 1 },
  };
  const to = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return to === undefined ? undefined : placeIn(to, size);
}

/** The rows to render for a scroll position, with some beyond each edge. */
export function rowsInView(
  top: number,
  height: number,
  rowHeight: number,
  count: number,
): { readonly first: number; readonly end: number } {
  const beyond = 8;
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  return { first, end: Math.min(count, Math.ceil((top + height) / rowHeight) + beyond) };
}
