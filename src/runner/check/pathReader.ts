import path from 'node:path';
import { parseJson } from '../../base/json/json.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { AssertedQuery } from '../../language/index.ts';
import { advice, takesTooLong } from './selectValues.ts';
import { createProgramPool, isOutOfMemory } from './programPool.ts';

/** Memory limit of a thread in MB. */
const mostMemoryMb = 512;

export interface PathJob {
  /** The value as JSON. */
  readonly json: string;
  readonly path: string;
}

export type PathReply =
  | { readonly kind: 'begun' }
  /** The list of values as JSON. */
  | { readonly kind: 'done'; readonly json: string }
  | { readonly kind: 'failed'; readonly message: string };

export const needsMemory = (query: string): ReqError =>
  new ReqError('limit', `the path ${query} needs more than ${mostMemoryMb} MB of memory. ${advice}`);

/** Evaluates JSONPaths that take long in a thread that can be killed. */
export interface PathReader {
  /**
   * The values that a path selects, which can be several. Undefined if the thread has no memory left.
   * @param json the value as JSON
   * @param timeMs time limit in milliseconds
   * @throws {ReqError} `cancelled` on abort, `limit` for a path that takes too long or selects too many values
   */
  select(query: AssertedQuery, json: string, timeMs: number, signal: AbortSignal): Promise<Value | undefined>;
  dispose(): Promise<void>;
}

/** @param workerFile bundle of scriptWorker.ts, with `paths.br` beside it */
export function createPathReader(workerFile: string): PathReader {
  const pool = createProgramPool<PathJob, PathReply>(path.join(path.dirname(workerFile), 'paths.br'), mostMemoryMb);
  return {
    async select({ text }, json, timeMs, signal) {
      const reply = await pool.run({ json, path: text }, timeMs, signal).catch((e: unknown) => {
        if (!isOutOfMemory(e)) throw e;
      });
      if (reply === undefined) return undefined;
      if (reply.kind === 'late') throw takesTooLong(text, `${timeMs / 1000} s`);
      if (reply.kind === 'failed') throw new ReqError('limit', reply.message);
      return parseJson(reply.json) ?? [];
    },
    dispose: () => pool.dispose(),
  };
}
