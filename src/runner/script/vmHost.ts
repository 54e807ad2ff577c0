import type { ApiHost } from './apiCalls.ts';
import type { ScriptResult } from './types.ts';

/** What the worker does for a script while it runs. */
export interface VmHost extends Pick<ApiHost, 'ask' | 'post'> {
  /** Nothing is left to do but to wait for `tool.sleep`. */
  asleep(): void;
  awake(): void;
}

export interface VmOutcome {
  readonly result: ScriptResult;
  /** The engine may be damaged or has grown to its limit. */
  readonly worn: boolean;
}
