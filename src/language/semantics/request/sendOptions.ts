import { seedForm } from '../../catalog/directiveCatalog.ts';
import { sharedBlocks, type BlockContext } from '../variables/blockContext.ts';
import { contentOf, type Block } from '../../syntax/nodes.ts';
import { directiveOf } from '../../syntax/nodes.ts';
import { plainConnection, type LimitName, type RetryOptions, type SendOptions } from './resolvedRequest.ts';

/** Defaults from the editor's settings or the command's options, for options that no directive sets. */
export interface SendDefaults extends Pick<
  SendOptions,
  | 'limitNames'
  | 'timeoutMs'
  | 'connectTimeoutMs'
  | 'idleTimeoutMs'
  | 'followRedirects'
  | 'maxRedirects'
  | 'cookieJar'
  | 'insecure'
  | 'maxEvents'
  | 'maxTimeMs'
  | 'streamTimeMs'
> {
  /** `keep` sends undefined placeholders as written. */
  readonly undefinedVariables: 'error' | 'keep';
  /** Seed of random values. Takes precedence over `@seed`. */
  readonly seed?: number | undefined;
  /** Checks each response against the OpenAPI document of `@openapi`, as `@contract on`. */
  readonly contract?: true;
}

export const sendDefaults: SendDefaults = {
  timeoutMs: 0,
  connectTimeoutMs: 0,
  idleTimeoutMs: 0,
  followRedirects: true,
  maxRedirects: 10,
  cookieJar: true,
  insecure: false,
  maxEvents: undefined,
  maxTimeMs: undefined,
  undefinedVariables: 'error',
};

/** Converts `5s`, `300ms`, `2m` or a bare number of seconds to milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const m = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(text.trim());
  if (m === null) return undefined;
  return Number(m[1]) * { ms: 1, s: 1000, m: 60_000 }[(m[2] ?? 's') as 'ms' | 's' | 'm'];
}

/** The argument of the innermost directive of a name. `blocks`: the request's own, then shared blocks, the innermost first. */
export function effectiveDirective(blocks: readonly Block[], name: string): string | undefined {
  for (const block of blocks) {
    const value = directiveOf(block, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The seed of random values that applies to a request, if there is one. */
export function seedOf(context: BlockContext, { seed }: SendDefaults): number | undefined {
  if (seed !== undefined) return seed;
  const text = effectiveDirective([context.block, ...sharedBlocks(context).map((s) => s.block)], 'seed');
  return text !== undefined && seedForm.test(text) ? Number(text) : undefined;
}

/** Default delay between two attempts, in milliseconds. */
const usualRetryDelayMs = 1000;
/** Larger numbers of retries are reduced to this one. */
const mostRetries = 100;

/** Reads `3` or `3 500ms`. Returns undefined for 0 and for anything else. */
function readRetry(text: string | undefined): RetryOptions | undefined {
  const [, tries, delay] = /^(\d+)(?:\s+(\S.*))?$/.exec(text?.trim() ?? '') ?? [];
  const delayMs = delay === undefined ? usualRetryDelayMs : parseDuration(delay);
  if (tries === undefined || Number(tries) === 0 || delayMs === undefined) return undefined;
  return { tries: Math.min(Number(tries), mostRetries), delayMs };
}

/**
 * Evaluates the directives without placeholders.
 * @param blocks the request's own first, then the shared ones, the innermost first
 */
export function sendOptions(blocks: readonly Block[], defaults: SendDefaults): SendOptions {
  if (blocks.every((block) => contentOf(block).directives.length === 0)) return withoutDirectives(defaults);
  const get = (name: string): string | undefined => effectiveDirective(blocks, name);
  const duration = (name: string): number | undefined => {
    const text = get(name);
    return text === undefined ? undefined : parseDuration(text);
  };
  const count = (name: string): number | undefined => {
    const text = get(name);
    return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
  };
  const readers = {
    timeout: duration,
    'connect-timeout': duration,
    'idle-timeout': duration,
    'max-time': duration,
    'max-redirects': count,
    'max-events': count,
  };
  const foreign = Object.entries(defaults.limitNames ?? {}).filter(([limit]) => readers[limit as LimitName](limit) === undefined);
  return {
    ...(foreign.length === 0 ? {} : { limitNames: Object.fromEntries(foreign) }),
    timeoutMs: duration('timeout') ?? defaults.timeoutMs,
    connectTimeoutMs: duration('connect-timeout') ?? defaults.connectTimeoutMs,
    idleTimeoutMs: duration('idle-timeout') ?? defaults.idleTimeoutMs,
    followRedirects: get('no-redirect') === undefined && defaults.followRedirects,
    maxRedirects: count('max-redirects') ?? defaults.maxRedirects,
    keepAuthOnRedirect: get('keep-auth-on-redirect') !== undefined,
    cookieJar: get('no-cookie-jar') === undefined && defaults.cookieJar,
    // Only a directive of the request itself can turn off certificate checks.
    insecure: defaults.insecure || (blocks[0] !== undefined && directiveOf(blocks[0], 'insecure') !== undefined),
    ...(defaults.insecure ? { insecureEverywhere: true as const } : {}),
    // Only from the request itself, as for `@insecure`.
    ...(blocks[0] !== undefined && directiveOf(blocks[0], 'unsafe-framing') !== undefined ? { unsafeFraming: true as const } : {}),
    connection: plainConnection,
    maxEvents: count('max-events') ?? defaults.maxEvents,
    maxTimeMs: duration('max-time') ?? defaults.maxTimeMs,
    ...(defaults.streamTimeMs === undefined ? {} : { streamTimeMs: defaults.streamTimeMs }),
    textPath: get('text'),
    retry: readRetry(get('retry')),
    reconnect: get('reconnect') === undefined ? undefined : (count('reconnect') ?? 5) || undefined,
  };
}

/** The options of requests without directives, which are most requests, by their defaults. */
const made = new WeakMap<SendDefaults, SendOptions>();

function withoutDirectives(defaults: SendDefaults): SendOptions {
  const known = made.get(defaults);
  if (known !== undefined) return known;
  const { undefinedVariables: _, seed: __, contract: ___, ...common } = defaults;
  const options: SendOptions = {
    ...common,
    ...(common.insecure ? { insecureEverywhere: true as const } : {}),
    keepAuthOnRedirect: false,
    connection: plainConnection,
    textPath: undefined,
    retry: undefined,
    reconnect: undefined,
  };
  made.set(defaults, options);
  return options;
}
