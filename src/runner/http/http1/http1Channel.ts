import type { AttemptEnd, AttemptHooks } from '../exchange/attempt.ts';
import type { Opening } from '../connect/openSocket.ts';
import type { Message } from '../exchange/message.ts';

/** Carries one message: an HTTP/1 connection of its own, or a stream of an HTTP/2 connection. */
export interface Channel {
  readonly isOpen: boolean;
  /** Phases of establishing the connection; undefined for a reused one. */
  readonly opening: Opening | undefined;
  /** `performance.now()` of the first response byte, if known. */
  readonly firstByteAt: number | undefined;
  /** Stops reading the response until `resume`; flow control stops the server. */
  pause(): void;
  resume(): void;
  attempt(message: Message, hooks: AttemptHooks): Promise<AttemptEnd>;
  /** Ends the exchange's use. @param whole the response was complete, so the connection can be reused */
  release(whole: boolean): void;
  /** Stops the exchange at once, in any phase. */
  destroy(reason: Error): void;
}
