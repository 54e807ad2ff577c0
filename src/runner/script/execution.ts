import { type QuickJSContext, type QuickJSHandle, type QuickJSRuntime, type QuickJSWASMModule, Scope } from 'quickjs-emscripten-core';
import type { Failure, Place } from '../../base/reqError.ts';
import type { Control } from './api/main.ts';
import { createApiCalls } from './apiCalls.ts';
import { Clock } from './clock.ts';
import { awaitsForever, cancelledByScript, nestedTooDeep, ranTooLong, usedTooMuchMemory } from './failures.ts';
import type { ApiJob, ApiState, Thrown } from './messages.ts';
import { Positions, scriptName, wrapperEnd, wrapperStart } from './positions.ts';
import type { Sleepers } from './sleepers.ts';
import type { ScriptJob, ScriptResult } from './types.ts';
import type { VmHost, VmOutcome } from './vmHost.ts';

/** The stack QuickJS may use, in octets: with the worker's 4 MB it meets this limit before the host meets its own. */
const stackSize = 256 * 1024;
/** Memory beyond the script's limit for telling what went wrong, in octets. */
const memoryToTell = 16 << 20;
/** Time beyond the script's limit for telling what went wrong, in milliseconds. */
const timeToTell = 100;
/** Promise jobs between two looks at the clock: a chain of short jobs never meets the interrupt handler. */
const jobsAtOnce = 100;
const outOfMemory = 'InternalError: out of memory';
const threwNull = 'the script threw null';

interface Parts {
  readonly engine: QuickJSWASMModule;
  /** Owns every handle; left when the execution is over. */
  readonly scope: Scope;
  readonly api: string;
  readonly job: ScriptJob;
  readonly host: VmHost;
  readonly sleepers: Sleepers;
}

/** A limit was met by code that does not fail by itself. */
class Exhausted extends Error {
  readonly limit: 'time' | 'memory' | 'stack';
  constructor(limit: 'time' | 'memory' | 'stack') {
    super(limit);
    this.limit = limit;
  }
}

/** Runs one script in a fresh runtime, to its end or to one of its limits. Rejects where the engine itself breaks. */
export async function execute(parts: Parts): Promise<VmOutcome> {
  const execution = new Execution(parts);
  let result: ScriptResult;
  try {
    result = await execution.run();
  } catch (e) {
    if (!(e instanceof Exhausted)) throw e;
    result = execution.giveUp(e.limit);
  }
  return { result, worn: execution.memoryGrown };
}

class Execution {
  readonly #parts: Parts;
  readonly #positions: Positions;
  readonly #clock: Clock;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #memoryAtStart: number;
  #timeBeyond = 0;
  #interrupted = false;
  #control: QuickJSHandle | undefined;

