import type net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Step } from './steps.ts';

/** Turns of the event loop in which what has left arrives, and is read, within one process. */
const arrivalTurns = 5;

const slowReadMs = 10;

/** One connection and the steps played on it. */
export class FaultConnection {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  readonly #tcp: net.Socket;
  readonly #chunks: Buffer[] = [];
  /** Octets of requests that steps have waited for. */
  #read = 0;
  #arrived: (() => void) | undefined;
  #slowly: number | undefined;

  /** @param tcp what TLS goes over; the socket itself without TLS */
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

  /** Every octet that came. */
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
        await this.#until((octets) => (octets.includes('\r\n\r\n') ? true : undefined));
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
        for (const octet of Buffer.from(step.octets)) {
          socket.write(Buffer.of(octet));
          // Lets the octet leave, and arrive, before the next.
          await turn();
        }
        return;
      case 'repeat':
        return this.#repeat(Buffer.from(step.octets), step.times);
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
        this.#slowly = step.octets;
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

  /** Resolves when the octets have left, or never will. */
  async #write(octets: string | Buffer): Promise<void> {
    await Promise.race([new Promise((resolve) => this.socket.write(octets, resolve)), this.closed]);
  }

  async #repeat(octets: Buffer, times: number): Promise<void> {
    // Many small ones go out as few large ones.
    const together = Math.max(1, Math.min(times, Math.floor(65_536 / Math.max(1, octets.length))));
    const block = Buffer.alloc(octets.length * together, octets);
    for (let left = times; left > 0 && !this.socket.destroyed; left -= together) {
      await this.#write(left >= together ? block : block.subarray(0, octets.length * left));
    }
  }

  /** The head of the next request, when it is whole. */
  async #request(): Promise<string> {
    const octets = await this.#message();
    return octets?.toString('latin1', 0, octets.indexOf('\r\n\r\n')) ?? '';
  }

  /** The next request, when it is whole. @param waiting told once where its head is whole and its body is not */
  async #message(waiting?: (head: string) => void): Promise<Buffer | undefined> {
    let told = false;
    const octets = await this.#until((came) => {
      const length = requestLength(came);
      if (length !== undefined) return came.subarray(0, length);
      const headEnd = came.indexOf('\r\n\r\n');
      if (headEnd >= 0 && !told) {
        told = true;
        waiting?.(came.toString('latin1', 0, headEnd));
      }
      return undefined;
    });
    this.#read += octets?.length ?? 0;
    return octets;
  }

  async #serve(answer: (octets: Buffer) => string): Promise<void> {
    for (;;) {
      const octets = await this.#message((head) => {
        if (hasHeader(head, 'Expect: 100-continue')) this.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      });
      if (octets === undefined) return;
      this.socket.write(answer(octets));
    }
  }

  /** Waits until what no step has waited for has something; undefined where the connection is closed before. */
  async #until<T>(find: (octets: Buffer) => T | undefined): Promise<T | undefined> {
    for (;;) {
      const found = find(this.received.subarray(this.#read));
      if (found !== undefined) return found;
      await Promise.race([new Promise<void>((resolve) => (this.#arrived = resolve)), this.closed]);
      if (this.socket.destroyed) return undefined;
    }
  }
}

/** Whether a head has a line, `name: value`, or only a name. */
function hasHeader(head: string, header: string): boolean {
  const wanted = header.trim().toLowerCase();
  return head
    .toLowerCase()
    .split('\r\n')
    .some((line) => line.trim() === wanted || line.startsWith(`${wanted}:`));
}

/** Octets of the first request, or undefined where it is not whole yet. */
function requestLength(octets: Buffer): number | undefined {
  const headEnd = octets.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = octets.toString('latin1', 0, headEnd);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const last = octets.indexOf('0\r\n\r\n', headEnd + 4);
    return last < 0 ? undefined : last + 5;
  }
  const whole = headEnd + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return octets.length < whole ? undefined : whole;
}
