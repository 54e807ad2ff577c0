import { byteText } from '../../../src/runner/http/http1/byteText.ts';
import type { ResponseHead } from '../../../src/runner/ports/events.ts';
import type { Header } from '../../../src/language/index.ts';

/** One message of a connection as a parser reports it, informational ones included. */
export interface ReadMessage {
  readonly head: ResponseHead;
  /** A character for each byte. */
  body: string;
  trailers: readonly Header[];
  /** The connection serves another request after it. */
  readonly keeps: boolean;
  isWhole: boolean;
}

export interface Outcome {
  readonly messages: readonly ReadMessage[];
  /** Why it was given up, in the parser's own words; undefined where all bytes were read. */
  readonly refused: string | undefined;
  /** Bytes that were read before. */
  readonly at: number;
}

export const statusHead = (httpVersion: string, status: number, statusText: string): Omit<ResponseHead, 'headers'> => ({
  status,
  statusText: text(statusText),
  httpVersion,
});

/** Bytes that a parser reports as characters, as text. */
export const text = (latin1: string): string => byteText(Buffer.from(latin1, 'latin1'));
