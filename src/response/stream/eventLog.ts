import { pushAll } from '../../base/lists.ts';
import { eventUnits } from '../../base/eventUnits.ts';
import type { KeptBody } from '../../runner/index.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';

/** UTF-16 units of events that are kept in memory; and where no file takes the older ones, before they make room. */
const memoryLimit = 16_000_000;
const lastLimit = 64_000_000;
/** Events that go to the file at once, and are read from it at once: so many at most, and of so many units about. */
const blockEvents = 1000;
const blockUnits = 1_000_000;
/** Blocks that are remembered when they were read. */
const blocksRead = 4;
const lineFeed = 0x0a;

/** Events in the file. */
interface Block {
  /** Number of the first one. */
  readonly first: number;
  /** Where their text lies. */
  readonly start: number;
  readonly end: number;
}

/** The events of one stream, so that the page can ask for any of them: the last ones in memory, all others in a file. */
export class EventLog {
  readonly #mask: (event: PanelEvent) => PanelEvent;
  #makeFile: (() => KeptBody) | undefined;
  #file: KeptBody | undefined;
  readonly #blocks: Block[] = [];
  readonly #read = new Map<Block, readonly PanelEvent[]>();
  /** The bytes of one of them. */
  #lastRead: { readonly block: Block; readonly bytes: Uint8Array } | undefined;
  #recent: PanelEvent[] = [];
  /** Number of the first of those in memory. */
  #recentFirst = 0;
  #units = 0;

  /** @param mask takes the secrets known by now out of an event */
  constructor(mask: (event: PanelEvent) => PanelEvent) {
    this.#mask = mask;
  }

  /** @param makeFile makes what takes those that memory is not to hold; the log releases it */
  use(makeFile: () => KeptBody): void {
    this.#makeFile = makeFile;
  }

  /** How many came, those no longer kept included. */
  get total(): number {
    return this.#recentFirst + this.#recent.length;
  }

  /** Number of the oldest event still kept. */
  get first(): number {
    return this.#blocks[0]?.first ?? this.#recentFirst;
  }

  /** Why the oldest are not kept, where it comes to that: in the user's words. */
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

  /** Masks again those that are kept. Whether any may be another now. */
  maskAgain(): boolean {
    const masked = this.#recent.map(this.#mask);
    const isOther = this.#blocks.length > 0 || masked.some((event, i) => event !== this.#recent[i]);
    this.#recent = masked;
    this.#read.clear();
    return isOther;
  }

  /** Events from number `start`; fewer where they are no longer kept or not there yet. */
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

  /** One event; undefined where it is no longer kept or not there yet. Costs little wherever it lies. */
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

  /** Moves the oldest of those in memory to the file. False where it does not take them. */
  #spill(): boolean {
    const file = (this.#file ??= this.#makeFile?.());
    if (file === undefined || file.failure !== undefined) return false;
    let count = 0;
    let units = 0;
    for (; count < blockEvents && units < blockUnits && count < this.#recent.length; count++) units += unitsOf(this.#recent[count]);
    // A line each, so that one of them can be had without the others.
    const lines = this.#recent.slice(0, count).map((event) => JSON.stringify(event));
    const text = Buffer.from(lines.join('\n'));
    const start = file.size;
    file.push(text);
    if (file.size - start < text.length) return false;
    this.#blocks.push({ first: this.#recentFirst, start, end: file.size });
    this.#forget(count, units);
    return true;
  }

  /** A tenth of those in memory goes; those in the file too, since between them and what is left there would be a hole. */
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

  /** The last block that begins at an event or before it. */
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
