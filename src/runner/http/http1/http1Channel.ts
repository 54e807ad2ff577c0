import type { AttemptEnd, AttemptHooks } from '../exchange/attempt.ts';
import type { Opening } from '../connect/openSocket.ts';
import type { Message } from '../exchange/message.ts';

/** One message's way to the server: an HTTP/1 connection of its own, or a stream of an HTTP/2 connection. */
export interface Channel {
  /** Its connection is there already. */
  readonly isOpen: boolean;
  /** How its connection is made; undefined where it was there before. */
  readonly opening: Opening | undefined;
  /** When the first byte of the response came, on the performance clock, where that is known. */
  readonly firstByteAt: number | undefined;
  /** Takes no more bytes of the response until `resume`; the server is held back by flow control. */
  pause(): void;
  resume(): void;
  attempt(message: Message, hooks: AttemptHooks): Promise<AttemptEnd>;
  /** The exchange is over. @param whole the connection can serve another one */
  release(whole: boolean): void;
  /** Stops the exchange at once, in whatever phase it is. */
  destroy(reason: Error): void;
}
