import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readOwnNow } from '../../../files/ownFiles.ts';

/** Bundles that run inside the sandbox, each read when a script first uses it: `library-NAME.br` beside the worker's file. */
const libraryNames = [
  'ajv',
  'bruno',
  'buffer',
  'chai',
  'cheerio',
  'crypto',
  'crypto-js',
  'dayjs',
  'lodash',
  'modules',
  'moment',
  'nanoid',
  'postman',
  'query',
  'tv4',
  'uuid',
  'web',
  'xml',
  'xml2js',
] as const;

const read = new Map<string, string>();

/**
 * Source text of a library, a function of its kit.
 * @throws {Error} if there is no such library
 */
export function readLibrary(name: string): string {
  let text = read.get(name);
  if (text === undefined) {
    if (!(libraryNames as readonly string[]).includes(name)) throw new Error(`there is no library ${name}`);
    text = brotliDecompressSync(readOwnNow(path.join(__dirname, `library-${name}.br`))).toString('utf8');
    read.set(name, text);
  }
  return text;
}
