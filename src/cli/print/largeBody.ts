import { setImmediate as turn } from 'node:timers/promises';
import { layOutJson } from '../../base/json/jsonFormat.ts';
import { isJsonType } from '../../language/index.ts';
import { isText, textOf, type Decode } from '../output/decodedBodies.ts';
import type { Sink } from '../output/output.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import { contentTypeOf } from './jsonRecord.ts';
import { MaskedPieces } from './maskedPieces.ts';
import { shownSize } from './printMeasures.ts';
import type { Mask } from './printer.ts';

/** Minimum size in bytes of a body that is printed in pieces, so that its text and layout are not copied in memory. */
export const largeBody = 1024 * 1024;

/** UTF-16 units that are printed before other tasks may run. */
const mostAtOnce = 1024 * 1024;

export interface BodyReading {
  readonly decode: Decode;
  readonly charsetOf: (bytes: Uint8Array, contentType: string | undefined) => string;
}

/** Prints a large body like `printBody`. A truncated body is not formatted. */
export async function printLargeBody(record: SendRecord, mask: Mask, reading: BodyReading, out: Sink): Promise<void> {
  const contentType = contentTypeOf(record);
  const [start = new Uint8Array()] = record.bodyBlocks();
  const charset = reading.charsetOf(start, contentType);
  if (!(await isText(record.bodyBlocks(), { charset, isWhole: !record.cut, isTty: out.isTty }))) {
    if (out.isTty) return out.write(`(${contentType ?? 'binary'}, ${shownSize(record.bodySize)}: save it with -o FILE)\n`);
    for (const block of record.bodyBlocks()) await printed(out, block, block.length);
    return;
  }
  const print = new TextPrinter(mask, record.longestSecret, out);
  const [first] = textOf([start], charset);
  const isJson = contentType === undefined ? /^\s*[{[]/.test(first ?? '') : isJsonType(contentType);
  const whole = isJson && !record.cut ? reading.decode(record.body(), contentType) : undefined;
  for (const piece of whole !== undefined && (await isWellFormed(whole)) ? layOutJson(whole) : textOf(record.bodyBlocks(), charset))
    await print.push(piece);
  await print.end(out.isTty || isJson);
}

/** UTF-16 units per write, because each write takes time and memory. */
const leastWritten = 64 * 1024;

class TextPrinter {
  readonly #masked: MaskedPieces;
  readonly #out: Sink;
  #last = '';
  /** A CR at the end of a piece; the next piece may start with LF. */
  #held = '';
  readonly #gathered: string[] = [];
  #gatheredSize = 0;

  constructor(mask: Mask, longestSecret: number, out: Sink) {
    this.#masked = new MaskedPieces(mask, longestSecret);
    this.#out = out;
  }

  push(piece: string): Promise<void> | undefined {
    return this.#print(this.#masked.push(piece));
  }

  async end(withLineEnd: boolean): Promise<void> {
    await this.#print(this.#masked.end());
    await this.#flush();
    if (this.#held !== '') this.#write(this.#held);
    if (withLineEnd && this.#last !== '\n') this.#out.raw('\n');
  }

  #print(piece: string): Promise<void> | undefined {
    this.#gathered.push(piece);
    this.#gatheredSize += piece.length;
    return this.#gatheredSize < leastWritten ? undefined : this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#held + this.#gathered.splice(0).join('');
    this.#gatheredSize = 0;
    if (text === '') return;
    this.#held = this.#out.isTty && text.endsWith('\r') ? '\r' : '';
    const shown = this.#held === '' ? text : text.slice(0, -1);
    this.#write(shown);
    await waited(shown.length);
  }

  #write(text: string): void {
    if (text === '') return;
    this.#last = text.slice(-1);
    this.#out[this.#out.isTty ? 'write' : 'raw'](text);
  }
}

async function isWellFormed(text: string): Promise<boolean> {
  const pieces = layOutJson(text);
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done === true) return next.value;
    await waited(next.value.length);
  }
}

async function printed(out: Sink, bytes: Uint8Array, size: number): Promise<void> {
  out.raw(bytes);
  await waited(size);
}

let since = 0;

/** Lets other tasks run after this much work: signal handling and the reader of the output. */
function waited(size: number): Promise<void> | undefined {
  since += size;
  if (since < mostAtOnce) return undefined;
  since = 0;
  return turn();
}
