import { type QuickJSHandle, Scope } from 'quickjs-emscripten-core';
import type { StreamEvent } from '../../ports/events.ts';
import type { Control } from '../api/apiMain.ts';
import type { Machine } from '../engine/machine.ts';
import type { ScriptRequest } from '../scriptTypes.ts';
import type { ApiJob, ApiState, Thrown } from '../thread/workerMessages.ts';
import type { ExecutionLimits } from './executionLimits.ts';

/** Calls the API's Control inside the engine. Each method throws a LimitReached if the call reaches a limit. */
export class ApiControl {
  readonly #machine: Machine;
  readonly #limits: ExecutionLimits;
  readonly #control: QuickJSHandle;

  /** Installs the API for a job. Set the machine's implementation of the host function first. */
  constructor(machine: Machine, limits: ExecutionLimits, job: ApiJob) {
    const { context, begin } = machine;
    const begun = context.callFunction(begin, context.undefined, context.newString(JSON.stringify(job)));
    if (begun.error !== undefined) throw limits.errorOf(begun.error);
    this.#machine = machine;
    this.#limits = limits;
    this.#control = begun.value;
  }

  /** @param script the value of the evaluated script: the promise of a module, else a function */
  start(script: QuickJSHandle, isModule: boolean): void {
    this.#call(isModule ? 'startModule' : 'start', script);
  }

  /** Continues the code that waits for `id`. @param message a Woken as JSON; empty for a sleep */
  wake(id: number, message: string): void {
    this.#call('wake', id, message);
  }

  hear(event: StreamEvent): void {
    this.#call('hear', JSON.stringify(event));
  }

  finish(): void {
    this.#call('finish');
  }

  describe(error: QuickJSHandle): Thrown {
    return JSON.parse(this.#call('describe', error)) as Thrown;
  }

  state(): ApiState {
    return JSON.parse(this.#call('state')) as ApiState;
  }

  /** The request with the script's changes. */
  request(): ScriptRequest {
    const request = JSON.parse(this.#call('request')) as ApiJob['request'];
    return { ...request, body: request.body ?? undefined };
  }

  /** @returns the text that the function returned; empty if it returned none */
  #call(name: keyof Control, ...args: (string | number | QuickJSHandle)[]): string {
    const { context } = this.#machine;
    return Scope.withScope((scope) => {
      const method = scope.manage(context.getProp(this.#control, name));
      const given = args.map((arg) => {
        if (typeof arg === 'object') return arg;
        return scope.manage(typeof arg === 'string' ? context.newString(arg) : context.newNumber(arg));
      });
      const called = context.callFunction(method, this.#control, ...given);
      if (called.error !== undefined) throw this.#limits.errorOf(scope.manage(called.error));
      const value = scope.manage(called.value);
      return context.typeof(value) === 'string' ? context.getString(value) : '';
    });
  }
}
