import { ReqError } from '../../base/reqError.ts';
import type { Selection } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';

/**
 * The filters of the command line.
 * @throws {ReqError} of kind `usage`
 */
export function selectionOf(options: Options): Selection {
  const tags = (flag: 'tag' | 'exclude-tag'): readonly string[] =>
    options.all(flag).flatMap((text) => text.split(',').flatMap((t) => (t.trim() === '' ? [] : [t.trim()])));
  const name = options.text('name');
  const shard = options.text('shard');
  return {
    tags: tags('tag'),
    excludedTags: tags('exclude-tag'),
    ...(name === undefined ? {} : { name }),
    ...(shard === undefined ? {} : { shard: shardOf(shard) }),
  };
}

function shardOf(text: string): NonNullable<Selection['shard']> {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new ReqError('usage', `--shard must be a part and the number of parts, such as 2/4, not "${text}".`);
  return { index, count };
}

/** `--delay` in milliseconds. A plain number is milliseconds; other flags require a unit (`2s`). */
export function delayOf(options: Options): number {
  const text = options.text('delay');
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  return options.duration('delay') ?? 0;
}
