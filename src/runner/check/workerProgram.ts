import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwn } from '../../files/ownFiles.ts';

/** The code of a worker, from a compressed bundle. */
export const workerProgram = async (file: string): Promise<string> =>
  (await promisify(brotliDecompress)(await readOwn(file))).toString('utf8');
