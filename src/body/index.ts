import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { serveBody } from './bodyWorker.ts';
import { workerMark } from './worker.ts';

export { inProcess } from './inProcess.ts';
export { BodyWorker } from './worker.ts';
export type { BodyService, OpenedBody, Notify } from './bodyService.ts';
export type { ByteSource } from './byteSource.ts';
export type { CopiedText, NodeFacts, BodyNotice } from './protocol.ts';

/** This bundle; the worker runs it too. */
export const workerFile = (): string => fileURLToPath(import.meta.url);

if (!isMainThread && workerData === workerMark) serveBody();
