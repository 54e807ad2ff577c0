import type net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Step } from './steps.ts';

/** Turns of the event loop until sent bytes have arrived and are read, within one process. */
const arrivalTurns = 5;

const slowReadMs = 10;

export class FaultConnection {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  readonly #tcp: net.Socket;
  readonly #chunks: Buffer[] = [];
  /** Bytes of requests that previous steps have consumed. */
  #read = 0;
  #arrived: (() => void) | undefined;
  #slowly: number | undefined;

  /** @param tcp the socket below TLS; the socket itself without TLS */
  constructor(socket: net.Socket, tcp: net.Socket) {
    this.socket = socket;
    this.#tcp = tcp;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#arrived?.();
      if (this.#slowly === undefined) return;
      socket.pause();
      setTimeout(() => socket.resume(), (chunk.length / this.#slowly) * slowReadMs);
    });
  }

  get received(): Buffer {
    if (this.#chunks.length > 1) this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (this.socket.destroyed) return;
      await this.#step(step);
    }
  }

  async #step(step: Step): Promise<void> {
    const { socket } = this;
    if (typeof step === 'string' || Buffer.isBuffer(step)) {
      socket.write(step);
      return;
    }
    switch (step.do) {
      case 'request':
        await this.#request();
        return;
      case 'head':
        await this.#until((bytes) => (bytes.includes('\r\n\r\n') ? true : undefined));
        return;
      case 'expectHeader':
        if (!hasHeader(await this.#request(), step.header)) this.#tcp.resetAndDestroy();
        return;
      case 'wait':
        await sleep(step.ms);
        return;
      case 'until':
        await step.promise;
        return;
      case 'bytewise':
        for (const byte of Buffer.from(step.bytes)) {
          socket.write(Buffer.of(byte));
          // Lets the byte leave, and arrive, before the next.
          await turn();
        }
        return;
      case 'repeat':
        return this.#repeat(Buffer.from(step.bytes), step.times);
      case 'pieces':
        for (const piece of step.pieces) {
          await this.#write(piece);
          await turn();
        }
        return;
      case 'stopReading':
        socket.pause();
        return;
      case 'readSlowly':
        this.#slowly = step.bytes;
        socket.resume();
        return;
      case 'serve':
        return this.#serve(step.answer);
      case 'hold':
        await this.closed;
        return;
      case 'end':
        socket.end();
        return;
      case 'reset':
        await this.#write('');
        for (let i = 0; i < arrivalTurns; i++) await turn();
        this.#tcp.resetAndDestroy();
    }
  }

  /** Resolves when the bytes were sent, or cannot be sent. */
  async #write(bytes: string | Buffer): Promise<void> {
    await Promise.race([new Promise((resolve) => this.socket.write(bytes, resolve)), this.closed]);
  }

  async #repeat(bytes: Buffer, times: number): Promise<void> {
    // Many small ones go out as few large ones.
    const together = Math.max(1, Math.min(times, Math.floor(65_536 / Math.max(1, bytes.length))));
    const block = Buffer.alloc(bytes.length * together, bytes);
    for (let left = times; left > 0 && !this.socket.destroyed; left -= together) {
      await this.#write(left >= together ? block : block.subarray(0, bytes.length * left));
    }
  }

  async #request(): Promise<string> {
    const bytes = await this.#message();
    return bytes?.toString('latin1', 0, bytes.indexOf('\r\n\r\n')) ?? '';
  }

  /**
   * The next complete request.
   * @param waiting called once if its head is complete and its body is not
   */
  async #message(waiting?: (head: string) => void): Promise<Buffer | undefined> {
    let reported = false;
    const bytes = await this.#until((came) => {
      const length = requestLength(came);
      if (length !== undefined) return came.subarray(0, length);
      const headEnd = came.indexOf('\r\n\r\n');
      if (headEnd >= 0 && !reported) {
        reported = true;
        waiting?.(came.toString('latin1', 0, headEnd));
      }
      return undefined;
    });
    this.#read += bytes?.length ?? 0;
    return bytes;
  }

  async #serve(answer: (bytes: Buffer) => string | readonly Step[]): Promise<void> {
    for (;;) {
      const bytes = await this.#message((head) => {
        if (hasHeader(head, 'Expect: 100-continue')) this.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      });
      if (bytes === undefined) return;
      const answered = answer(bytes);
      await this.play(typeof answered === 'string' ? [answered] : answered);
    }
  }

  /** Waits until the unconsumed bytes contain a match; undefined if the connection is closed before. */
  async #until<T>(find: (bytes: Buffer) => T | undefined): Promise<T | undefined> {
    for (;;) {
      const found = find(this.received.subarray(this.#read));
      if (found !== undefined) return found;
      await Promise.race([new Promise<void>((resolve) => (this.#arrived = resolve)), this.closed]);
      if (this.socket.destroyed) return undefined;
    }
  }
}

/** Whether a head has a header `name: value`, or a name. */
function hasHeader(head: string, header: string): boolean {
  const wanted = header.trim().toLowerCase();
  return head
    .toLowerCase()
    .split('\r\n')
    .some((line) => line.trim() === wanted || line.startsWith(`${wanted}:`));
}

/** Bytes of the first request; undefined if it is incomplete. */
function requestLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const last = bytes.indexOf('0\r\n\r\n', headEnd + 4);
    return last < 0 ? undefined : last + 5;
  }
  const whole = headEnd + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length < whole ? undefined : whole;
}
