import { bytesOf, call, fromLatin1, latin1, textOf } from './calls.ts';

const noBytes = 'The "input" argument must be an instance of ArrayBuffer or ArrayBufferView.';

export class TextEncoder {
  readonly encoding = 'utf-8';
  encode(text: unknown = ''): Uint8Array {
    return fromLatin1(call('encode', textOf(text)));
  }
  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    let [read, written] = [0, 0];
    for (const character of textOf(text)) {
      const bytes = this.encode(character);
      if (written + bytes.length > target.length) break;
      target.set(bytes, written);
      written += bytes.length;
      read += character.length;
    }
    return { read, written };
  }
}

export class TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  /** Bytes since the start of the stream, and the number of characters returned for them. */
  #bytes = '';
  #returned = 0;

  constructor(label: unknown = 'utf-8', options: { readonly fatal?: unknown; readonly ignoreBOM?: unknown } = {}) {
    this.fatal = Boolean(options?.fatal);
    this.ignoreBOM = Boolean(options?.ignoreBOM);
    [this.encoding] = call('decode', textOf(label), false, false, '', false);
  }
  decode(input?: unknown, options: { readonly stream?: unknown } = {}): string {
    const bytes = input === undefined ? new Uint8Array() : bytesOf(input);
    if (bytes === undefined) throw new TypeError(noBytes);
    const stream = Boolean(options?.stream);
    const all = this.#bytes + latin1(bytes);
    const [, text] = call('decode', this.encoding, this.fatal, this.ignoreBOM, all, stream);
    const rest = text.slice(this.#returned);
    this.#bytes = stream ? all : '';
    this.#returned = stream ? text.length : 0;
    return rest;
  }
}

export const atob = (text: unknown): string => call('atob', textOf(text));
export const btoa = (text: unknown): string => call('btoa', textOf(text));
