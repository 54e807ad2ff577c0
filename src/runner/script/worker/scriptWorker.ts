// Entry point of the script worker's bundle.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { assertNever } from '../../../base/assertNever.ts';
import type { StreamEvent } from '../../ports/events.ts';
import { Caller, type CallLine } from '../thread/callLine.ts';
import type { Engine } from '../engine/engine.ts';
import type { Execution } from './execution.ts';
import type { FromWorker, ToWorker } from '../thread/workerMessages.ts';
import type { Heard, ScriptJob } from '../scriptTypes.ts';
import { createVm } from './vm.ts';

const port = parentPort as MessagePort;
const caller = new Caller(workerData as CallLine);

let load: (engine: Engine) => void;
const vm = new Promise<Engine>((resolve) => (load = resolve)).then((engine) => {
  const made = createVm(engine);
  made.prepare();
  return made;
});
/** The script that runs, or listens to a stream. */
let current: Execution | undefined;

function post(message: FromWorker): void {
  port.postMessage(message);
}

async function run(job: ScriptJob): Promise<void> {
  const engine = await vm;
  current = await engine.execution(job, {
    ask: (call) => caller.ask((id) => post({ type: 'call', id, call })),
    post,
    send: (id, name, request) => post({ type: 'send', id, name, request }),
    asleep: () => post({ type: 'asleep' }),
    awake: () => post({ type: 'awake' }),
  });
  post({ type: 'started' });
  const result = await current.run();
  post({ type: 'done', result });
  if (!result.listens) await end(result.failure === undefined ? current : undefined);
}

/** Delay in milliseconds before a machine is prepared for a second script. */
const soon = 20;
let isFirst = true;

/** @param over the script, if it ended by itself */
async function end(over?: Execution): Promise<void> {
  current?.stop();
  current = undefined;
  const made = await vm;
  // A command with one script ends before that.
  if (isFirst) setTimeout(() => made.prepare(over), soon);
  else made.prepare(over);
  isFirst = false;
}

/** Interval in milliseconds of `hearing` messages. */
const hearingEvery = 50;

async function hear(events: readonly StreamEvent[]): Promise<void> {
  let ended: Heard | undefined;
  let lastPost = -hearingEvery;
  for (const event of events) {
    if (current === undefined || ended !== undefined) break;
    if (performance.now() - lastPost >= hearingEvery) {
      lastPost = performance.now();
      post({ type: 'hearing' });
    }
    ended = await current.hear(event);
  }
  post({ type: 'heard', ended });
}

async function close(): Promise<void> {
  current?.finish();
  post({ type: 'closed' });
  await end();
}

function receive(message: ToWorker): void | Promise<void> {
  switch (message.type) {
    case 'load':
      return load(message.engine);
    case 'run':
      return run(message.job);
    case 'sent':
      return current?.sent(message.id, message.sent);
    case 'events':
      return hear(message.events);
    case 'close':
      return close();
    default:
      return assertNever(message);
  }
}

port.on('message', (message: ToWorker) => void receive(message));
