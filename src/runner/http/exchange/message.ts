import type { Readable } from 'node:stream';
import type { Header } from '../../../language/index.ts';

/** A request ready to be written to a connection. */
export interface Message {
  /** The complete HTTP/1 head; empty for HTTP/2. */
  readonly head: Buffer;
  readonly method: string;
  readonly path: string;
  /** In wire order. */
  readonly headers: readonly Header[];
  readonly body: Buffer | Readable | null;
  /** Bytes of the body; undefined for chunked encoding. */
  readonly bodySize: number | undefined;
  /** False to close the connection after the response. */
  readonly keepAlive: boolean;
}
