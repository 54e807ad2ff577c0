import { inMegabytes } from './scriptFailures.ts';
import type { ResponseId } from './workerMessages.ts';

/** The texts of the responses that one script may look at. They stay outside of its engine until it asks. */
export class ResponseTexts {
  readonly #own: string;
  readonly #limit: number;
  readonly #sent = new Map<number, string>();
  #size = 0;

  /** @param limit characters of sent responses that are kept */
  constructor(own: string, limit: number) {
    this.#own = own;
    this.#limit = limit;
  }

  /** Keeps the text of what `tool.send` brought. Where there are too many the oldest go. */
  keep(id: number, text: string): void {
    this.#sent.set(id, text);
    this.#size += text.length;
    for (const [oldest, { length }] of this.#sent) {
      if (this.#size <= this.#limit || oldest === id) break;
      this.#sent.delete(oldest);
      this.#size -= length;
    }
  }

  /** Throws where the text is no longer kept. */
  of(id: ResponseId): string {
    if (id === 'own') return this.#own;
    const text = this.#sent.get(id);
    if (text !== undefined) return text;
    throw new Error(
      `of responses that tool.send brought the last ${inMegabytes(this.#limit)} are kept: read a body before the next is sent`,
    );
  }
}
