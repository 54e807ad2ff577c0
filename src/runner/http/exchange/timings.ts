import type { Timings } from '../../ports/events.ts';
import type { Opening } from '../connect/openSocket.ts';

export type Stage = 'preparing' | 'lookup' | 'connecting' | 'securing' | 'sending' | 'waiting' | 'receiving';

type Phases = Omit<Timings, 'total'>;

const none: Phases = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0 };

/** Times of one request and its response, by `performance.now()`. */
interface Hop {
  readonly started: number;
  /** Returns the phases of establishing its connection; undefined for a reused one. */
  opening: () => Opening | undefined;
  sending: number | undefined;
  /** Time of the last write so far. */
  sent: number | undefined;
  allSent: boolean;
  firstByte: number | undefined;
}

/** Measures the phases of an exchange in milliseconds, per request and summed over all redirects. */
export class Stopwatch {
  /** Milliseconds that the run has waited for the user so far. */
  readonly #waited: () => number;
  #started = performance.now();
  #waitedBefore: number;
  #sum: Phases = none;
  #hop: Hop | undefined;

  constructor(waited = (): number => 0) {
    this.#waited = waited;
    this.#waitedBefore = waited();
  }

  begin(): void {
    this.ended();
    this.#hop = hopSince(performance.now(), () => undefined);
  }

  /** Call when the request may be sent: time spent on questions to the user is not counted. */
  permitted(): void {
    const waited = this.#waited();
    const asked = waited - this.#waitedBefore;
    this.#waitedBefore = waited;
    this.#started += asked;
    if (this.#hop !== undefined && asked > 0) this.#hop = hopSince(this.#hop.started + asked, this.#hop.opening);
  }

  /** Called for each connection attempt of a request. @param opening evaluated when needed */
  attempt(opening: () => Opening | undefined): void {
    if (this.#hop !== undefined) this.#hop = hopSince(this.#hop.started, opening);
  }

  /** Sending starts. @param opening undefined for a reused connection */
  connected(opening: Opening | undefined): void {
    const hop = this.#hop;
    if (hop === undefined) return;
    hop.sending = performance.now();
    hop.opening = () => opening;
  }

  /** @param all the request is completely written */
  sent(all: boolean): void {
    const hop = this.#hop;
    if (hop?.firstByte !== undefined || hop === undefined) return;
    hop.sent = performance.now();
    hop.allSent = all;
  }

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

  /** Ends the current request, whether it failed or not, and returns its timings. */
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

/** Duration of each phase; an unfinished phase counts until `now`. */
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
    // Without TLS this phase is empty.
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
