import type { ApiHost } from './apiCalls.ts';
import type { Answered, HostCall } from './messages.ts';

/** What the worker does for a script while it runs. */
export interface VmHost extends Pick<ApiHost, 'post'> {
  /** Blocks until the host has answered. */
  ask(call: HostCall): Answered;
  /** The script begins: its time counts from here. */
  started(): void;
  /** Nothing is left to do but to wait for `tool.sleep`. */
  asleep(): void;
  awake(): void;
}
