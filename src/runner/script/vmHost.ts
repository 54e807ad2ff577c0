import type { ApiHost } from './apiCalls.ts';
import type { Answered, HostCall } from './workerMessages.ts';

/** What the worker does for a script while it runs. */
export interface VmHost extends Pick<ApiHost, 'post' | 'send'> {
  /** Blocks until the host has answered. */
  ask(call: HostCall): Answered;
  /** Nothing is left to do but to wait for `tool.sleep` and `tool.send`. */
  asleep(): void;
  awake(): void;
}
