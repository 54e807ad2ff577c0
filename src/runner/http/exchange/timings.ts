import type { Timings } from '../../ports/events.ts';
import type { Opening } from '../connect/openSocket.ts';

/** How far a message and its answer are. */
export type Stage = 'preparing' | 'lookup' | 'connecting' | 'securing' | 'sending' | 'waiting' | 'receiving';

type Phases = Omit<Timings, 'total'>;

const none: Phases = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0 };

/** When the parts of one message and its answer were reached, on the performance clock. */
interface Hop {
  readonly started: number;
  /** The connection that is made for it; undefined where it was there before. */
  opening: () => Opening | undefined;
  /** The message begins to go out. */
  sending: number | undefined;
  /** When its last bytes so far left. */
  sent: number | undefined;
  /** All of it has left. */
  allSent: boolean;
  firstByte: number | undefined;
}

/** Adds up the phases of an exchange, for each message and over all its redirects, in milliseconds. */
export class Stopwatch {
  readonly #started = performance.now();
  #sum: Phases = none;
  #hop: Hop | undefined;

  /** A message is prepared. */
  begin(): void {
    this.ended();
    this.#hop = hopSince(performance.now(), () => undefined);
  }

  /** A connection is taken for it, or another one after one that was dead. @param opening how that connection is made, asked when it is needed */
  attempt(opening: () => Opening | undefined): void {
    if (this.#hop !== undefined) this.#hop = hopSince(this.#hop.started, opening);
  }

  /** The message begins to go out. @param opening undefined for a connection that was there */
  connected(opening: Opening | undefined): void {
    const hop = this.#hop;
    if (hop === undefined) return;
    hop.sending = performance.now();
    hop.opening = () => opening;
  }

  /** Bytes of the message have left. */
  sent(all: boolean): void {
    const hop = this.#hop;
    if (hop?.firstByte !== undefined || hop === undefined) return;
    hop.sent = performance.now();
    hop.allSent = all;
  }

  /** The response has begun. */
  responded(firstByteAt = performance.now()): void {
    if (this.#hop !== undefined) this.#hop.firstByte ??= firstByteAt;
  }

  get stage(): Stage {
    const hop = this.#hop;
    if (hop === undefined) return 'preparing';
    if (hop.firstByte !== undefined) return 'receiving';
    if (hop.sending !== undefined) return hop.allSent ? 'waiting' : 'sending';
    const opening = hop.opening();
    if (opening === undefined) return 'preparing';
    if (opening.connected !== undefined) return 'securing';
    return opening.lookedUp === undefined ? 'lookup' : 'connecting';
  }

  /** The response has ended, well or not: how long it took. */
  ended(): Timings {
    const hop = this.#hop;
    return withTotal(this.#endHop(), hop === undefined ? 0 : performance.now() - hop.started);
  }

  timings(): Timings {
    this.#endHop();
    return withTotal(this.#sum, performance.now() - this.#started);
  }

  #endHop(): Phases {
    const hop = this.#hop;
    if (hop === undefined) return none;
    this.#hop = undefined;
    const phases = phasesOf(hop, performance.now());
    this.#sum = this.#sum === none ? phases : sumOf(this.#sum, phases);
    return phases;
  }
}

const withTotal = ({ queue, dns, connect, tls, send, firstByte, download }: Phases, total: number): Timings => ({
  queue,
  dns,
  connect,
  tls,
  send,
  firstByte,
  download,
  total,
});

const sumOf = (a: Phases, b: Phases): Phases => ({
  queue: a.queue + b.queue,
  dns: a.dns + b.dns,
  connect: a.connect + b.connect,
  tls: a.tls + b.tls,
  send: a.send + b.send,
  firstByte: a.firstByte + b.firstByte,
  download: a.download + b.download,
});

const hopSince = (started: number, opening: Hop['opening']): Hop => ({
  started,
  opening,
  sending: undefined,
  sent: undefined,
  allSent: false,
  firstByte: undefined,
});

/** Of each phase the time that it took, or that it had taken when all ended. */
function phasesOf(hop: Hop, now: number): Phases {
  const { started, sending, firstByte } = hop;
  const opening = hop.opening();
  const queue = (opening?.started ?? sending ?? now) - started;
  let [dns, connect, tls] = [0, 0, 0];
  if (opening !== undefined) {
    const { lookedUp, connected, secured } = opening;
    const found = lookedUp ?? connected ?? now;
    dns = found - opening.started;
    connect = (connected ?? now) - found;
    // Without TLS a connection is ready as soon as it is made.
    if (connected !== undefined) tls = (secured ?? (sending === undefined ? now : connected)) - connected;
  }
  if (sending === undefined) return { queue, dns, connect, tls, send: 0, firstByte: 0, download: 0 };
  const sent = Math.max(sending, Math.min((hop.allSent ? hop.sent : undefined) ?? now, firstByte ?? now));
  return {
    queue,
    dns,
    connect,
    tls,
    send: sent - sending,
    firstByte: (firstByte ?? now) - sent,
    download: firstByte === undefined ? 0 : now - firstByte,
  };
}
