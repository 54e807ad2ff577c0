import type { Engine } from '../engine/engine.ts';
import { Execution } from './execution.ts';
import { Machines, type Machine } from '../engine/machine.ts';
import type { ScriptJob } from '../scriptTypes.ts';
import { readStartImage } from '../engine/startImage.ts';
import type { VmHost } from './vmHost.ts';

/** Memory limit in bytes of the first prepared machine. Later ones use the limit of the last job. */
const defaultMemory = 64 << 20;

export interface Vm {
  /** Loads one script into a machine of its own. Rejects if no machine can be created. */
  execution(job: ScriptJob, host: VmHost): Promise<Execution>;
  /** Creates the machine for the next script ahead. @param over the previous script, if it ended by itself */
  prepare(over?: Execution): void;
}

export function createVm({ module, image }: Engine): Vm {
  const machines = new Machines(module, readStartImage(image));
  let memory = defaultMemory;
  let prepared: Promise<Machine> | undefined;

  async function take(limit: number): Promise<Machine> {
    const ready = await prepared;
    prepared = undefined;
    memory = limit;
    return ready?.memory === limit ? ready : machines.make(limit);
  }

  return {
    execution: async (job, host) => new Execution(await take(job.limits.memory), job, host),
    prepare: (over) => {
      prepared ??= machines.make(memory, over?.machine);
    },
  };
}
