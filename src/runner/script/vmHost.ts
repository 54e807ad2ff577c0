import type { ApiHost } from './apiCalls.ts';

/** What the worker does for a script while it runs. */
export interface VmHost extends Pick<ApiHost, 'ask' | 'post'> {
  /** The script begins: its time counts from here. */
  started(): void;
  /** Nothing is left to do but to wait for `tool.sleep`. */
  asleep(): void;
  awake(): void;
}
