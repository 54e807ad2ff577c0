import { errors } from 'undici';
import type { Socket } from 'node:net';
import { ReqError } from '../../base/reqError.ts';
import { errorPlace } from './errorPlace.ts';
import { ResponseHeads } from './responseHeads.ts';

/**
 * The header by which a head that undici wrote is recognised. It never reaches the wire.
 * undici lower-cases and reorders Host, Connection and Content-Length and refuses others (Expect, Upgrade), so it is given
 * a placeholder and its head is replaced by ours, octet for octet, at the socket.
 */
export const marker = 'x-req-head';

const noOctets = Buffer.alloc(0);

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/**
 * A socket between undici and the network: heads going out are replaced, heads coming in are looked at.
 * Relies on undici writing each head first and as one string (`writeBuffer`, `AsyncWriter` in its client-h1.js): whatever
 * else it does while a head is due destroys the socket.
 */
export class Wire {
  readonly heads = new ResponseHeads();
  readonly socket: Socket;
  /** What the socket failed with; undici takes a reset for the end of a body that is delimited by the connection's end. */
  error: Error | undefined;
  /** Called when octets of a message have left, with how many of its body have so far. */
  onSent: ((octets: number) => void) | undefined;
  #sent = 0;
  /** undici has yet to write a head that has gone out already, or the line break before the first chunk of its body. */
  #early: 'head' | 'break' | undefined;
  #last: Buffer | undefined;
  readonly #takeHead: () => Buffer | undefined;
  /** The socket's own. */
  readonly #write: Write;

  /** @param takeHead hands over, once, the head of the request that is about to be written */
  constructor(socket: Socket, takeHead: () => Buffer | undefined) {
    this.socket = socket;
    this.#takeHead = takeHead;
    socket.on('error', (e) => (this.error ??= e));
    this.#write = socket.write.bind(socket) as Write;
    this.#replaceHeads();
    this.#watchHeads();
  }

  /** Sends the head now, and the body when undici has it: undici itself writes no head before the first octets of a body. */
  sendHead(): void {
    const head = this.#takeHead();
    if (head === undefined) return;
    this.heads.expect();
    this.#sent = 0;
    this.#write(head, this.#leaving(''));
    this.#early = 'head';
  }

  /** The number, from 1, of the octet of the response that the parser fell over; undefined where that is not to be found out. */
  octetOf(error: unknown): number | undefined {
    const rest = error instanceof errors.HTTPParserError && 'data' in error ? error.data : undefined;
    if (typeof rest !== 'string' || this.#last === undefined) return undefined;
    const place = errorPlace(this.#last, rest);
    return place === undefined ? undefined : this.heads.received - this.#last.length + place + 1;
  }

  #replaceHeads(): void {
    const { socket } = this;
    const write = this.#write;
    socket.write = (chunk: unknown, ...rest: unknown[]): boolean => {
      if (this.#early === 'break' && typeof chunk === 'string' && chunk.startsWith('\r\n')) {
        this.#early = undefined;
        return write(chunk.slice(2), ...rest, this.#leaving(''));
      }
      const head = this.#early === 'head' ? noOctets : this.#takeHead();
      if (head === undefined) return write(chunk, ...rest, this.#leaving(chunk));
      if (typeof chunk !== 'string' || !chunk.includes(`\r\n${marker}: `) || !chunk.endsWith('\r\n')) {
        socket.destroy(new ReqError('bug', 'The head of the request could not be put on the wire.'));
        return false;
      }
      if (this.#early === 'head') {
        this.#early = chunk.endsWith('\r\n\r\n') ? undefined : 'break';
        return true;
      }
      this.heads.expect();
      // Before a chunked body undici leaves out the empty line, and begins each chunk with a line break.
      this.#sent = 0;
      return write(chunk.endsWith('\r\n\r\n') ? head : head.subarray(0, -2), this.#leaving(''));
    };
  }

  /** What frames a body undici writes as text. */
  #leaving(chunk: unknown): (error?: Error | null) => void {
    return (error) => {
      if (error !== undefined && error !== null) return;
      if (chunk instanceof Uint8Array) this.#sent += chunk.length;
      this.onSent?.(this.#sent);
    };
  }

  #watchHeads(): void {
    const { socket } = this;
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size);
      this.#last = chunk ?? this.#last;
      const fault = chunk === null ? undefined : this.heads.push(chunk);
      if (fault === undefined) return chunk;
      socket.destroy(fault);
      return null;
    };
  }
}
