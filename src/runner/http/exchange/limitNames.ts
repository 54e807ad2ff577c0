import type { LimitName, SendOptions } from '../../../language/index.ts';

type Named = Pick<SendOptions, 'limitNames'>;

/** What set a limit: `@timeout`, `--timeout`, `req.timeout`, `req.setTimeout()` of a script. */
export const limitName = ({ limitNames }: Named, limit: LimitName): string => limitNames?.[limit] ?? `@${limit}`;

/** How to change a limit where it is set: `# @timeout 60s`, `--timeout 60s`, `the setting req.timeout`. */
export function limitAs(options: Named, limit: LimitName, value: string): string {
  const name = limitName(options, limit);
  if (name.startsWith('@')) return `# ${name} ${value}`;
  if (name.endsWith('()')) return `${name} in the script`;
  return name.startsWith('--') ? `${name} ${value}` : `the setting ${name}`;
}

/** Example: `Give it more time with # @timeout 60s, or none at all with # @timeout 0.` */
export function moreOrAny(options: Named, limit: LimitName, [more, value]: readonly [string, string], any: string): string {
  const [first, none] = [limitAs(options, limit, value), limitAs(options, limit, '0')];
  return first === none ? `${more} with ${first}; 0 is no limit.` : `${more} with ${first}, ${any} with ${none}.`;
}
