import type { RunEvent } from '../../runner/index.ts';
import type { Keeping, SendRecord } from '../output/sendRecord.ts';

/** Masks secrets in a text. */
export type Mask = (text: string) => string;

/** An output form of `req send`. */
export interface Printer {
  /** What records must keep for it. */
  readonly keeping: Keeping;
  /** Called before a request runs. */
  begin(record: SendRecord): void;
  /** Called after the record has applied the event. */
  event(e: RunEvent, record: SendRecord, mask: Mask): void;
  /** Called when the request is over. */
  finish(record: SendRecord, mask: Mask): Promise<void> | void;
  /** Called after the last request. */
  end(): void;
}
