import { type QuickJSContext, type QuickJSHandle, Scope } from 'quickjs-emscripten-core';
import { toFailure, type Failure, type Place } from '../../../base/reqError.ts';
import type { StreamEvent } from '../../ports/events.ts';
import type { Control } from '../api/apiMain.ts';
import { createApiCalls } from '../calls/apiCalls.ts';
import { Clock } from '../clock.ts';
import { awaitsForever, cancelledByScript, nestedTooDeep, ranTooLong, usedTooMuchMemory } from '../scriptFailures.ts';
import { readLibrary } from '../engine/libraries.ts';
import type { Machine } from '../engine/machine.ts';
import type { ApiJob, ApiState, ExecutionResult, HostCall, Reply, Sent, Thrown, Woken } from '../thread/workerMessages.ts';
import { evaluateCommonJs, loadModules, type LoadedFile, type LoadFile } from '../engine/modules.ts';
import { Positions, scriptName } from '../engine/positions.ts';
import { ResponseTexts } from '../calls/responseTexts.ts';
import type { Heard, ScriptJob, ScriptRequest } from '../scriptTypes.ts';
import type { VmHost } from './vmHost.ts';
import { Waits } from '../calls/waits.ts';

/** Milliseconds beyond the script's limit for describing its failure. */
const describeTimeMs = 200;
/** Promise jobs between two checks of the clock: a chain of short jobs never reaches the interrupt handler. */
const jobsAtOnce = 100;
/** Maximum number of file loads by a script, including repeated ones. */
const maxLoads = 1000;
const outOfMemory = 'InternalError: out of memory';
/** Descriptions of an error when there is no memory to create or describe it. */
const withoutMemory: readonly string[] = [
  'the script threw null',
  'the script threw a value that cannot be shown',
  'the script threw [an object that cannot be shown]',
  'Error',
];

/** Code reached a limit. */
class Exhausted extends Error {
  readonly limit: 'time' | 'memory' | 'stack';
  constructor(limit: 'time' | 'memory' | 'stack') {
    super(limit);
    this.limit = limit;
  }
}

/** One script in its engine, until its end, or the end of the stream that it listens to. */
export class Execution {
  readonly machine: Machine;
  readonly #context: QuickJSContext;
  readonly #job: ScriptJob;
  readonly #host: VmHost;
  readonly #waits = new Waits();
  readonly #texts: ResponseTexts;
  readonly #positions: Positions;
  #clock: Clock;
  /** Milliseconds allowed beyond the limit. */
  #timeBeyond = 0;
  #interrupted = false;
  #loads = 0;
  readonly #loaded: LoadedFile[] = [];
  #jobError: Thrown | undefined;
  #control: QuickJSHandle | undefined;

