import { ReqError } from '../../../base/reqError.ts';
import type { KeySource } from '../../../language/index.ts';

/** The text of a key, which `openAuth` has read. */
export function keyText(key: KeySource): string {
  if (key.kind === 'text') return key.text;
  throw new ReqError('usage', `The key file ${key.file.path} was not read.`);
}