  constructor(parts: Parts) {
    const { engine, scope, job } = parts;
    this.#parts = parts;
    this.#memoryAtStart = engine.getWasmMemory().buffer.byteLength;
    this.#positions = new Positions(job);
    this.#clock = new Clock(job.limits.timeMs);
    this.#runtime = scope.manage(engine.newRuntime());
    this.#runtime.setMemoryLimit(job.limits.memory);
    this.#runtime.setMaxStackSize(stackSize);
    this.#runtime.setInterruptHandler(() => {
      if (this.#clock.left > -this.#timeBeyond) return false;
      this.#interrupted = true;
      return true;
    });
    this.#context = scope.manage(this.#runtime.newContext());
  }

  async run(): Promise<ScriptResult> {
    const { job, scope, sleepers, host } = this.#parts;
    this.#control = this.#install();
    const script = this.#context.evalCode(wrapperStart + job.source + wrapperEnd, scriptName, { type: 'global' });
    if (script.error !== undefined) {
      const thrown = JSON.parse(this.#call('describe', scope.manage(script.error))) as Thrown;
      return this.#failed(this.#whyThrown(thrown));
    }
    this.#call('start', scope.manage(script.value));
    for (;;) {
      this.#runJobs();
      const state = this.#state();
      if (state.thrown !== null || state.end !== null || !sleepers.any) return this.#finish(state);
      host.asleep();
      this.#clock.pause();
      const due = await sleepers.next();
      this.#clock.resume();
      host.awake();
      for (const id of due) this.#call('wake', scope.manage(this.#context.newNumber(id)));
    }
  }

  /** Whether the script took the engine's memory, which never shrinks, to its limit. */
  get memoryGrown(): boolean {
    const now = this.#parts.engine.getWasmMemory().buffer.byteLength;
    return now > this.#memoryAtStart && now >= this.#parts.job.limits.memory;
  }

  /** The outcome of a script that met a limit. */
  giveUp(limit: 'time' | 'memory' | 'stack'): ScriptResult {
    const { timeMs, memory } = this.#parts.job.limits;
    const at = this.#placeOfLimit();
    if (limit === 'time') return this.#failed(ranTooLong(timeMs, at));
    if (limit === 'stack') return this.#failed(nestedTooDeep(at));
    return this.#failed(usedTooMuchMemory(memory, at));
  }

  #install(): QuickJSHandle {
    const { api, job, host, sleepers, scope } = this.#parts;
    const answer = createApiCalls(job, this.#positions, {
      ask: (call) => host.ask(call),
      post: (message) => host.post(message),
      sleep: (id, ms) => sleepers.add(id, ms),
    });
    const context = this.#context;
    const ask = scope.manage(context.newFunction('host', (json) => context.newString(answer(context.getString(json)))));
    const install = this.#value(context.evalCode(`(function () {${api}\nreturn scriptApi.install;\n})()`, 'api', { type: 'global' }));
    const facts = scope.manage(context.newString(JSON.stringify(apiJob(job))));
    return this.#value(context.callFunction(install, context.undefined, ask, facts));
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
    while (!this.#interrupted && this.#runtime.hasPendingJob()) {
      if (this.#clock.left <= 0) throw new Exhausted('time');
      const ran = this.#runtime.executePendingJobs(jobsAtOnce);
      if (ran.error !== undefined) throw this.#whyFailed(this.#parts.scope.manage(ran.error));
    }
    // An interrupted async function only rejects its promise, which the script may have caught.
    if (this.#interrupted) throw new Exhausted('time');
  }

  #finish(state: ApiState): ScriptResult {
    const { job } = this.#parts;
    this.#call('finish');
    if (state.thrown !== null) return this.#failed(this.#whyThrown(state.thrown));
    const { end } = state;
    if (end?.kind === 'cancel') return this.#failed(cancelledByScript(this.#placeOf(end.stack)));
    if (end === null && !state.settled) return this.#failed(awaitsForever(this.#positions.start));
    return {
      failure: undefined,
      request: job.phase === 'response' ? job.request : { ...state.request, body: state.request.body ?? undefined },
      skipped: end === null ? undefined : { kind: end.kind, reason: end.reason },
    };
  }

  #failed(failure: Failure): ScriptResult {
    return { failure, request: this.#parts.job.request, skipped: undefined };
  }

  #whyThrown({ text, stack }: Thrown): Failure {
    // Without memory for an error object QuickJS throws null.
    if (text === outOfMemory || (text === threwNull && this.memoryGrown)) throw new Exhausted('memory');
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
    this.#runtime.setMemoryLimit(this.#parts.job.limits.memory + memoryToTell);
    try {
      // The interruption has to reach the function that waits for the script.
      this.#runtime.executePendingJobs(jobsAtOnce).dispose();
      return this.#placeOf(this.#state().thrown?.stack ?? '');
    } catch (e) {
      if (e instanceof Exhausted) return this.#positions.start;
      throw e;
    }
  }

  /** The value of a result that only a limit can make an error. */
  #value(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    const { scope } = this.#parts;
    if (result.error !== undefined) throw this.#whyFailed(scope.manage(result.error));
    return scope.manage(result.value);
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
