import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Answered } from './workerMessages.ts';

/** The worker's end of the line by which its calls are answered while it stands still. */
export interface CallLine {
  /** One Int32 that counts the answers: a worker that sleeps is woken by it. */
  readonly bell: SharedArrayBuffer;
  /** Where answers arrive, read by the worker without returning to its event loop. */
  readonly replies: MessagePort;
}

/** The answer to one call. */
interface Reply {
  readonly id: number;
  readonly answered: Answered;
}

/** Asks, and stops this thread until the answer has come. */
export class Caller {
  readonly #bell: Int32Array;
  readonly #replies: MessagePort;
  #asked = 0;

  constructor({ bell, replies }: CallLine) {
    this.#bell = new Int32Array(bell);
    this.#replies = replies;
  }

  /**
   * Answers to earlier calls are passed over: a call that ran out of stack while it waited has left its own behind.
   * @param post tells the host of the call, with its id
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

/** The host's end. */
export class Answerer {
  readonly #bell: Int32Array;
  readonly #channel = new MessageChannel();
  /** For the worker, to whom the port is transferred. */
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
