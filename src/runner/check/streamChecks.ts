import type { StreamKind } from '../../base/events/streamKind.ts';
import { after } from '../../base/async/timer.ts';
import type { AssertionNode } from '../../language/index.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { AssertionResult } from './assertedResponse.ts';
import { ArrivedEvent } from './arrivedEvent.ts';
import { failed } from './assertions.ts';
import { EventPlans } from './eventPlans.ts';
import { EventShapes } from './eventShapes.ts';
import type { NamedCheck } from './streamCheck.ts';

interface Ports {
  /** Milliseconds since the run started. */
  readonly at: () => number;
  /** Ends the stream, with the reason as a sentence for the console. */
  readonly end: (reason: string) => void;
  /** Ends the stream, because `@until` cannot be evaluated. */
  readonly fail: (message: string) => void;
}

/**
 * Evaluates assertions on the events of a stream as they arrive. Ends the stream when an assertion can no longer pass, or `@until` holds.
 */
export class StreamChecks {
  readonly #all: readonly NamedCheck[];
  #open: readonly NamedCheck[];
  #ports: Ports | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds since sending at which the timer fires. */
  #timerAt = Infinity;
  #sentAt = 0;
  #isStream = false;
  #endedAt: number | undefined;
  #endedBy: NamedCheck | undefined;
  readonly #shapes = new EventShapes();
  #arrived: ArrivedEvent | undefined;
  /** Undefined if no check depends on the data of events. */
  readonly #plans: EventPlans | undefined;

  /** Whether an event contained a secret: each result could then reveal a part of it. */
  sawSecret = false;
  readonly #isSecret: ((text: string) => boolean) | undefined;

  /** @param isSecret whether a text contains a secret, if results may have to be hidden */
  constructor(all: readonly NamedCheck[], isSecret?: (text: string) => boolean) {
    this.#all = all;
    this.#isSecret = isSecret;
    this.#open = all;
    if (all.some(({ check }) => check.counterFor !== undefined)) this.#plans = new EventPlans();
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Connects to an exchange that is about to begin. */
  attach(ports: Ports): void {
    this.#ports = ports;
  }

  /** Call when a message of the request is sent, until the response begins. */
  sending(): void {
    if (!this.#isStream) this.#sentAt = this.#ports?.at() ?? 0;
  }

  begin(kind: StreamKind | undefined): void {
    if (kind === undefined || this.isEmpty) return;
    this.#isStream = true;
    this.#schedule();
  }

  push(event: StreamEvent): void {
    if (this.#open.length === 0) return;
    if (!this.sawSecret && this.#isSecret?.(event.data) === true) this.sawSecret = true;
    const since = event.at - this.#sentAt;
    if (this.#arrived === undefined) this.#arrived = new ArrivedEvent(event, since, this.#shapes);
    else this.#arrived.next(event, since);
    let hasSettled = false;
    let isSooner = false;
    for (const { check } of this.#plans?.judging(this.#arrived) ?? this.#open) {
      if (!check.push(this.#arrived)) continue;
      if (check.state() !== 'open') hasSettled = true;
      else if ((check.deadline?.() ?? Infinity) < this.#timerAt) isSooner = true;
    }
    if (hasSettled) this.#settle();
    else this.#plans?.learn(this.#arrived, this.#open);
    if (isSooner) this.#schedule();
  }

  /** Call when the stream is over. */
  close(): void {
    this.#plans?.count();
    clearTimeout(this.#timer);
    this.#endedAt ??= this.#ports?.at();
  }

  /** The result of an assertion on the stream; undefined if the assertion reads the whole response. */
  resultOf(node: AssertionNode): AssertionResult | undefined {
    const named = this.#all.find((one) => one.node === node);
    if (named === undefined) return undefined;
    if (!this.#isStream) return failed('the response is not a stream');
    this.#plans?.count();
    const { check } = named;
    const result = check.result((this.#endedAt ?? this.#sentAt) - this.#sentAt);
    const isCutShort = !result.passed && this.#endedBy !== undefined && this.#endedBy !== named && check.state() === 'open';
    return isCutShort ? failed(`${result.message}; the stream was ended before`) : result;
  }

  #settle(): void {
    this.#plans?.forget();
    for (const one of this.#open) {
      const state = one.check.state();
      if (state === 'open') continue;
      if (one.node === undefined) {
        if (state === 'passed') this.#end(one, `The stream was ended: @until ${one.text} holds.`);
        else this.#failAtLimit(one);
      } else if (state === 'failed') this.#end(one, `The stream was ended: ${one.text} can no longer pass.`);
    }
    this.#open = this.#open.filter(({ check }) => check.state() === 'open');
  }

  #end(by: NamedCheck, reason: string): void {
    if (this.#isEndedBy(by)) this.#ports?.end(reason);
  }

  /** Fails if `@until` cannot be evaluated. */
  #failAtLimit(by: NamedCheck): void {
    const limit = by.check.limit?.();
    if (limit !== undefined && this.#isEndedBy(by)) this.#ports?.fail(`# @until ${by.text} cannot be evaluated: ${limit}`);
  }

  /** Returns false if another check has ended the stream. */
  #isEndedBy(by: NamedCheck): boolean {
    if (this.#endedBy !== undefined) return false;
    this.#endedBy = by;
    this.close();
    this.#open = [];
    return true;
  }

  /** One timer for the nearest deadline, not one for each event. */
  #schedule(): void {
    clearTimeout(this.#timer);
    const nearest = this.#open.reduce((least, { check }) => Math.min(least, check.deadline?.() ?? Infinity), Infinity);
    this.#timerAt = nearest;
    if (nearest === Infinity || this.#ports === undefined || this.#endedAt !== undefined) return;
    const { at } = this.#ports;
    // Events that have arrived but were not read yet come first.
    this.#timer = after(Math.max(1, Math.ceil(this.#sentAt + nearest - at()) + 1), () => setImmediate(() => this.#checkDeadlines()));
  }

  #checkDeadlines(): void {
    if (this.#endedAt !== undefined || this.#ports === undefined) return;
    const now = this.#ports.at() - this.#sentAt;
    const late = this.#open.find(({ node, check }) => node !== undefined && (check.deadline?.() ?? Infinity) < now);
    if (late === undefined) this.#schedule();
    else this.#end(late, `The stream was ended: ${late.text} can no longer pass.`);
  }
}
