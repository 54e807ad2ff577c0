import { toFailure, type Failure, type Place } from '../../../base/reqError.ts';
import type { StreamEvent } from '../../ports/events.ts';
import { createApiCalls } from '../calls/apiCalls.ts';
import { awaitsForever, cancelledByScript, nestedTooDeep, ranTooLong, usedTooMuchMemory } from '../scriptFailures.ts';
import { clearerMessage } from '../engine/clearerMessage.ts';
import { readLibrary } from '../engine/libraries.ts';
import type { Machine } from '../engine/machine.ts';
import type { ApiJob, ApiState, ExecutionResult, HostCall, Reply, Sent, Thrown, Woken } from '../thread/workerMessages.ts';
import { evaluateCommonJs, loadModules, type LoadedFile, type LoadFile } from '../engine/modules.ts';
import { Positions, scriptName } from '../engine/positions.ts';
import { ResponseTexts } from '../calls/responseTexts.ts';
import type { Heard, ScriptJob } from '../scriptTypes.ts';
import { ApiControl } from './apiControl.ts';
import { ExecutionLimits, LimitReached } from './executionLimits.ts';
import type { VmHost } from './vmHost.ts';
import { Waits } from '../calls/waits.ts';

/** Maximum number of file loads by a script, including repeated ones. */
const maxLoads = 1000;

/** One script in its engine, until its end, or the end of the stream that it listens to. */
export class Execution {
  readonly machine: Machine;
  readonly #job: ScriptJob;
  readonly #host: VmHost;
  readonly #waits = new Waits();
  readonly #texts: ResponseTexts;
  readonly #positions: Positions;
  readonly #limits: ExecutionLimits;
  #loads = 0;
  readonly #loaded: LoadedFile[] = [];
  #jobError: Thrown | undefined;
  /** Undefined until the API has begun the job. */
  #control: ApiControl | undefined;

  constructor(machine: Machine, job: ScriptJob, host: VmHost) {
    this.machine = machine;
    this.#job = job;
    this.#host = host;
    this.#texts = new ResponseTexts(job.response?.text ?? '', job.limits.memory);
    this.#positions = new Positions(job);
    this.#limits = new ExecutionLimits(machine, job.limits.timeMs);
  }

  /** Runs the script until it ends or reaches a limit. Never rejects. */
  async run(): Promise<ExecutionResult> {
    try {
      return await this.#start();
    } catch (e) {
      return this.#failed(this.#failureOfError(e));
    }
  }

  /** Passes a stream event to the script and waits until the script has handled it. Never rejects. */
  async hear(event: StreamEvent): Promise<Heard | undefined> {
    const control = this.#control;
    if (control === undefined) return undefined;
    // Each call has the time limit of a whole script.
    this.#limits.restart();
    try {
      control.hear(event);
      const state = await this.#settle(control);
      const failure = this.#failureOf(state, control);
      if (failure !== undefined) return { kind: 'failed', failure };
      return state.end === null || state.end.kind === 'skip' ? undefined : { kind: state.end.kind, reason: state.end.reason };
    } catch (e) {
      return { kind: 'failed', failure: this.#failureOfError(e) };
    }
  }

  /** Call when the script is over. */
  finish(): void {
    try {
      this.#control?.finish();
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
    this.#waits.complete(id, JSON.stringify(woken));
  }

  stop(): void {
    this.#waits.clear();
  }

  async #start(): Promise<ExecutionResult> {
    const control = this.#begin();
    this.#control = control;
    const { text, isModule } = this.#positions.wrapped;
    const script = this.machine.context.evalCode(text, scriptName, { type: isModule ? 'module' : 'global' });
    if (script.error !== undefined) return this.#failed(this.#failureOfThrown(control.describe(script.error)));
    control.start(script.value, isModule);
    const state = await this.#settle(control);
    const failure = this.#failureOf(state, control);
    const listens = failure === undefined && state.listens && state.end === null;
    if (!listens) control.finish();
    if (failure !== undefined) return this.#failed(failure);
    const { end } = state;
    if (end?.kind === 'cancel') return this.#failed(cancelledByScript(this.#placeOf(end.stack)));
    return {
      failure: undefined,
      request: this.#job.phase === 'response' ? this.#job.request : control.request(),
      skipped: end === null ? undefined : { kind: end.kind, reason: end.reason },
      listens,
    };
  }

  /** Runs the script until it has ended or has nothing left to wait for. */
  async #settle(control: ApiControl): Promise<ApiState> {
    for (;;) {
      this.#limits.runJobs((error) => (this.#jobError ??= control.describe(error)));
      const state = control.state();
      if (state.thrown !== null || state.end !== null || this.#waits.isEmpty) return state;
      const isAsleep = !this.#waits.hasWork;
      if (isAsleep) {
        this.#host.asleep();
        this.#limits.clock.pause();
      }
      const due = await this.#waits.next();
      if (isAsleep) {
        this.#limits.clock.resume();
        this.#host.awake();
      }
      for (const { id, message } of due) control.wake(id, message);
    }
  }

  #failureOfError(e: unknown): Failure {
    const { timeMs, memory } = this.#job.limits;
    if (!(e instanceof LimitReached)) {
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

  #begin(): ApiControl {
    const { context } = this.machine;
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
    return new ApiControl(this.machine, this.#limits, apiJob(this.#job));
  }

  /** Blocks until the host has replied. */
  #ask(call: HostCall): string {
    const { reply, waited } = this.#host.ask(call);
    this.#limits.clock.grant(waited);
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

  /** The failure of a script that has settled. */
  #failureOf({ thrown, end, settled }: ApiState, control: ApiControl): Failure | undefined {
    if (thrown !== null) return this.#failureOfThrown(thrown);
    if (end !== null) return undefined;
    // Without memory for its next job, a chain of promises does not continue.
    if (!settled && this.machine.full()) throw new LimitReached('memory');
    const unhandled = this.#unhandled(control);
    if (unhandled === undefined) return settled ? undefined : awaitsForever(this.#positions.start);
    const failure = this.#failureOfThrown(unhandled);
    return { ...failure, message: `${failure.message} (in code that is not awaited)` };
  }

  /** Error of a promise without a handler, or of a callback. */
  #unhandled(control: ApiControl): Thrown | undefined {
    const reason = this.machine.rejections.first();
    return reason === undefined ? this.#jobError : control.describe(reason);
  }

  #failed(failure: Failure): ExecutionResult {
    return { failure, request: this.#job.request, skipped: undefined, listens: false };
  }

  #failureOfThrown({ text, stack }: Thrown): Failure {
    this.#limits.checkThrown(text);
    const at = this.#placeOf(stack);
    const hint = stack === '' ? undefined : this.#positions.quote(at);
    return { kind: 'script', message: clearerMessage(text, stack, this.#positions), at, ...(hint === undefined ? {} : { hint }) };
  }

  #placeOf(stack: string): Place {
    return this.#positions.ofStack(stack) ?? this.#positions.start;
  }

  /** Place of the script when it reached a limit; its first line if that is unknown. */
  #placeOfLimit(): Place {
    try {
      this.#limits.propagateInterruption();
      return this.#placeOf(this.#control?.state().thrown?.stack ?? '');
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
