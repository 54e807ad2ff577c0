import { parentPort } from 'node:worker_threads';
import { parseJson } from '../../base/json/json.ts';
import { parsePath } from '../../base/jsonPath/parsePath.ts';
import { isReqError } from '../../base/reqError.ts';
import { valueToJson } from '../../base/values/value.ts';
import type { PathJob, PathReply } from './pathReader.ts';
import type { QueryLimit } from './queryLimit.ts';
import { selectValues } from './selectValues.ts';

/** The thread is killed after its time. */
const unlimited: QueryLimit = { text: '', isOver: () => false };

const reply = (message: PathReply): void => parentPort?.postMessage(message);

parentPort?.on('message', ({ json, path }: PathJob) => {
  reply({ kind: 'begun' });
  reply(selected(json, path));
});

function selected(json: string, path: string): PathReply {
  const value = parseJson(json);
  const parsed = parsePath(path);
  if (value === undefined || !parsed.ok) throw new Error(`${path} was parsed before`);
  try {
    const found = selectValues({ query: parsed.query, text: path, isSingular: false }, value, unlimited);
    return { kind: 'done', json: found.found ? valueToJson(found.value) : '[]' };
  } catch (e) {
    if (!isReqError(e)) throw e;
    return { kind: 'failed', message: e.message };
  }
}
