import type { ApiHost } from '../calls/apiCalls.ts';
import type { Answered, HostCall } from '../thread/workerMessages.ts';

export interface VmHost extends Pick<ApiHost, 'post' | 'send'> {
  /** Blocks until the host has replied. */
  ask(call: HostCall): Answered;
  /** The script only waits for `tool.sleep` and `tool.send`. */
  asleep(): void;
  awake(): void;
}
