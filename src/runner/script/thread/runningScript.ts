import { onAbort } from '../../../base/async/onAbort.ts';
import { assertNever } from '../../../base/assertNever.ts';
import { toFailure, type Failure } from '../../../base/reqError.ts';
import { answerOf, sentBy, setBy } from './hostAnswers.ts';
import { cancelled, ranTooLong, sleptTooLong } from '../scriptFailures.ts';
import { Listening } from './listening.ts';
import type { Answered, ExecutionResult, FromWorker, HostCall, ToWorker } from './workerMessages.ts';
import { Positions } from '../engine/positions.ts';
import type { RawRequest, ScriptHost, ScriptJob, ScriptResult } from '../scriptTypes.ts';
import { maxSleep } from '../maxSleep.ts';
import { Watchdog } from './watchdog.ts';

/** The operations on a thread that `RunningScript` needs. */
export interface ThreadEnd {
  post(message: ToWorker): void;
  reply(id: number, answered: Answered): void;
  /** Kills the worker. */
  stop(): void;
  resolve(result: ScriptResult): void;
  /** Called on defects. */
  reject(why: unknown): void;
  over(): void;
}

/** Host side of one script on a thread, until its end, or the end of the stream that it listens to. */
export class RunningScript {
  readonly #job: ScriptJob;
  readonly #host: ScriptHost;
  readonly #signal: AbortSignal;
  readonly #thread: ThreadEnd;
  /** Aborted at the script's end, to cancel the requests that it sends; undefined if it sends none. */
  #requests: AbortController | undefined;
  #watchdog: Watchdog | undefined;
  #listening: Listening | undefined;
  #isOver = false;
  #stopWaiting: (() => void) | undefined;

  constructor(job: ScriptJob, host: ScriptHost, signal: AbortSignal, thread: ThreadEnd) {
    this.#job = job;
    this.#host = host;
    this.#signal = signal;
    this.#thread = thread;
  }

  start(): void {
    if (this.#signal.aborted) return this.#cancel();
    this.#stopWaiting = onAbort(this.#signal, this.#cancel);
    this.#thread.post({ type: 'run', job: this.#job });
  }

  receive(message: FromWorker): void {
    try {
      this.#receive(message);
    } catch (e) {
      // A defect of the host: the script must not wait forever for a reply.
      this.#thread.stop();
      this.die(e);
    }
  }

  /** Call when the thread or the host failed. */
  die(why: unknown): void {
    if (this.#isOver) return;
    this.#thread.reject(why);
    this.#listening?.heard({ kind: 'failed', failure: toFailure(why) });
    this.#end();
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'started':
        this.#watchdog = new Watchdog(this.#job.limits.timeMs, (why) => this.#bite(why));
        return;
      case 'asleep':
        return this.#watchdog?.pause();
      case 'awake':
        return this.#watchdog?.resume();
      case 'call':
        return this.#answer(message.id, message.call);
      case 'send':
        void this.#send(message.id, message.name, message.request);
        return;
      case 'set':
        return setBy(this.#host, message.set);
      case 'console':
        return this.#host.console(message.level, message.text, message.called);
      case 'test':
        return this.#host.test(message.result);
      case 'done':
        return this.#done(message.result);
      case 'hearing':
        return this.#watchdog?.again();
      case 'heard':
        this.#watchdog?.rest();
        return this.#listening?.heard(message.ended);
      case 'closed':
        return this.#end();
      default:
        return assertNever(message);
    }
  }

  #done({ listens, ...result }: ExecutionResult): void {
    if (!listens) {
      this.#thread.resolve(result);
      return this.#end();
    }
    this.#watchdog?.rest();
    this.#listening = new Listening(this.#job.limits.timeMs, {
      hand: (events) => this.#thread.post({ type: 'events', events }),
      close: () => this.#thread.post({ type: 'close' }),
      stop: () => {
        this.#thread.stop();
        this.#end();
      },
      ended: (how) => this.#host.heard(how),
      warn: (text) => this.#host.console('warn', text),
    });
    this.#thread.resolve({ ...result, listener: this.#listening });
  }

  readonly #cancel = (): void => this.#kill(cancelled());

  #bite(why: 'ran' | 'slept'): void {
    const { start } = new Positions(this.#job);
    this.#kill(why === 'ran' ? ranTooLong(this.#job.limits.timeMs, start) : sleptTooLong(maxSleep, start));
  }

  #kill(failure: Failure): void {
    this.#thread.stop();
    // No effect if the script listens to a stream: its result was already resolved.
    this.#thread.resolve({ failure, request: this.#job.request, skipped: undefined });
    this.#listening?.heard({ kind: 'failed', failure });
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watchdog?.stop();
    this.#stopWaiting?.();
    this.#requests?.abort();
    this.#listening?.over();
    this.#thread.over();
  }

  /** Replies synchronously if possible. Otherwise the script's clock is paused until the reply. */
  #answer(id: number, call: HostCall): void {
    const answer = answerOf(call, this.#host);
    if (typeof answer === 'string') return this.#thread.reply(id, { reply: answer, waited: 0 });
    const since = performance.now();
    this.#watchdog?.hold();
    answer.then(
      (reply) => {
        if (this.#isOver) return;
        this.#watchdog?.release();
        this.#thread.reply(id, { reply, waited: performance.now() - since });
      },
      (defect: unknown) => {
        this.#thread.stop();
        this.die(defect);
      },
    );
  }

  /** The duration of another request does not count as the script's time. */
  async #send(id: number, name: string, request: RawRequest | undefined): Promise<void> {
    this.#watchdog?.leave();
    this.#requests ??= new AbortController();
    try {
      const sent = await sentBy(this.#host, name, AbortSignal.any([this.#signal, this.#requests.signal]), request);
      if (this.#isOver) return;
      this.#watchdog?.comeBack();
      this.#thread.post({ type: 'sent', id, sent });
    } catch (defect) {
      if (this.#isOver) return;
      this.#thread.stop();
      this.die(defect);
    }
  }
}
