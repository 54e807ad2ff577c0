// Req's own parts for the soak test, in a process of their own.
import { createRunner, decodeBody, KeptBody } from '../../src/runner/index.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';
import { memoryHost } from '../../test/support/sendRun.ts';
import { heldNow, leaked, sendMany } from '../../test/support/soak.ts';

const runner = () => createRunner({ host: memoryHost(new Map(), {}), workerFile: '', userAgent: 'Req/soak' });

/** Kept alive while the memory is measured. */
const kept: RunRecord[] = [];

function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Megabytes of the heap after each tenth of a stream with `many` events, which is recorded as for the panel. */
export async function record(url: string, many: number): Promise<readonly number[]> {
  const body = new KeptBody();
  const of = new RunRecord('1', { fsPath: '/a.req' } as ConstructorParameters<typeof RunRecord>[1], { title: 'soak' } as never, null);
  of.use(
    { mask: (text) => text, find: () => [], secrets: () => [], secretsMet: () => 0 },
    { decode: decodeBody, charsetOf: () => 'utf-8' },
    body,
    () => new KeptBody(),
  );
  kept.push(of);
  const measured: number[] = [];
  const using = runner();
  await sendMany(using, `GET ${url}\n`, 1, {
    body,
    emit(e) {
      of.apply(e);
      if (e.kind === 'event' && (e.event.index + 1) % (many / 10) === 0) measured.push(megabytes());
    },
  });
  const { total, first } = of.events;
  if (total !== many || first !== 0) throw new Error(`The record has the events from ${first} to ${total} of ${many}.`);
  await using.dispose();
  of.dispose();
  return measured;
}

/** What consecutive sends leave open, and megabytes of the heap after the first tenth and after all. */
export async function sends(url: string, many: number): Promise<{ readonly left: readonly string[]; readonly heap: readonly number[] }> {
  const before = heldNow();
  const using = runner();
  const heap: number[] = [];
  let listeners = 0;
  for (const part of [many / 10, many - many / 10]) {
    listeners += await sendMany(using, `GET ${url}\n`, part);
    heap.push(megabytes());
  }
  await using.dispose();
  // A socket is gone when its last event is over.
  for (let tries = 0; tries < 100 && leaked(before).length > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  return { left: [...leaked(before), ...(listeners > 0 ? [`listeners: ${listeners}`] : [])], heap };
}

process.on('message', (asked: { readonly work: 'record' | 'sends'; readonly url: string; readonly many: number }) => {
  const work = asked.work === 'record' ? record : sends;
  void work(asked.url, asked.many).then((found) => process.send?.(found));
});
