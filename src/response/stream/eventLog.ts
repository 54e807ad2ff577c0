import { pushAll } from '../../base/lists.ts';
import { eventUnits } from '../../base/events/eventUnits.ts';
import type { KeptBody } from '../../runner/index.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';

/** Maximum UTF-16 units of events in memory; and without a file, before old events are dropped. */
const memoryLimit = 16_000_000;
const lastLimit = 64_000_000;
/** Maximum events, and approximate UTF-16 units, of a block in the file. */
const blockEvents = 1000;
const blockUnits = 1_000_000;
/** Blocks in the cache. */
const blocksRead = 4;
const lineFeed = 0x0a;

/** A block of events in the file. */
interface Block {
  /** Number of its first event. */
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

/** The events of one stream with random access: the last ones in memory, older ones in a file. */
export class EventLog {
  readonly #mask: (event: PanelEvent) => PanelEvent;
  #makeFile: (() => KeptBody) | undefined;
  #file: KeptBody | undefined;
  readonly #blocks: Block[] = [];
  readonly #read = new Map<Block, readonly PanelEvent[]>();
  /** The bytes of the block that was read last. */
  #lastRead: { readonly block: Block; readonly bytes: Uint8Array } | undefined;
  #recent: PanelEvent[] = [];
  /** Number of the first event in memory. */
  #recentFirst = 0;
  #units = 0;

  constructor(mask: (event: PanelEvent) => PanelEvent) {
    this.#mask = mask;
  }

  /** @param makeFile creates the file for events above the memory limit; the log releases it */
  use(makeFile: () => KeptBody): void {
    this.#makeFile = makeFile;
  }

  get total(): number {
    return this.#recentFirst + this.#recent.length;
  }

  /** Number of the oldest event that is kept. */
  get first(): number {
    return this.#blocks[0]?.first ?? this.#recentFirst;
  }

  /** Why the oldest events were dropped, in words; undefined otherwise. */
  get failure(): string | undefined {
    return this.#file?.failure;
  }

  push(event: PanelEvent): void {
    this.#recent.push(event);
    this.#units += unitsOf(event);
    if (this.#units <= memoryLimit) return;
    if (this.#spill()) return;
    if (this.#units > lastLimit) this.#drop();
  }

  /** Masks kept events again. Returns whether any may have changed. */
  maskAgain(): boolean {
    const masked = this.#recent.map(this.#mask);
    const isOther = this.#blocks.length > 0 || masked.some((event, i) => event !== this.#recent[i]);
    this.#recent = masked;
    this.#read.clear();
    return isOther;
  }

  /** Events from `start` on, without dropped ones. */
  page(start: number, count: number): readonly PanelEvent[] {
    const end = start + count;
    const from = Math.max(0, start - this.#recentFirst);
    const recent = this.#recent.slice(from, Math.max(from, end - this.#recentFirst));
    if (start >= this.#recentFirst) return recent;
    const filed: PanelEvent[] = [];
    for (let i = this.#blockAt(start); i < this.#blocks.length; i++) {
      const block = this.#blocks[i] as Block;
      if (block.first >= end) break;
      pushAll(filed, this.#eventsOf(block).slice(Math.max(0, start - block.first), end - block.first));
    }
    return [...filed, ...recent];
  }

  /** One event; undefined if it was dropped or has not arrived. Reads a single line of the file. */
  get(number: number): PanelEvent | undefined {
    if (number >= this.#recentFirst) return this.#recent[number - this.#recentFirst];
    const block = this.#blocks[this.#blockAt(number)];
    if (block === undefined || number < block.first) return undefined;
    const read = this.#read.get(block);
    if (read !== undefined) return read[number - block.first];
    const bytes = this.#bytesOf(block);
    let start = 0;
    for (let nth = block.first; nth < number; nth++) start = bytes.indexOf(lineFeed, start) + 1;
    const end = bytes.indexOf(lineFeed, start);
    const line = new TextDecoder().decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    return this.#mask(JSON.parse(line) as PanelEvent);
  }

  dispose(): void {
    this.#lastRead = undefined;
    this.#makeFile = undefined;
    this.#file?.release();
    this.#file = undefined;
    this.#blocks.length = 0;
    this.#read.clear();
  }

  /** Moves the oldest events in memory to the file. Returns false if the file does not accept them. */
  #spill(): boolean {
    const file = (this.#file ??= this.#makeFile?.());
    if (file === undefined || file.failure !== undefined) return false;
    let count = 0;
    let units = 0;
    for (; count < blockEvents && units < blockUnits && count < this.#recent.length; count++) units += unitsOf(this.#recent[count]);
    // One line each, so that a single event can be read.
    const lines = this.#recent.slice(0, count).map((event) => JSON.stringify(event));
    const text = Buffer.from(lines.join('\n'));
    const start = file.size;
    file.push(text);
    if (file.size - start < text.length) return false;
    this.#blocks.push({ first: this.#recentFirst, start, end: file.size });
    this.#forget(count, units);
    return true;
  }

  /** Drops a tenth of the events in memory, and all in the file, because the log must have no gap. */
  #drop(): void {
    const count = Math.ceil(this.#recent.length / 10);
    let units = 0;
    for (let i = 0; i < count; i++) units += unitsOf(this.#recent[i]);
    this.#blocks.length = 0;
    this.#read.clear();
    this.#forget(count, units);
  }

  #forget(count: number, units: number): void {
    this.#recent = this.#recent.slice(count);
    this.#recentFirst += count;
    this.#units -= units;
  }

  /** The last block that starts at or before an event. */
  #blockAt(number: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#blocks[middle] as Block).first <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #bytesOf(block: Block): Uint8Array {
    if (this.#lastRead?.block !== block) this.#lastRead = { block, bytes: this.#file?.read(block.start, block.end) ?? new Uint8Array() };
    return this.#lastRead.bytes;
  }

  #eventsOf(block: Block): readonly PanelEvent[] {
    let events = this.#read.get(block);
    if (events === undefined) {
      const lines = new TextDecoder().decode(this.#bytesOf(block));
      events = (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as readonly PanelEvent[]).map(this.#mask);
      const [oldest] = this.#read.keys();
      if (this.#read.size >= blocksRead && oldest !== undefined) this.#read.delete(oldest);
      this.#read.set(block, events);
    }
    return events;
  }
}

const unitsOf = (event: PanelEvent | undefined): number => (event === undefined ? 0 : eventUnits(event));
