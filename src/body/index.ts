import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { serveBody } from './bodyWorker.ts';
import { workerMark } from './worker.ts';

export { localHome } from './inProcess.ts';
export { WorkerHome } from './worker.ts';
export type { BodyHome, OpenedBody, Tell } from './bodyService.ts';
export type { ByteSource } from './byteSource.ts';
export type { CopiedText, NodeFacts, Told } from './protocol.ts';

/** This bundle, which the worker runs too. */
export const workerFile = (): string => fileURLToPath(import.meta.url);

if (!isMainThread && workerData === workerMark) serveBody();
