import { inMegabytes } from '../scriptFailures.ts';
import type { ResponseId } from '../thread/workerMessages.ts';

/** Texts of the responses that one script can read. They stay outside its engine until the script reads them. */
export class ResponseTexts {
  readonly #own: string;
  readonly #limit: number;
  readonly #sent = new Map<number, string>();
  #size = 0;

  /** @param limit total characters of stored responses of `tool.send` */
  constructor(own: string, limit: number) {
    this.#own = own;
    this.#limit = limit;
  }

  /** Stores the response text of a `tool.send`. Over the limit, the oldest texts are dropped. */
  keep(id: number, text: string): void {
    this.#sent.set(id, text);
    this.#size += text.length;
    for (const [oldest, { length }] of this.#sent) {
      if (this.#size <= this.#limit || oldest === id) break;
      this.#sent.delete(oldest);
      this.#size -= length;
    }
  }

  /** @throws {Error} if the text was dropped */
  of(id: ResponseId): string {
    if (id === 'own') return this.#own;
    const text = this.#sent.get(id);
    if (text !== undefined) return text;
    throw new Error(
      `only the last ${inMegabytes(this.#limit)} of responses from tool.send are kept: read a body before you send the next request`,
    );
  }
}
