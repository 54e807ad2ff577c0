import type { RunEvent } from '../../runner/index.ts';
import type { Keeping, SendRecord } from '../output/sendRecord.ts';

export type Mask = (text: string) => string;

/** An event of a stream, as the run reported it. */
export type StreamedEvent = Pick<Extract<RunEvent, { readonly kind: 'event' }>, 'event' | 'pieces'>;

/** An output form of `req send`. */
export interface Printer {
  /** Data that records must keep for this printer. */
  readonly keeping: Keeping;
  begin(record: SendRecord): void;
  /** Called after the record has applied the event. */
  event(e: RunEvent, record: SendRecord, mask: Mask): void;
  finish(record: SendRecord, mask: Mask): Promise<void> | void;
  end(): void;
}
