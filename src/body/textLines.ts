import type { LineBlocks } from './lineBlocks.ts';
import type { LineWriter } from './lineWriter.ts';

/** A text that has lines, found by their numbers. More of them may become known as it is read. */
export interface TextLines {
  /** Lines that are known. */
  readonly count: number;
  /** All are known. */
  readonly isWhole: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Null where the bytes stand in another order. */
  readonly blocks: LineBlocks | null;
  /** Reads on, about so many bytes. */
  scan(most: number): void;
  /**
   * Writes lines from number `first` on, as many as are known: `count` of them, fewer where they fill the writer with more than
   * `most` bytes. Returns the number of the next.
   */
  write(out: LineWriter, first: number, count: number, most: number): number;
}
