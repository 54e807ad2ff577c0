import { type QuickJSContext, type QuickJSHandle, Scope } from 'quickjs-emscripten-core';
import type { Failure, Place } from '../../base/reqError.ts';
import type { Control } from './api/main.ts';
import { createApiCalls } from './apiCalls.ts';
import { Clock } from './clock.ts';
import { awaitsForever, cancelledByScript, nestedTooDeep, ranTooLong, usedTooMuchMemory } from './failures.ts';
import type { Machine } from './machine.ts';
import type { ApiJob, ApiState, Thrown } from './messages.ts';
import { Positions, scriptName, wrapperEnd, wrapperStart } from './positions.ts';
import type { Sleepers } from './sleepers.ts';
import type { ScriptJob, ScriptResult } from './types.ts';
import type { VmHost } from './vmHost.ts';

/** Time beyond the script's limit for telling what went wrong, in milliseconds. */
const timeToTell = 200;
/** Promise jobs between two looks at the clock: a chain of short jobs never meets the interrupt handler. */
const jobsAtOnce = 100;
const outOfMemory = 'InternalError: out of memory';
const threwNull = 'the script threw null';

/** A limit was met by code that does not fail by itself. */
class Exhausted extends Error {
  readonly limit: 'time' | 'memory' | 'stack';
  constructor(limit: 'time' | 'memory' | 'stack') {
    super(limit);
    this.limit = limit;
  }
}

/** Runs one script to its end or to one of its limits. Rejects where the engine itself breaks. */
export async function execute(machine: Machine, job: ScriptJob, host: VmHost, sleepers: Sleepers): Promise<ScriptResult> {
  const execution = new Execution(machine, job, host, sleepers);
  try {
    return await execution.run();
  } catch (e) {
    if (e instanceof Exhausted) return execution.giveUp(e.limit);
    throw e;
  }
}

class Execution {
  readonly #machine: Machine;
  readonly #context: QuickJSContext;
  readonly #job: ScriptJob;
  readonly #host: VmHost;
  readonly #sleepers: Sleepers;
  readonly #positions: Positions;
  readonly #clock: Clock;
  /** Milliseconds granted beyond the limit. */
  #timeBeyond = 0;
  #interrupted = false;
  #control: QuickJSHandle | undefined;

