import type { DataRow } from '../../language/index.ts';

/** One pass over all files of a run. */
export interface Iteration {
  /** From 1. */
  readonly index: number;
  /** Number of all iterations. */
  readonly count: number;
  /** The row of `--data`, for all requests. */
  readonly row: DataRow | undefined;
}

/** All rows in order, repeated `times` times; without rows, `times` iterations. */
export function iterationsOf(rows: readonly DataRow[] | undefined, times: number): readonly Iteration[] {
  const each: readonly (DataRow | undefined)[] = rows ?? [undefined];
  const count = each.length * times;
  return Array.from({ length: count }, (_, i) => ({ index: i + 1, count, row: each[i % each.length] }));
}
