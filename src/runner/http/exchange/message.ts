import type { Readable } from 'node:stream';
import type { Header } from '../../../language/index.ts';

/** A request as it goes to a server. */
export interface Message {
  /** All of the head of HTTP/1; empty for HTTP/2. */
  readonly head: Buffer;
  readonly method: string;
  /** The request line's target. */
  readonly path: string;
  /** In wire order. */
  readonly headers: readonly Header[];
  readonly body: Buffer | Readable | null;
  /** Bytes of the body; undefined where the head does not say it. */
  readonly bodySize: number | undefined;
  /** False to close the connection after the response. */
  readonly keepAlive: boolean;
}
