import type { LineBlocks } from './lineBlocks.ts';
import type { LineWriter } from './lineWriter.ts';

/** The lines of a text by number. More lines become known while the text is scanned. */
export interface TextLines {
  /** Lines known so far. */
  readonly count: number;
  readonly isWhole: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Null if lines are not in byte order. */
  readonly blocks: LineBlocks | null;
  /** Scans about `most` more bytes. */
  scan(most: number): void;
  /**
   * Writes up to `count` lines from `first` on; fewer if they are not known yet, or once the writer has `most` bytes.
   * Returns the next line.
   */
  write(out: LineWriter, first: number, count: number, most: number): number;
}
