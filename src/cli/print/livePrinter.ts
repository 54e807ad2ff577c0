import { textDecoder } from '../../base/text/charsets.ts';
import type { RunEvent } from '../../runner/index.ts';
import type { Sink } from '../output/output.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import type { Mask } from './printer.ts';
import { TextPieces } from './textPieces.ts';

/** Milliseconds after the head from which an incomplete text is printed as it arrives. */
const patience = 200;

/** Received bytes above which a text is printed as it arrives at once, because more would not be kept. */
const mostWaiting = 16 * 1024 * 1024;

/**
 * Prints a text without a length as it arrives, if it takes time. Except on a terminal, UTF-8 is printed byte by byte as received if there
 * is no secret to mask.
 */
export class LivePrinter {
  readonly #out: Sink;
  readonly #begin: (record: SendRecord, mask: Mask) => void;
  #timer: NodeJS.Timeout | undefined;
  #decoder: ReturnType<typeof textDecoder> | undefined;
  #pieces = new TextPieces();
  #last = '';

  /** @param begin called before the first piece is printed */
  constructor(out: Sink, begin: (record: SendRecord, mask: Mask) => void) {
    this.#out = out;
    this.#begin = begin;
  }

  event(e: RunEvent, record: SendRecord, mask: Mask): void {
    if (e.kind === 'head' && e.isLiveText === true) this.#wait(record, mask);
    else if (e.kind === 'chunk' && record.isPrintedLive) this.#print(e.bytes, record, mask);
    // The record has this chunk already.
    else if (e.kind === 'chunk' && this.#timer !== undefined && record.bodySize > mostWaiting) this.#start(record, mask);
    else if (e.kind === 'retrying') this.#stop();
  }

  /** Prints the rest. */
  end(record: SendRecord, mask: Mask): void {
    this.#stop();
    if (!record.isPrintedLive) return;
    this.#write(this.#pieces.push(this.#decoder?.decode() ?? '', mask, record.secrets()) + this.#pieces.end(mask));
    if (this.#out.isTty && this.#last !== '\n') this.#out.write('\n');
  }

  #wait(record: SendRecord, mask: Mask): void {
    this.#stop();
    this.#timer = setTimeout(() => this.#start(record, mask), patience);
  }

  #start(record: SendRecord, mask: Mask): void {
    this.#stop();
    [this.#decoder, this.#pieces, this.#last] = [textDecoder(record.charset ?? 'utf-8'), new TextPieces(), ''];
    this.#begin(record, mask);
    for (const block of record.bodyBlocks()) this.#print(block, record, mask);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #print(bytes: Uint8Array, record: SendRecord, mask: Mask): void {
    if (!this.#out.isTty && record.secrets().length === 0 && (record.charset ?? 'utf-8') === 'utf-8') return this.#out.raw(bytes);
    this.#write(this.#pieces.push(this.#decoder?.decode(bytes, { stream: true }) ?? '', mask, record.secrets()));
  }

  #write(text: string): void {
    if (text === '') return;
    this.#last = text.slice(-1);
    this.#out[this.#out.isTty ? 'write' : 'raw'](text);
  }
}
