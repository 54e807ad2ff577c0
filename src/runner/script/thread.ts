import { MessageChannel, Worker } from 'node:worker_threads';
import { assertNever } from '../../base/assertNever.ts';
import { type Failure, isReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/value.ts';
import { decodeValue, encodeValue, type EncodedValue } from '../../base/valueCodec.ts';
import { cancelled, ranTooLong, sleptTooLong } from './failures.ts';
import type { Answered, FromWorker, HostCall, Reply, ToWorker, WorkerStart } from './messages.ts';
import { Positions } from './positions.ts';
import type { ScriptHost, ScriptJob, ScriptResult } from './types.ts';
import { maxSleep, Watchdog } from './watchdog.ts';

/** The worker's own stack, in MB: QuickJS must meet its limit first. */
const stackSizeMb = 4;

/** One worker that runs one script after another, until it is stopped. */
export class ScriptThread {
  readonly #worker: Worker;
  readonly #bell: Int32Array;
  readonly #replies = new MessageChannel();
  #usable = true;
  /** Set while a script runs. */
  #running: { readonly receive: (message: FromWorker) => void; readonly fail: (why: unknown) => void } | undefined;

  /** @param workerFile bundle of scriptWorker.ts */
  constructor(workerFile: string) {
    const bell = new SharedArrayBuffer(4);
    this.#bell = new Int32Array(bell);
    this.#worker = new Worker(workerFile, {
      workerData: { bell, replies: this.#replies.port2 } satisfies WorkerStart,
      transferList: [this.#replies.port2],
      resourceLimits: { stackSizeMb },
      env: {},
      argv: [],
      execArgv: [],
      // The engine prints its assertions: they come as a failure of the script instead.
      stdout: true,
      stderr: true,
    });
    this.#worker.on('message', (message: FromWorker) => this.#running?.receive(message));
    this.#worker.on('error', (e) => this.#die(e));
    this.#worker.on('exit', () => this.#die(new Error('the script worker ended')));
    this.#worker.unref();
  }

  /** Whether it may run another script. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Runs one script; never two at a time. Rejects on defects only. */
  async run(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    let watchdog: Watchdog | undefined;
    let abort: (() => void) | undefined;
    this.#worker.ref();
    try {
      return await new Promise<ScriptResult>((resolve, reject) => {
        const kill = (failure: Failure): void => {
          void this.stop();
          resolve({ failure, request: job.request, skipped: undefined });
        };
        abort = () => kill(cancelled());
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort);
        const bite = (why: 'ran' | 'slept'): void => {
          const { start } = new Positions(job);
          kill(why === 'ran' ? ranTooLong(job.limits.timeMs, start) : sleptTooLong(maxSleep, start));
        };

        const receive = (message: FromWorker): void => {
          switch (message.type) {
            case 'started':
              watchdog = new Watchdog(job.limits.timeMs, bite);
              return;
            case 'asleep':
              return watchdog?.pause();
            case 'awake':
              return watchdog?.resume();
            case 'call':
              return this.#answer(message.call, host, watchdog, reject);
            case 'console':
              return host.console(message.level, message.text);
            case 'test':
              return host.test(message.result);
            case 'done':
              return resolve(message.result);
            default:
              return assertNever(message);
          }
        };
        this.#running = {
          fail: reject,
          receive: (message) => {
            try {
              receive(message);
            } catch (e) {
              // A defect of the host: the script must not go on waiting for an answer.
              void this.stop();
              reject(e);
            }
          },
        };
        this.#worker.postMessage({ type: 'run', job } satisfies ToWorker);
      });
    } finally {
      this.#running = undefined;
      watchdog?.stop();
      if (abort !== undefined) signal.removeEventListener('abort', abort);
      this.#worker.unref();
    }
  }

  /** Stops the worker at once, whatever it does. */
  async stop(): Promise<void> {
    this.#usable = false;
    this.#replies.port1.close();
    await this.#worker.terminate();
  }

  /** Answers at once what is known at once; for all else the script's clock is held. */
  #answer(call: HostCall, host: ScriptHost, watchdog: Watchdog | undefined, fail: (defect: unknown) => void): void {
    const value = attempted(() => valueOf(call, host));
    if (!(value instanceof Promise)) return this.#reply({ reply: value, waited: 0 });
    const since = performance.now();
    watchdog?.hold();
    value.then(
      (reply) => {
        if (!this.#usable) return;
        watchdog?.release();
        this.#reply({ reply, waited: performance.now() - since });
      },
      (defect: unknown) => {
        void this.stop();
        fail(defect);
      },
    );
  }

  #reply(answered: Answered): void {
    this.#replies.port1.postMessage(answered);
    Atomics.store(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #die(why: unknown): void {
    this.#usable = false;
    this.#running?.fail(why);
  }
}

type Answer = EncodedValue | undefined;

/** A Reply as JSON text. Throws or rejects with what is a defect. */
function attempted(get: () => Answer | Promise<Answer>): string | Promise<string> {
  try {
    const value = get();
    return value instanceof Promise ? value.then(replyOf, refusalOf) : replyOf(value);
  } catch (e) {
    return refusalOf(e);
  }
}

function replyOf(value: Answer): string {
  try {
    return JSON.stringify((value === undefined ? { ok: true } : { ok: true, value }) satisfies Reply);
  } catch (e) {
    return refusalOf(e);
  }
}

function refusalOf(e: unknown): string {
  let message: string;
  if (isReqError(e)) ({ message } = e);
  else if (e instanceof RangeError) message = 'the value nests too deeply for a script';
  else throw e;
  return JSON.stringify({ ok: false, type: 'Error', message } satisfies Reply);
}

function valueOf(call: HostCall, host: ScriptHost): Answer | Promise<Answer> {
  switch (call.op) {
    case 'getVar': {
      const value = host.getVar(call.name);
      return value instanceof Promise ? value.then(encoded) : encoded(value);
    }
    case 'vars':
      return encodeValue(host.vars());
    case 'setVar':
      host.setVar(call.name, decodeValue(JSON.parse(call.json) as EncodedValue), call.line);
      return undefined;
    case 'deleteVar':
      return host.deleteVar(call.name);
    case 'interpolate':
      return host.interpolate(call.text);
    default:
      return assertNever(call);
  }
}

const encoded = (value: Value | undefined): Answer => (value === undefined ? undefined : encodeValue(value));