  constructor(machine: Machine, job: ScriptJob, host: VmHost) {
    this.machine = machine;
    this.#context = machine.context;
    this.#job = job;
    this.#host = host;
    this.#texts = new ResponseTexts(job.response?.text ?? '', job.limits.memory);
    this.#positions = new Positions(job);
    this.#clock = new Clock(job.limits.timeMs);
    machine.runtime.setInterruptHandler(() => {
      if (this.#clock.left > -this.#timeBeyond) return false;
      this.#interrupted = true;
      return true;
    });
  }

  /** Runs the script until it ends or reaches a limit. Never rejects. */
  async run(): Promise<ExecutionResult> {
    try {
      return await this.#start();
    } catch (e) {
      return this.#failed(this.#whyStopped(e));
    }
  }

  /** Passes a stream event to the script and waits until the script has handled it. Never rejects. */
  async hear(event: StreamEvent): Promise<Heard | undefined> {
    // Each call has the time limit of a whole script.
    this.#clock = new Clock(this.#job.limits.timeMs);
    try {
      this.#call('hear', JSON.stringify(event));
      const state = await this.#settle();
      const failure = this.#whyEnded(state);
      if (failure !== undefined) return { kind: 'failed', failure };
      return state.end === null || state.end.kind === 'skip' ? undefined : { kind: state.end.kind, reason: state.end.reason };
    } catch (e) {
      return { kind: 'failed', failure: this.#whyStopped(e) };
    }
  }

  /** Call when the script is over. */
  finish(): void {
    try {
      this.#call('finish');
    } catch {
      // The failure that broke the engine was already reported.
    }
  }

  /** Delivers the result of a `send`. */
  sent(id: number, sent: Sent): void {
    let woken: Woken;
    if (sent.ok) {
      const { text, ...response } = sent.response;
      this.#texts.keep(id, text);
      woken = { ok: true, response };
    } else woken = sent;
    this.#waits.bring(id, JSON.stringify(woken));
  }

  stop(): void {
    this.#waits.clear();
  }

  async #start(): Promise<ExecutionResult> {
    this.#control = this.#begin();
    const { text, isModule } = this.#positions.wrapped;
    const script = this.#context.evalCode(text, scriptName, { type: isModule ? 'module' : 'global' });
    if (script.error !== undefined) {
      const thrown = JSON.parse(this.#call('describe', script.error)) as Thrown;
      return this.#failed(this.#whyThrown(thrown));
    }
    this.#call(isModule ? 'startModule' : 'start', script.value);
    const state = await this.#settle();
    const failure = this.#whyEnded(state);
    const listens = failure === undefined && state.listens && state.end === null;
    if (!listens) this.#call('finish');
    if (failure !== undefined) return this.#failed(failure);
    const { end } = state;
    if (end?.kind === 'cancel') return this.#failed(cancelledByScript(this.#placeOf(end.stack)));
    return {
      failure: undefined,
      request: this.#job.phase === 'response' ? this.#job.request : this.#request(),
      skipped: end === null ? undefined : { kind: end.kind, reason: end.reason },
      listens,
    };
  }

  /** Runs the script until it has ended or has nothing left to wait for. */
  async #settle(): Promise<ApiState> {
    for (;;) {
      this.#runJobs();
      const state = this.#state();
      if (state.thrown !== null || state.end !== null || !this.#waits.any) return state;
      const isAsleep = !this.#waits.working;
      if (isAsleep) {
        this.#host.asleep();
        this.#clock.pause();
      }
      const due = await this.#waits.next();
      if (isAsleep) {
        this.#clock.resume();
        this.#host.awake();
      }
      for (const { id, message } of due) this.#call('wake', id, message);
    }
  }

  #whyStopped(e: unknown): Failure {
    const { timeMs, memory } = this.#job.limits;
    if (!(e instanceof Exhausted)) {
      // The host's own stack overflow, or the trap inside the engine that follows from it or from a failed allocation.
      const overflow = e instanceof RangeError || (e instanceof Error && e.name === 'RuntimeError');
      if (!overflow) return toFailure(e);
      return this.machine.full() ? usedTooMuchMemory(memory, this.#positions.start) : nestedTooDeep(this.#positions.start);
    }
    const at = this.#placeOfLimit();
    if (e.limit === 'time') return ranTooLong(timeMs, at);
    if (e.limit === 'stack') return nestedTooDeep(at);
    return usedTooMuchMemory(memory, at);
  }

  #begin(): QuickJSHandle {
    const context = this.#context;
    const answer = createApiCalls(this.#job, this.#positions, this.#texts, {
      ask: (call) => this.#ask(call),
      post: (message) => this.#host.post(message),
      sleep: (id, ms) => this.#waits.sleep(id, ms),
      cancelSleep: (id) => this.#waits.cancelSleep(id),
      work: (id, result) => this.#waits.work(id, result),
      isWritten: (text) => this.#job.source.includes(text) || this.#loaded.some((file) => file.text.includes(text)),
      library: readLibrary,
      require: (from, specifier) => {
        const found = this.#load(from, specifier, 'require');
        evaluateCommonJs(context, found);
        return found.file;
      },
      send: (id, name, request) => {
        this.#waits.expect(id);
        this.#host.send(id, name, request);
      },
    });
    this.machine.answerBy(answer);
    loadModules(context, this.#job.file, (...named) => this.#load(...named));
    const facts = context.newString(JSON.stringify(apiJob(this.#job)));
    const control = context.callFunction(this.machine.begin, context.undefined, facts);
    if (control.error !== undefined) throw this.#whyFailed(control.error);
    return control.value;
  }

  /** Blocks until the host has replied. */
  #ask(call: HostCall): string {
    const { reply, waited } = this.#host.ask(call);
    this.#clock.grant(waited);
    return reply;
  }

  readonly #load: LoadFile = (from, specifier, kind) => {
    if (++this.#loads > maxLoads) throw new Error(`a script can load at most ${maxLoads} files`);
    const reply = JSON.parse(this.#ask({ op: 'module', from, specifier, kind })) as Reply;
    if (!reply.ok) throw new Error(reply.message);
    const found = JSON.parse(reply.value as string) as LoadedFile;
    this.#loaded.push(found);
    return found;
  };

  /**
   * Calls a function of the API's Control.
   * @returns its text; empty if it returned none
   * @throws {Exhausted} if it reaches a limit
   */
  #call(name: keyof Control, ...args: (string | number | QuickJSHandle)[]): string {
    const context = this.#context;
    const control = this.#control as QuickJSHandle;
    return Scope.withScope((scope) => {
      const method = scope.manage(context.getProp(control, name));
      const given = args.map((arg) => {
        if (typeof arg === 'object') return arg;
        return scope.manage(typeof arg === 'string' ? context.newString(arg) : context.newNumber(arg));
      });
      const called = context.callFunction(method, control, ...given);
      if (called.error !== undefined) throw this.#whyFailed(scope.manage(called.error));
      const value = scope.manage(called.value);
      return context.typeof(value) === 'string' ? context.getString(value) : '';
    });
  }

  #request(): ScriptRequest {
    const request = JSON.parse(this.#call('request')) as ApiJob['request'];
    return { ...request, body: request.body ?? undefined };
  }

  #state(): ApiState {
    return JSON.parse(this.#call('state')) as ApiState;
  }

  #runJobs(): void {
    while (!this.#interrupted && this.machine.runtime.hasPendingJob()) {
      if (this.#clock.left <= 0) throw new Exhausted('time');
      const ran = this.machine.runtime.executePendingJobs(jobsAtOnce);
      if (ran.error === undefined) continue;
      const why = this.#whyFailed(ran.error);
      if (why instanceof Exhausted) throw why;
      // Not a promise: the callback of a FinalizationRegistry failed.
      this.#jobError ??= JSON.parse(this.#call('describe', ran.error)) as Thrown;
    }
    // An interrupted async function only rejects its promise, which the script may have caught.
    if (this.#interrupted) throw new Exhausted('time');
  }

  #whyEnded({ thrown, end, settled }: ApiState): Failure | undefined {
    if (thrown !== null) return this.#whyThrown(thrown);
    if (end !== null) return undefined;
    // Without memory for its next job, a chain of promises does not continue.
    if (!settled && this.machine.full()) throw new Exhausted('memory');
    const lost = this.#lost();
    if (lost === undefined) return settled ? undefined : awaitsForever(this.#positions.start);
    const failure = this.#whyThrown(lost);
    return { ...failure, message: `${failure.message} (in code that is not awaited)` };
  }

  /** Error of a promise without a handler, or of a callback. */
  #lost(): Thrown | undefined {
    const reason = this.machine.rejections.first();
    return reason === undefined ? this.#jobError : (JSON.parse(this.#call('describe', reason)) as Thrown);
  }

  #failed(failure: Failure): ExecutionResult {
    return { failure, request: this.#job.request, skipped: undefined, listens: false };
  }

  #whyThrown({ text, stack }: Thrown): Failure {
    // Without memory for an error object, QuickJS throws null.
    if (text === outOfMemory || (withoutMemory.includes(text) && this.machine.full())) throw new Exhausted('memory');
    const at = this.#placeOf(stack);
    const hint = stack === '' ? undefined : this.#positions.quote(at);
    return { kind: 'script', message: text, at, ...(hint === undefined ? {} : { hint }) };
  }

  /** Converts an error of QuickJS or of the API: the limit that caused it, or a defect. */
  #whyFailed(error: QuickJSHandle): Error {
    if (this.#interrupted) return new Exhausted('time');
    if (this.#context.sameValue(error, this.#context.null)) return new Exhausted('memory');
    const text = Scope.withScope((scope) => this.#context.getString(scope.manage(this.#context.getProp(error, 'message'))));
    if (text === 'out of memory') return new Exhausted('memory');
    if (text === 'stack overflow') return new Exhausted('stack');
    return new Error(`the API of scripts failed: ${text}`);
  }

  #placeOf(stack: string): Place {
    return this.#positions.ofStack(stack) ?? this.#positions.start;
  }

  /** Place of the script when it reached a limit; its first line if that is unknown. */
  #placeOfLimit(): Place {
    this.#timeBeyond = describeTimeMs - Math.min(0, this.#clock.left);
    try {
      // Propagates the interruption to the function that awaits the script.
      this.machine.runtime.executePendingJobs(jobsAtOnce).dispose();
      return this.#placeOf(this.#state().thrown?.stack ?? '');
    } catch {
      return this.#positions.start;
    }
  }
}

function apiJob(job: ScriptJob): ApiJob {
  const { phase, reportsLooks, env, request, response } = job;
  const { text: _, ...rest } = response ?? { text: '' };
  return {
    seed: job.seed ?? [...crypto.getRandomValues(new Uint32Array(4))],
    phase,
    reportsLooks,
    env,
    request: { ...request, body: request.body ?? null },
    response: response === undefined ? null : (rest as ApiJob['response']),
  };
}
