import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliDecompress } from 'node:zlib';
import { readOwn } from '../../files/ownFiles.ts';
import { createThreadPool, type ThreadPool } from './threadPool.ts';

const stackSizeMb = 4;

/**
 * Threads that run a program on hostile data.
 * @param file the program, a compressed bundle that is read with the first job
 * @param memoryMb memory limit of a thread in MB
 */
export function createProgramPool<Job, Reply extends { readonly kind: string }>(file: string, memoryMb: number): ThreadPool<Job, Reply> {
  let program: Promise<string> | undefined;
  return createThreadPool<Job, Reply>(
    async () =>
      new Worker(await (program ??= unpacked(file)), {
        eval: true,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb },
        env: {},
        argv: [],
        execArgv: [],
      }),
  );
}

/** Whether a thread has ended because it had no memory left. */
export const isOutOfMemory = (e: unknown): boolean => (e as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const unpacked = async (file: string): Promise<string> => (await promisify(brotliDecompress)(await readOwn(file))).toString('utf8');
