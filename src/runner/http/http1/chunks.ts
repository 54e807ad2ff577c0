import { ReqError } from '../../../base/reqError.ts';
import { maxChunkLine, maxChunkOverhead } from '../exchange/headerLimits.ts';
import { MalformedResponse } from './malformedResponse.ts';

const [HT, LF, CR, SPACE, SEMICOLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3b];

/** Hexadecimal digits of a 64-bit size. */
const maxDigits = 16;

/** Value of each byte as a hexadecimal digit; 255 for other bytes. */
const digit = new Uint8Array(256).fill(255);
for (let i = 0; i < 16; i++) for (const sign of [i.toString(16), i.toString(16).toUpperCase()]) digit[sign.charCodeAt(0)] = i;

type Place = 'size' | 'blank' | 'extension' | 'size-break' | 'data' | 'data-return' | 'data-break' | 'ended';

/** Decodes the chunked transfer coding: RFC 9112 §7.1. */
export class Chunks {
  #place: Place = 'size';
  #size = 0;
  /** Digits of the size so far, without leading zeros. */
  #digits = 0;
  #hasDigits = false;
  /** Bytes of the chunk-size line so far, extensions included. */
  #line = 0;
  /** Bytes of chunk-size lines beyond the allowance; see `#weigh`. */
  #overhead = 0;

  /** The last chunk was read; trailers follow. */
  get ended(): boolean {
    return this.#place === 'ended';
  }

  /** Resets the decoder for another body. */
  begin(): void {
    this.#place = 'size';
    this.#overhead = 0;
    this.#next();
  }

  /**
   * Reads `bytes` from `at` on, until their end or the end of the last chunk.
   * @param before bytes of the response before `bytes`
   * @param data receives pieces of the body; returns true to stop
   * @returns the offset of the first unread byte
   * @throws {MalformedResponse}, or ReqError `limit` if chunk-size lines or extensions are disproportionately large
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

  /** @param place position of the byte in the response, from 1 */
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
    // Some servers pad sizes with blanks.
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

  /** Each chunk-size line may have 16 bytes plus twice the chunk's content. */
  #weigh(): void {
    this.#overhead = Math.max(0, this.#overhead + this.#line - 16 - 2 * this.#size);
    if (this.#overhead > maxChunkOverhead)
      throw new ReqError('limit', 'The chunk extensions of the response are far larger than its content.');
  }
}
