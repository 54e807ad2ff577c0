import { cookieList, cookieOf, type ShownCookie } from '../clients/cookies.ts';
import { headersOnUse, readableHeaders, type ReadableHeaders } from '../clients/headerList.ts';
import { bodyBuffer } from '../clients/facts.ts';
import { kit, type KitResponse } from '../kit.ts';

/** `pm.response`, and the response passed by `pm.sendRequest`. */
export class PostmanResponse {
  readonly code: number;
  readonly headers: ReadableHeaders;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly #of: KitResponse;

  constructor(of: KitResponse) {
    this.#of = of;
    this.code = of.status;
    this.headers = readableHeaders(headersOnUse(of));
    this.responseTime = of.duration;
    this.responseSize = of.size;
  }
  get status(): string {
    return this.#of.statusText;
  }
  text(): string {
    return this.#of.text;
  }
  json(): unknown {
    return this.#of.json();
  }
  /** The bytes of the body, as a `Buffer`. For a response to a script's request, the bytes of its text. */
  get stream(): unknown {
    if (this.#of === kit().response) return bodyBuffer();
    const { Buffer } = kit().load('buffer') as { readonly Buffer: { from(text: string): unknown } };
    return Buffer.from(this.#of.text);
  }
  /** The cookies that the response sets. */
  get cookies(): ReturnType<typeof cookieList> {
    return cookieList(() => this.cookiesSet());
  }
  /** The media type, in the form of a `data:` URL. */
  mime(): { readonly type: string; readonly charset: string | undefined } {
    const [type = '', ...parameters] = (this.#of.headers.get('content-type') ?? '').split(';').map((part) => part.trim());
    return { type, charset: parameters.find((p) => /^charset=/i.test(p))?.slice('charset='.length) };
  }
  dataURI(): string {
    const bytes = this.stream as { toString(encoding: string): string };
    return `data:${this.mime().type};base64,${bytes.toString('base64')}`;
  }
  reason(): string {
    return this.status;
  }
  size(): { readonly body: number; readonly total: number } {
    return { body: this.responseSize, total: this.responseSize };
  }
  /** Cookies that the response sets, without those that it deletes. */
  cookiesSet(): readonly ShownCookie[] {
    return this.#of.headers.getAll('Set-Cookie').flatMap((line) => cookieOf(line) ?? []);
  }
}
