import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Answered } from './workerMessages.ts';

/** The worker's end of the channel that returns replies while the worker is blocked. */
export interface CallLine {
  /** One Int32 that counts the replies. Its change wakes a blocked worker. */
  readonly bell: SharedArrayBuffer;
  /** Receives the replies. The worker reads it without returning to its event loop. */
  readonly replies: MessagePort;
}

interface Reply {
  readonly id: number;
  readonly answered: Answered;
}

/** Worker's end: blocks the thread until a call is answered. */
export class Caller {
  readonly #bell: Int32Array;
  readonly #replies: MessagePort;
  #asked = 0;

  constructor({ bell, replies }: CallLine) {
    this.#bell = new Int32Array(bell);
    this.#replies = replies;
  }

  /**
   * Skips replies to earlier calls: a call that ran out of stack while it waited has left its reply unread.
   * @param post sends the call with its id to the host
   */
  ask(post: (id: number) => void): Answered {
    const id = ++this.#asked;
    post(id);
    for (;;) {
      const heard = Atomics.load(this.#bell, 0);
      const reply: Reply | undefined = receiveMessageOnPort(this.#replies)?.message;
      if (reply?.id === id) return reply.answered;
      if (reply === undefined) Atomics.wait(this.#bell, 0, heard);
    }
  }
}

export class Answerer {
  readonly #bell: Int32Array;
  readonly #channel = new MessageChannel();
  /** The worker's end. Its port must be transferred. */
  readonly line: CallLine;

  constructor() {
    const bell = new SharedArrayBuffer(4);
    this.#bell = new Int32Array(bell);
    this.line = { bell, replies: this.#channel.port2 };
  }

  reply(id: number, answered: Answered): void {
    this.#channel.port1.postMessage({ id, answered } satisfies Reply);
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  close(): void {
    this.#channel.port1.close();
  }
}
