import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule, Scope } from 'quickjs-emscripten-core';
import { type Failure, toFailure } from '../../base/reqError.ts';
import { execute } from './execution.ts';
import { nestedTooDeep } from './failures.ts';
import { Positions } from './positions.ts';
import { Sleepers } from './sleepers.ts';
import type { ScriptJob } from './types.ts';
import type { VmHost, VmOutcome } from './vmHost.ts';

/** The QuickJS engine with the API of scripts. */
export interface Vm {
  /** Runs one script in a runtime of its own. Never rejects. */
  run(job: ScriptJob, host: VmHost): Promise<VmOutcome>;
}

/**
 * @param wasm the engine
 * @param api text of the bundle of api/main.ts
 */
export async function loadVm(wasm: ArrayBuffer, api: string): Promise<Vm> {
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary: wasm }));
  return { run: (job, host) => runScript(engine, api, job, host) };
}

async function runScript(engine: QuickJSWASMModule, api: string, job: ScriptJob, host: VmHost): Promise<VmOutcome> {
  const sleepers = new Sleepers();
  let outcome: VmOutcome | undefined;
  try {
    return await Scope.withScopeAsync(async (scope) => (outcome = await execute({ engine, scope, api, job, host, sleepers })));
  } catch (e) {
    // The engine died under the script or, where there is an outcome already, while it cleaned up.
    const result = outcome?.result ?? { failure: whyDied(e, job), request: job.request, skipped: undefined };
    return { result, worn: true };
  } finally {
    sleepers.clear();
  }
}

function whyDied(e: unknown, job: ScriptJob): Failure {
  // The host's own stack overflow, or the trap inside the engine that follows from it.
  if (e instanceof RangeError || (e instanceof Error && e.name === 'RuntimeError')) return nestedTooDeep(new Positions(job).start);
  return toFailure(e);
}
