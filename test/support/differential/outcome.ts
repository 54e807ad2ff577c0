import { byteText } from '../../../src/runner/http/http1/byteText.ts';
import type { ResponseHead } from '../../../src/runner/ports/events.ts';
import type { Header } from '../../../src/language/index.ts';

/** One message of a connection as a parser reports it, informational ones included. */
export interface ReadMessage {
  readonly head: ResponseHead;
  /** One character per byte. */
  body: string;
  trailers: readonly Header[];
  /** Whether the connection can be reused. */
  readonly keeps: boolean;
  isWhole: boolean;
}

export interface Outcome {
  readonly messages: readonly ReadMessage[];
  /** The parser's error; undefined if it read all bytes. */
  readonly refused: string | undefined;
  /** Number of bytes read before. */
  readonly at: number;
}

export const statusHead = (httpVersion: string, status: number, statusText: string): Omit<ResponseHead, 'headers'> => ({
  status,
  statusText: text(statusText),
  httpVersion,
});

/** Bytes that a parser reports as one character each, as text. */
export const text = (latin1: string): string => byteText(Buffer.from(latin1, 'latin1'));
