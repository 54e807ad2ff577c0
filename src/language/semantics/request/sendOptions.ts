import { contentOf, type Block } from '../../syntax/nodes.ts';
import { directiveOf } from '../../syntax/nodes.ts';
import { plainConnection, type LimitName, type LimitNames, type RetryOptions, type SendOptions } from './resolvedRequest.ts';

/** What a file does not say comes from the editor's settings or the command's options. */
export interface SendDefaults {
  /** How those are named who say the limits. */
  readonly limitNames?: LimitNames;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly cookieJar: boolean;
  readonly insecure: boolean;
  readonly maxEvents: number | undefined;
  readonly maxTimeMs: number | undefined;
  /** Send undefined placeholders as they are written. */
  readonly undefinedVariables: 'error' | 'keep';
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

/** Milliseconds of `5s`, `300ms`, `2m` or a bare number of seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const m = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(text.trim());
  if (m === null) return undefined;
  return Number(m[1]) * { ms: 1, s: 1000, m: 60_000 }[(m[2] ?? 's') as 'ms' | 's' | 'm'];
}

/** The nearest word on a directive: the request's own, then shared blocks from the inside out. */
export function effectiveDirective(blocks: readonly Block[], name: string): string | undefined {
  for (const block of blocks) {
    const value = directiveOf(block, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Milliseconds between two tries, where none are said. */
const usualRetryDelayMs = 1000;
/** More are not tried. */
const mostRetries = 100;

/** `3`, `3 500ms`; undefined for anything else, and for none. */
function readRetry(text: string | undefined): RetryOptions | undefined {
  const [, tries, delay] = /^(\d+)(?:\s+(\S.*))?$/.exec(text?.trim() ?? '') ?? [];
  const delayMs = delay === undefined ? usualRetryDelayMs : parseDuration(delay);
  if (tries === undefined || Number(tries) === 0 || delayMs === undefined) return undefined;
  return { tries: Math.min(Number(tries), mostRetries), delayMs };
}

/** `blocks`: the request's own first, then the shared ones from the inside out. What is filled in is not among them. */
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
  const isSaid = {
    timeout: duration,
    'connect-timeout': duration,
    'idle-timeout': duration,
    'max-time': duration,
    'max-redirects': count,
    'max-events': count,
  };
  const foreign = Object.entries(defaults.limitNames ?? {}).filter(([limit]) => isSaid[limit as LimitName](limit) === undefined);
  return {
    ...(foreign.length === 0 ? {} : { limitNames: Object.fromEntries(foreign) }),
    timeoutMs: duration('timeout') ?? defaults.timeoutMs,
    connectTimeoutMs: duration('connect-timeout') ?? defaults.connectTimeoutMs,
    idleTimeoutMs: duration('idle-timeout') ?? defaults.idleTimeoutMs,
    followRedirects: get('no-redirect') === undefined && defaults.followRedirects,
    maxRedirects: count('max-redirects') ?? defaults.maxRedirects,
    keepAuthOnRedirect: get('keep-auth-on-redirect') !== undefined,
    cookieJar: get('no-cookie-jar') === undefined && defaults.cookieJar,
    // Only the request itself may switch certificate checks off.
    insecure: defaults.insecure || (blocks[0] !== undefined && directiveOf(blocks[0], 'insecure') !== undefined),
    ...(defaults.insecure ? { insecureEverywhere: true as const } : {}),
    // As for `@insecure`.
    ...(blocks[0] !== undefined && directiveOf(blocks[0], 'unsafe-framing') !== undefined ? { unsafeFraming: true as const } : {}),
    connection: plainConnection,
    maxEvents: count('max-events') ?? defaults.maxEvents,
    maxTimeMs: duration('max-time') ?? defaults.maxTimeMs,
    textPath: get('text'),
    retry: readRetry(get('retry')),
    reconnect: get('reconnect') === undefined ? undefined : (count('reconnect') ?? 5) || undefined,
  };
}

/** Most requests say nothing: for them it is made once. */
const made = new WeakMap<SendDefaults, SendOptions>();

function withoutDirectives(defaults: SendDefaults): SendOptions {
  const known = made.get(defaults);
  if (known !== undefined) return known;
  const { undefinedVariables: _, ...said } = defaults;
  const options: SendOptions = {
    ...said,
    ...(said.insecure ? { insecureEverywhere: true as const } : {}),
    keepAuthOnRedirect: false,
    connection: plainConnection,
    textPath: undefined,
    retry: undefined,
    reconnect: undefined,
  };
  made.set(defaults, options);
  return options;
}
