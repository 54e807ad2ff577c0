const narrowest = 5;
const widest = 40;

/** Column widths of a table in characters, by the longest cell of some rows, within bounds. */
export function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? narrowest, Math.min(widest, cell.length + 3));
  return widths;
}

export function longest(rows: readonly (readonly string[])[]): readonly string[] {
  const cells: string[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) if (cell.length >= (cells[i] ?? '').length) cells[i] = cell;
  return cells;
}
