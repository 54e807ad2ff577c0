// The script worker's entry: a bundle of its own, with quickjs.wasm and scriptApi.js beside it.
import { readFile } from 'node:fs/promises';
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Answered, FromWorker, HostCall, ToWorker, WorkerStart } from './messages.ts';
import type { ScriptJob } from './types.ts';
import { loadVm } from './vm.ts';

const port = parentPort as MessagePort;
const { bell: sharedBell, replies } = workerData as WorkerStart;
const bell = new Int32Array(sharedBell);

const vm = load();

async function load(): ReturnType<typeof loadVm> {
  const [wasm, api] = await Promise.all([
    readFile(new URL('quickjs.wasm', import.meta.url)),
    readFile(new URL('scriptApi.js', import.meta.url), 'utf8'),
  ]);
  const loaded = await loadVm(new Uint8Array(wasm).buffer, api);
  loaded.prepare();
  return loaded;
}

function post(message: FromWorker): void {
  port.postMessage(message);
}

/** Stops this thread until the host has answered. */
function ask(call: HostCall): Answered {
  Atomics.store(bell, 0, 0);
  post({ type: 'call', call });
  Atomics.wait(bell, 0, 0);
  return (receiveMessageOnPort(replies) as { readonly message: Answered }).message;
}

async function run(job: ScriptJob): Promise<void> {
  const engine = await vm;
  const result = await engine.run(job, {
    ask,
    post,
    started: () => post({ type: 'started' }),
    asleep: () => post({ type: 'asleep' }),
    awake: () => post({ type: 'awake' }),
  });
  post({ type: 'done', result });
  engine.prepare();
}

port.on('message', (message: ToWorker) => void run(message.job));
