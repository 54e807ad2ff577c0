import type { Timings } from '../events.ts';
import type { Opening } from './connect.ts';

/** How far a message and its answer are. */
export type Stage = 'preparing' | 'lookup' | 'connecting' | 'securing' | 'sending' | 'waiting' | 'receiving';

type Phases = { -readonly [K in Exclude<keyof Timings, 'total'>]: number };

const none: Readonly<Phases> = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0 };

/** When the parts of one message and its answer were reached, on the performance clock. */
interface Hop {
  readonly started: number;
  /** The connection that is made for it; undefined where it was there before. */
  opening: () => Opening | undefined;
  /** The message begins to go out. */
  sending: number | undefined;
  /** When its last octets so far left. */
  sent: number | undefined;
  /** All of it has left. */
  allSent: boolean;
  firstByte: number | undefined;
}

/** Adds up the phases of an exchange, for each message and over all its redirects, in milliseconds. */
export class Stopwatch {
  readonly #started = performance.now();
  readonly #sum: Phases = { ...none };
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

  /** Octets of the message have left. */
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
    this.#hop = undefined;
    if (hop === undefined) return { ...none, total: 0 };
    const now = performance.now();
    const phases = phasesOf(hop, now);
    addTo(this.#sum, phases);
    return { ...phases, total: now - hop.started };
  }

  timings(): Timings {
    this.ended();
    return { ...this.#sum, total: performance.now() - this.#started };
  }
}

const hopSince = (started: number, opening: Hop['opening']): Hop => ({
  started,
  opening,
  sending: undefined,
  sent: undefined,
  allSent: false,
  firstByte: undefined,
});

function addTo(sum: Phases, phases: Phases): void {
  sum.queue += phases.queue;
  sum.dns += phases.dns;
  sum.connect += phases.connect;
  sum.tls += phases.tls;
  sum.send += phases.send;
  sum.firstByte += phases.firstByte;
  sum.download += phases.download;
}

/** Of each phase the time that it took, or that it had taken when all ended. */
function phasesOf(hop: Hop, now: number): Phases {
  const { started, sending, firstByte } = hop;
  const opening = hop.opening();
  const phases: Phases = { ...none, queue: (opening?.started ?? sending ?? now) - started };
  if (opening !== undefined) {
    const { lookedUp, connected, secured } = opening;
    const found = lookedUp ?? connected ?? now;
    phases.dns = found - opening.started;
    phases.connect = (connected ?? now) - found;
    // Without TLS a connection is ready as soon as it is made.
    if (connected !== undefined) phases.tls = (secured ?? (sending === undefined ? now : connected)) - connected;
  }
  if (sending === undefined) return phases;
  const sent = Math.max(sending, Math.min((hop.allSent ? hop.sent : undefined) ?? now, firstByte ?? now));
  phases.send = sent - sending;
  phases.firstByte = (firstByte ?? now) - sent;
  if (firstByte !== undefined) phases.download = now - firstByte;
  return phases;
}
