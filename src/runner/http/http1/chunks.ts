import { ReqError } from '../../../base/reqError.ts';
import { maxChunkLine, maxChunkOverhead } from '../exchange/headerLimits.ts';
import { MalformedResponse } from './malformedResponse.ts';

const [HT, LF, CR, SPACE, SEMICOLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3b];

/** Digits of a size that 64 bits hold. */
const maxDigits = 16;

/** By byte: what it counts as a hexadecimal digit, 255 for none. */
const digit = new Uint8Array(256).fill(255);
for (let i = 0; i < 16; i++) for (const sign of [i.toString(16), i.toString(16).toUpperCase()]) digit[sign.charCodeAt(0)] = i;

type Place = 'size' | 'blank' | 'extension' | 'size-break' | 'data' | 'data-return' | 'data-break' | 'ended';

/** Takes the body out of its chunks: RFC 9112 §7.1. */
export class Chunks {
  #place: Place = 'size';
  #size = 0;
  /** Of the size so far, without zeros before it. */
  #digits = 0;
  #hasDigits = false;
  /** Bytes of the line with the size so far, its extensions included. */
  #line = 0;
  /** Bytes of such lines beyond what content accounts for. */
  #overhead = 0;

  /** The last chunk has come; trailers follow. */
  get ended(): boolean {
    return this.#place === 'ended';
  }

  /** Another body begins. */
  begin(): void {
    this.#place = 'size';
    this.#overhead = 0;
    this.#next();
  }

  /**
   * Takes bytes from `at` on, up to the first of a chunk's data or all that are no data.
   * @param before bytes of the answer that came before the chunk of bytes
   * @param data told the bytes of the body as far as they are there; true to stop
   * @returns where what comes after the last chunk begins
   * @throws {MalformedResponse} or a ReqError `limit` for lines with sizes, or their extensions, that are out of proportion
   */
  push(bytes: Buffer, at: number, before: number, data: (bytes: Buffer) => boolean): number {
    let i = at;
    while (i < bytes.length && this.#place !== 'ended') {
      if (this.#place === 'data') {
        const size = Math.min(this.#size, bytes.length - i);
        this.#size -= size;
        if (this.#size === 0) this.#place = 'data-return';
        const end = i + size;
        if (data(bytes.subarray(i, end))) return end;
        i = end;
      } else this.#take(bytes[i] as number, before + ++i);
    }
    return i;
  }

  /** @param place of the byte in the answer, from 1 */
  #take(byte: number, place: number): void {
    switch (this.#place) {
      case 'size':
        return this.#takeSize(byte, place);
      case 'blank':
        if (byte === SPACE || byte === HT) return this.#grow();
        if (byte === CR) this.#place = 'size-break';
        else if (byte === SEMICOLON) this.#place = 'extension';
        else throw new MalformedResponse('Invalid character in chunk size', place);
        return;
      case 'extension':
        if (byte === CR) this.#place = 'size-break';
        else if (byte === LF) throw new MalformedResponse('Missing expected CR after chunk size', place);
        this.#grow();
        return;
      case 'size-break':
        if (byte !== LF) throw new MalformedResponse('Expected LF after chunk size', place);
        this.#place = this.#digits === 0 ? 'ended' : 'data';
        this.#weigh();
        return;
      case 'data-return':
        if (byte !== CR) throw new MalformedResponse('Expected LF after chunk data', place);
        this.#place = 'data-break';
        return;
      default:
        if (byte !== LF) throw new MalformedResponse('Expected LF after chunk data', place);
        this.#place = 'size';
        this.#next();
    }
  }

  #takeSize(byte: number, place: number): void {
    const value = digit[byte] as number;
    if (value < 16) {
      this.#hasDigits = true;
      this.#grow();
      if (value === 0 && this.#digits === 0) return;
      if (++this.#digits > maxDigits) throw new MalformedResponse('Chunk size overflow', place);
      this.#size = this.#size * 16 + value;
      return;
    }
    if (!this.#hasDigits) throw new MalformedResponse('Invalid character in chunk size', place);
    if (byte === CR) this.#place = 'size-break';
    else if (byte === SEMICOLON) this.#place = 'extension';
    // Some servers fill sizes up with blanks.
    else if (byte === SPACE || byte === HT) this.#place = 'blank';
    else if (byte === LF) throw new MalformedResponse('Missing expected CR after chunk size', place);
    else throw new MalformedResponse('Invalid character in chunk size', place);
  }

  #next(): void {
    this.#size = 0;
    this.#digits = 0;
    this.#hasDigits = false;
    this.#line = 0;
  }

  #grow(): void {
    if (++this.#line > maxChunkLine)
      throw new ReqError('limit', `The size of a chunk and its extensions are longer than ${maxChunkLine / 1024} KB.`);
  }

  /** Each chunk may have 16 bytes beside twice its content. */
  #weigh(): void {
    this.#overhead = Math.max(0, this.#overhead + this.#line - 16 - 2 * this.#size);
    if (this.#overhead > maxChunkOverhead)
      throw new ReqError('limit', 'The chunk extensions of the response are far larger than its content.');
  }
}
