import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import type { Options } from '../commandLine/args.ts';
import type { FlagName } from '../commandLine/flags.ts';

/** Output options of `req send`. */
export interface Form {
  readonly kind: 'human' | 'json' | 'jsonl' | 'text' | 'dry-run';
  /** Whether nothing is sent. */
  readonly dry: boolean;
  /** `--all`: JSON output is always an array. */
  readonly array: boolean;
  readonly verbose: boolean;
  readonly include: boolean;
  /** Streams the body's bytes to standard output. */
  readonly bodyOnly: boolean;
  /** Absolute path of the file for the body's bytes. */
  readonly saveTo: string | undefined;
}

const conflicts: readonly (readonly [FlagName, FlagName])[] = [
  ['json', 'jsonl'],
  ['json', 'body-only'],
  ['jsonl', 'body-only'],
  ['jsonl', 'dry-run'],
  ['text', 'json'],
  ['text', 'jsonl'],
  ['text', 'body-only'],
  ['text', 'output'],
  ['text', 'include'],
  ['text', 'dry-run'],
  ['dry-run', 'body-only'],
  ['dry-run', 'output'],
  ['body-only', 'output'],
  ['body-only', 'include'],
  ['all', 'output'],
  ['cookie-jar', 'no-cookie-jar'],
];

/** @throws {ReqError} of kind `usage` for conflicting flags */
export function formOf(options: Options): Form {
  for (const [a, b] of conflicts)
    if (options.has(a) && options.has(b)) throw new ReqError('usage', `--${a} and --${b} exclude each other.`);
  const output = options.text('output');
  const dry = options.has('dry-run');
  return {
    kind: options.has('json') ? 'json' : options.has('jsonl') ? 'jsonl' : options.has('text') ? 'text' : dry ? 'dry-run' : 'human',
    dry,
    array: options.has('all'),
    verbose: options.has('verbose'),
    include: options.has('include'),
    bodyOnly: options.has('body-only') || output === '-',
    saveTo: output === undefined || output === '-' ? undefined : path.resolve(output),
  };
}
