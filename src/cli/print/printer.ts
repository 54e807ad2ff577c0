import type { RunEvent } from '../../runner/index.ts';
import type { Keeping, SendRecord } from '../output/sendRecord.ts';

/** Takes secrets out of what is about to be shown. */
export type Mask = (text: string) => string;

/** Shows requests as they run: one form of output each. */
export interface Printer {
  /** What records must keep for it. */
  readonly keeping: Keeping;
  /** Before a request runs. */
  begin(record: SendRecord): void;
  /** What has happened, after the record has taken it. */
  event(e: RunEvent, record: SendRecord, mask: Mask): void;
  /** Everything about one request is known. */
  finish(record: SendRecord, mask: Mask): Promise<void> | void;
  /** No more requests. */
  end(): void;
}
