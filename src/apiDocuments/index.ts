import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { serveApi, workerMark } from './apiThread.ts';
import { openApi as open, type ApiSource, type OpenedApi } from './openApi.ts';

export { checkSchema } from './schemaFile.ts';
export type { ApiDocument, ApiSource, OpenedApi } from './openApi.ts';

/** Reads an OpenAPI document and builds its index. A large one is read in a worker thread, so that the caller's thread stays responsive. */
export const openApi = (source: ApiSource): Promise<OpenedApi> => open(source, fileURLToPath(import.meta.url));

if (!isMainThread && workerData === workerMark) serveApi();
