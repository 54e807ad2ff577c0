import { parentPort, Worker } from 'node:worker_threads';
import type { Value } from '../base/values/value.ts';
import { ApiReader, type ReadIndex } from './apiReader.ts';
import { flatten, Inflating, type FlatHead, type FlatPart } from './flatIndex.ts';
import type { ApiWork } from './apiWork.ts';

/** The `workerData` of this worker: the bundle checks it to find whether it runs as the worker. */
export const workerMark = 'req openapi';

/** A hostile document that needs more memory ends only this thread. */
const resourceLimits = { maxOldGenerationSizeMb: 700, maxYoungGenerationSizeMb: 8 };
/** Milliseconds for one call. */
const longest = 60_000;

type Call =
  | { readonly kind: 'open'; readonly file: string; readonly uri: string }
  | { readonly kind: 'add'; readonly of: readonly [string, string, string] }
  | { readonly kind: 'fail'; readonly of: readonly [string, string] }
  | { readonly kind: 'index' }
  /** The next part of the index. */
  | { readonly kind: 'part' }
  | { readonly kind: 'prune'; readonly locations: readonly string[] };

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
}

/** Reads documents in a thread of its own. */
export class ApiThread implements ApiWork {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (e: Error) => void }>();
  #asked = 0;
  #ended: Error | undefined;

  constructor(workerFile: string, file: string, uri: string) {
    this.#worker = new Worker(workerFile, { workerData: workerMark, env: {}, argv: [], resourceLimits });
    this.#worker.on('message', ({ id, value, problem }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
      if (problem === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(problem));
    });
    this.#worker.on('error', (e) =>
      this.#end((e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Error('it takes too much memory') : e),
    );
    this.#worker.on('exit', () => this.#end(new Error('the thread that reads it has ended')));
    void this.#call({ kind: 'open', file, uri }).catch(() => undefined);
  }

  async add(...of: readonly [string, string, string]): Promise<void> {
    await this.#call({ kind: 'add', of });
  }

  async fail(...of: readonly [string, string]): Promise<void> {
    await this.#call({ kind: 'fail', of });
  }

  async index(): Promise<ReadIndex> {
    const found = (await this.#call({ kind: 'index' })) as
      | Exclude<ReadIndex, { kind: 'index' }>
      | { readonly kind: 'index'; readonly head: FlatHead; readonly parts: number };
    if (found.kind !== 'index') return found;
    const inflating = new Inflating(found.head);
    // One by one: messages that wait are all received in one turn of the event loop.
    for (let i = 0; i < found.parts; i++) inflating.add((await this.#call({ kind: 'part' })) as FlatPart);
    return { kind: 'index', index: inflating.index() };
  }

  async prune(locations: readonly string[]): Promise<Value> {
    return (await this.#call({ kind: 'prune', locations })) as Value;
  }

  dispose(): void {
    this.#end(new Error('it is no longer in use'));
    void this.#worker.terminate();
  }

  async #call(call: Call): Promise<unknown> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = this.#asked++;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.ref();
    this.#worker.postMessage({ id, call });
    const timer = setTimeout(() => {
      this.#end(new Error(`it takes longer than ${longest / 1000} s`));
      void this.#worker.terminate();
    }, longest);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  #end(e: Error): void {
    this.#ended ??= e;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

export function serveApi(): void {
  const port = parentPort;
  if (port === null) return;
  let reader: ApiReader | undefined;
  let parts: FlatPart[] = [];
  const done = (call: Call): unknown => {
    if (call.kind === 'open') {
      reader = new ApiReader(call.file, call.uri);
      return undefined;
    }
    if (reader === undefined) throw new Error('there is no document yet');
    if (call.kind === 'add') return reader.add(...call.of);
    if (call.kind === 'fail') return reader.fail(...call.of);
    if (call.kind === 'prune') return reader.prune(call.locations);
    if (call.kind === 'part') return parts.shift();
    const found = reader.index();
    if (found.kind !== 'index') return found;
    const flat = flatten(found.index);
    parts = [...flat.parts];
    return { kind: 'index', head: flat.head, parts: parts.length };
  };
  port.on('message', ({ id, call }: { readonly id: number; readonly call: Call }) => {
    try {
      port.postMessage({ id, value: done(call) });
    } catch (e) {
      port.postMessage({ id, problem: e instanceof Error ? e.message : String(e) });
    }
  });
}
