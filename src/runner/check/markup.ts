import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import type { MarkupDocument, MarkupJob, MarkupQuery, MarkupReply, MarkupValue } from '../../markup/protocol.ts';
import { createProgramPool, isOutOfMemory } from './programPool.ts';

/** Memory limit of a thread in MB: sufficient for a document of 64 MiB with few nodes. */
const mostMemoryMb = 512;

export type SelectedMarkup = { readonly found: true; readonly value: MarkupValue } | { readonly found: false };

/** Selects nodes of XML and HTML in a thread that can be killed. */
export interface MarkupReader {
  /**
   * @param what subject of messages, such as `the body`
   * @param timeMs time limit in milliseconds
   * @throws {ReqError} `cancelled` on abort, `limit` if the document cannot be read, the expression is invalid or a limit is exceeded
   */
  select(what: string, document: MarkupDocument, query: MarkupQuery, timeMs: number, signal: AbortSignal): Promise<SelectedMarkup>;
  dispose(): Promise<void>;
}

/** @param workerFile bundle of scriptWorker.ts, with `markup.br` beside it */
export function createMarkupReader(workerFile: string, memoryMb = mostMemoryMb): MarkupReader {
  const pool = createProgramPool<MarkupJob, MarkupReply>(path.join(path.dirname(workerFile), 'markup.br'), memoryMb);
  return {
    async select(what, document, query, timeMs, signal) {
      const problem = (why: string): ReqError => new ReqError('limit', why);
      const reply = await pool.run({ document, query }, timeMs, signal).catch((e: unknown) => {
        if (!isOutOfMemory(e)) throw e;
        throw problem(`${what} needs more than ${memoryMb} MB of memory for ${query.expression}`);
      });
      if (reply.kind === 'late') throw problem(`${query.expression} takes longer than ${timeMs / 1000} s. Use a simpler expression`);
      if (reply.kind === 'failed') throw problem(reply.of === 'document' ? `${what} ${reply.message}` : reply.message);
      return reply.kind === 'missing' ? { found: false } : { found: true, value: reply.value };
    },
    dispose: () => pool.dispose(),
  };
}
