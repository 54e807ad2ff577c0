import type { WebCalls, WebOutcome } from '../../calls/webCalls.ts';
import { kit } from '../kit.ts';

const codes: Readonly<Record<string, number>> = {
  InvalidCharacterError: 5,
  InvalidAccessError: 15,
  NotSupportedError: 9,
  SyntaxError: 12,
  QuotaExceededError: 22,
  DataCloneError: 25,
};

/** Errors of web APIs. */
export class DOMException extends Error {
  readonly code: number;

  constructor(message = '', name: string | { readonly name?: string; readonly cause?: unknown } = 'Error') {
    super(message);
    const given = typeof name === 'object' ? (name.name ?? 'Error') : name;
    Object.defineProperty(this, 'name', { value: given, configurable: true, writable: true });
    if (typeof name === 'object' && 'cause' in name) this.cause = name.cause;
    this.code = codes[given] ?? 0;
    Object.defineProperty(this, 'code', { enumerable: false });
  }
}

const builtIn: Readonly<Record<string, new (message: string) => Error>> = { TypeError, RangeError, SyntaxError, Error };

/** Value of an outcome. @throws its error */
export function valueOf(outcome: string): unknown {
  const read = JSON.parse(outcome) as WebOutcome;
  if (!('error' in read)) return read.value;
  const { name, message } = read.error;
  const type = builtIn[name];
  throw type === undefined ? new DOMException(message, name) : new type(message);
}

/** Calls a web API of the worker. */
export function call<N extends keyof WebCalls>(name: N, ...args: Parameters<WebCalls[N]>): ReturnType<WebCalls[N]> {
  return valueOf(kit().ask({ op: 'web', name, args: JSON.stringify(args) }) as string) as ReturnType<WebCalls[N]>;
}

/** Text of any value, as a DOMString argument. */
// oxlint-disable-next-line typescript/no-base-to-string -- as JavaScript does
export const textOf = (value: unknown): string => String(value);

/** Bytes of an ArrayBuffer or a view on one. Undefined for other values. */
export function bytesOf(source: unknown): Uint8Array | undefined {
  if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  return undefined;
}

/** Characters that one call takes as arguments. */
const atOnce = 4096;

/** Bytes as a text of characters below 256. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += atOnce)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + atOnce) as unknown as number[]);
  return text;
}

export function fromLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
