import { createHash } from 'node:crypto';
import path from 'node:path';
import { sfc32 } from '../../base/sfc32.ts';
import { nameOf, seedOf, titleOf, type BlockContext, type SendDefaults } from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import { uuidFrom } from './uuidFrom.ts';

/** Number of sends of each request in a run, by file and request. */
export type SendCounts = Map<string, number>;

/**
 * The host with the random numbers of the seed that applies to a request, if there is one. They depend on the seed, the request and how
 * often the run has sent it, so that the order of parallel files does not matter.
 */
export function seededHost(host: Host, context: BlockContext, defaults: SendDefaults, counts: SendCounts): Host {
  const seed = seedOf(context, defaults);
  if (seed === undefined) return host;
  const { file, block, collection } = context;
  const request = [path.relative(collection.root, file).replaceAll('\\', '/'), nameOf(block), titleOf(block)].join('\n');
  const count = counts.get(request) ?? 0;
  counts.set(request, count + 1);
  const digest = createHash('sha256').update(`${seed}\n${count}\n${request}`).digest();
  const random = sfc32([0, 4, 8, 12].map((at) => digest.readUInt32LE(at)));
  const scriptSeed = (): readonly number[] => Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32));
  return { ...host, random, uuid: () => uuidFrom(random), scriptSeed };
}