  constructor(machine: Machine, job: ScriptJob, host: VmHost, sleepers: Sleepers) {
    this.#machine = machine;
    this.#context = machine.context;
    this.#job = job;
    this.#host = host;
    this.#sleepers = sleepers;
    this.#positions = new Positions(job);
    this.#clock = new Clock(job.limits.timeMs);
    machine.runtime.setInterruptHandler(() => {
      if (this.#clock.left > -this.#timeBeyond) return false;
      this.#interrupted = true;
      return true;
    });
  }

  async run(): Promise<ScriptResult> {
    const sleepers = this.#sleepers;
    this.#control = this.#install();
    const script = this.#context.evalCode(wrapperStart + this.#job.source + wrapperEnd, scriptName, { type: 'global' });
    if (script.error !== undefined) {
      const thrown = JSON.parse(this.#call('describe', script.error)) as Thrown;
      return this.#failed(this.#whyThrown(thrown));
    }
    this.#call('start', script.value);
    for (;;) {
      this.#runJobs();
      const state = this.#state();
      if (state.thrown !== null || state.end !== null || !sleepers.any) return this.#finish(state);
      this.#host.asleep();
      this.#clock.pause();
      const due = await sleepers.next();
      this.#clock.resume();
      this.#host.awake();
      for (const id of due) this.#call('wake', this.#context.newNumber(id));
    }
  }

  /** The outcome of a script that met a limit. */
  giveUp(limit: 'time' | 'memory' | 'stack'): ScriptResult {
    const { timeMs, memory } = this.#job.limits;
    const at = this.#placeOfLimit();
    if (limit === 'time') return this.#failed(ranTooLong(timeMs, at));
    if (limit === 'stack') return this.#failed(nestedTooDeep(at));
    return this.#failed(usedTooMuchMemory(memory, at));
  }

  #install(): QuickJSHandle {
    const context = this.#context;
    const answer = createApiCalls(this.#job, this.#positions, {
      ask: (call) => {
        const { reply, waited } = this.#host.ask(call);
        this.#clock.grant(waited);
        return reply;
      },
      post: (message) => this.#host.post(message),
      sleep: (id, ms) => this.#sleepers.add(id, ms),
    });
    const ask = context.newFunction('host', (json) => context.newString(answer(context.getString(json))));
    const facts = context.newString(JSON.stringify(apiJob(this.#job)));
    const control = context.callFunction(this.#machine.install, context.undefined, ask, facts);
    if (control.error !== undefined) throw this.#whyFailed(control.error);
    return control.value;
  }

  /** Calls a function of the API's Control; its text, empty for none. Throws Exhausted where it meets a limit. */
  #call(name: keyof Control, ...args: QuickJSHandle[]): string {
    const context = this.#context;
    const control = this.#control as QuickJSHandle;
    return Scope.withScope((scope) => {
      const method = scope.manage(context.getProp(control, name));
      const called = context.callFunction(method, control, ...args);
      if (called.error !== undefined) throw this.#whyFailed(scope.manage(called.error));
      const value = scope.manage(called.value);
      return context.typeof(value) === 'string' ? context.getString(value) : '';
    });
  }

  #state(): ApiState {
    return JSON.parse(this.#call('state')) as ApiState;
  }

  #runJobs(): void {
    while (!this.#interrupted && this.#machine.runtime.hasPendingJob()) {
      if (this.#clock.left <= 0) throw new Exhausted('time');
      const ran = this.#machine.runtime.executePendingJobs(jobsAtOnce);
      if (ran.error !== undefined) throw this.#whyFailed(ran.error);
    }
    // An interrupted async function only rejects its promise, which the script may have caught.
    if (this.#interrupted) throw new Exhausted('time');
  }

  #finish(state: ApiState): ScriptResult {
    this.#call('finish');
    if (state.thrown !== null) return this.#failed(this.#whyThrown(state.thrown));
    const { end } = state;
    if (end?.kind === 'cancel') return this.#failed(cancelledByScript(this.#placeOf(end.stack)));
    if (end === null && !state.settled) return this.#failed(awaitsForever(this.#positions.start));
    return {
      failure: undefined,
      request: this.#job.phase === 'response' ? this.#job.request : { ...state.request, body: state.request.body ?? undefined },
      skipped: end === null ? undefined : { kind: end.kind, reason: end.reason },
    };
  }

  #failed(failure: Failure): ScriptResult {
    return { failure, request: this.#job.request, skipped: undefined };
  }

  #whyThrown({ text, stack }: Thrown): Failure {
    // Without memory for an error object QuickJS throws null.
    if (text === outOfMemory || (text === threwNull && this.#machine.full())) throw new Exhausted('memory');
    const at = this.#placeOf(stack);
    const hint = stack === '' ? undefined : this.#positions.quote(at);
    return { kind: 'script', message: text, at, ...(hint === undefined ? {} : { hint }) };
  }

  /** Why code that does not fail by itself did. */
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

  /** Where the script was when it met a limit, as far as it can still be told. */
  #placeOfLimit(): Place {
    this.#timeBeyond = timeToTell - Math.min(0, this.#clock.left);
    try {
      // The interruption has to reach the function that waits for the script.
      this.#machine.runtime.executePendingJobs(jobsAtOnce).dispose();
      return this.#placeOf(this.#state().thrown?.stack ?? '');
    } catch (e) {
      if (e instanceof Exhausted) return this.#positions.start;
      throw e;
    }
  }
}

function apiJob(job: ScriptJob): ApiJob {
  const { phase, env, request, response } = job;
  const { text: _, ...rest } = response ?? { text: '' };
  return {
    phase,
    env,
    request: { ...request, body: request.body ?? null },
    response: response === undefined ? null : (rest as ApiJob['response']),
  };
}
