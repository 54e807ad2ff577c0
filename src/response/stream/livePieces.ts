import { textDecoder } from '../../base/text/charsets.ts';
import type { KeptBody } from '../../runner/index.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';
import { NumberList } from './numberList.ts';

/** Maximum offset, because offsets are stored as 32-bit integers. */
const largestOffset = 0xffff_ffff;

/** The pieces of a text body as they arrived, like the events of a stream. Their bytes are read from the body on access. */
export class LivePieces {
  readonly #body: KeptBody;
  readonly #mask: (text: string) => string;
  readonly #charset: string;
  /** End offset of each piece. */
  readonly #ends = new NumberList();
  readonly first = 0;

  /** @param charset UTF-8, or one with a byte per character */
  constructor(body: KeptBody, charset: string, mask: (text: string) => string) {
    this.#body = body;
    this.#charset = charset;
    this.#mask = mask;
  }

  get total(): number {
    return this.#ends.length;
  }

  /** Called when the body has grown. */
  push(): void {
    const size = Math.min(this.#body.size, largestOffset);
    const end = this.#charset === 'utf-8' ? size - cutCharacter(this.#body.read(Math.max(0, size - 3), size)) : size;
    if (end > this.#ends.at(this.#ends.length - 1)) this.#ends.push(end);
  }

  /** Called when the body is complete. */
  end(): void {
    const size = Math.min(this.#body.size, largestOffset);
    if (size > this.#ends.at(this.#ends.length - 1)) this.#ends.push(size);
  }

  page(start: number, count: number): readonly PanelEvent[] {
    const none = { at: 0, event: '', id: '', retry: null, complete: true, delta: null, isGap: false };
    return Array.from({ length: Math.min(count, this.total - start) }, (_, i) => {
      const index = start + i;
      const bytes = this.#body.read(index === 0 ? 0 : this.#ends.at(index - 1), this.#ends.at(index));
      const data = this.#mask(textDecoder(this.#charset).decode(bytes));
      return { ...none, index, data, size: data.length };
    });
  }
}

/** The number of bytes at the end that start an incomplete UTF-8 character. */
function cutCharacter(tail: Uint8Array): number {
  for (let back = 1; back <= tail.length; back++) {
    const byte = tail[tail.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
