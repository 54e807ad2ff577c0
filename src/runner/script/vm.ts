import { type Failure, toFailure } from '../../base/reqError.ts';
import { execute } from './execution.ts';
import { nestedTooDeep } from './failures.ts';
import { compileEngine, createMachine, type Machine } from './machine.ts';
import { Positions } from './positions.ts';
import { Sleepers } from './sleepers.ts';
import type { ScriptJob, ScriptResult } from './types.ts';
import type { VmHost } from './vmHost.ts';

/** What scripts may use until a job says otherwise, in octets. */
const usualMemory = 64 << 20;

/** The QuickJS engine with the API of scripts. */
export interface Vm {
  /** Runs one script in a machine of its own. Rejects only where no machine can be made. */
  run(job: ScriptJob, host: VmHost): Promise<ScriptResult>;
  /** Makes the machine for the next script ahead. */
  prepare(): void;
}

/**
 * @param wasm the engine
 * @param api text of the bundle of api/main.ts
 */
export async function loadVm(wasm: ArrayBuffer, api: string): Promise<Vm> {
  const module = await compileEngine(wasm);
  let memory = usualMemory;
  let prepared: Promise<Machine> | undefined;

  async function take(limit: number): Promise<Machine> {
    const ready = await prepared;
    prepared = undefined;
    memory = limit;
    return ready?.memory === limit ? ready : createMachine(module, api, limit);
  }

  return {
    run: async (job, host) => {
      const machine = await take(job.limits.memory);
      host.started();
      return runIn(machine, job, host);
    },
    prepare: () => {
      prepared ??= createMachine(module, api, memory);
    },
  };
}

async function runIn(machine: Machine, job: ScriptJob, host: VmHost): Promise<ScriptResult> {
  const sleepers = new Sleepers();
  try {
    return await execute(machine, job, host, sleepers);
  } catch (e) {
    return { failure: whyDied(e, job), request: job.request, skipped: undefined };
  } finally {
    sleepers.clear();
  }
}

function whyDied(e: unknown, job: ScriptJob): Failure {
  // The host's own stack overflow, or the trap inside the engine that follows from it.
  if (e instanceof RangeError || (e instanceof Error && e.name === 'RuntimeError')) return nestedTooDeep(new Positions(job).start);
  return toFailure(e);
}
