import type { Value } from '../../../../base/values/value.ts';
import { fine, wrong, type DynamicResult } from './dynamicResult.ts';
import { randomCall } from './randomCalls.ts';
import { sampleKind, sampleKinds, type SampleKind } from './sampleKinds.ts';
import type { Taint } from '../secrets/taint.ts';

/** Clock, randomness and external values for placeholders. All are synchronous: prompts and tokens are fetched before. */
export interface Sources {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  uuid(): string;
  /** Random data of a kind, such as a first name. */
  sample(kind: SampleKind): string;
  env(name: string): string | undefined;
  dotenv(name: string): string | undefined;
  /** The reason why the nearest `.env` cannot be used. */
  readonly brokenDotenv?: string | undefined;
  secret(name: string): string | undefined;
  prompt(label: string): string | undefined;
  /** Called with the taint of each value that is looked up. Undefined in a preview, which sends nothing. */
  readonly meets?: (taint: Taint) => void;
  /** Tainted values are masked like secrets, because the reader is not allowed to see them. */
  readonly hidesTainted?: boolean;
  /** Replaces a generated value in a preview. */
  readonly generated?: (value: string) => string;
  /**
   * In a dry run, the stand-in for a name without a value that a request of `@ref` provides.
   * @param isExchange the name is that of a request, as in `{{login.response…}}`
   */
  readonly sentFirst?: (name: string, isExchange: boolean) => string | undefined;
  /** Whether a value is, or contains, a stand-in of a preview. */
  readonly isStandIn?: (value: Value) => boolean;
  /** A token fetched for the send; undefined if the token response has none. */
  token(wanted: WantedToken): string | undefined;
}

export type WantedToken =
  | {
      readonly kind: 'oauth2';
      /** The ID in `Security.Auth.ID`. */
      readonly id: string;
      readonly which: 'access' | 'id';
      readonly fields: ReadonlyMap<string, Value>;
    }
  /** The output of a program. `file` is the shared file that names it; undefined for the request's own. */
  | {
      readonly kind: 'command';
      readonly argv: readonly string[];
      /** Names of secret environment variables that are passed to the program. */
      readonly env: readonly string[];
      readonly ttlMs: number;
      readonly file: string | undefined;
    };

/** The dynamic values except for random data. */
export const ownDynamics: readonly string[] = [
  '$uuid',
  '$guid',
  '$timestamp',
  '$isoTimestamp',
  '$randomInt',
  '$datetime',
  '$localDatetime',
  '$processEnv',
  '$dotenv',
];

const calls: readonly string[] = ['uuid', 'integer', 'float', 'alphabetic', 'alphanumeric', 'hexadecimal', 'email'];

/** The names of all dynamic values. */
export const dynamicNames: readonly string[] = [
  ...ownDynamics,
  '$randomUUID',
  ...sampleKinds.map((kind) => `$random${kind}`),
  ...calls.map((call) => `$random.${call}`),
];

/** Whether Req generates a value of this name, such as `$randomFirstName`. */
export const isDynamic = (name: string): boolean => dynamicNames.includes(name) || sampleKind(name) !== undefined;

/** Generates the value of `{{$name args}}`. Returns undefined for other names, including `$env` and similar. */
export function makeDynamic(name: string, args: readonly string[], sources: Sources): DynamicResult | undefined {
  switch (name) {
    case '$uuid':
    case '$guid':
    case '$randomUUID':
      return args.length > 0 ? wrong(`${name} takes no arguments`) : fine(sources.uuid());
    case '$timestamp':
      return timestamp(args, sources);
    case '$isoTimestamp':
      return args.length > 0 ? wrong('$isoTimestamp takes no arguments') : fine(new Date(sources.now()).toISOString());
    case '$randomInt':
      return randomInt(args, sources);
    case '$datetime':
      return datetime(args, sources, false);
    case '$localDatetime':
      return datetime(args, sources, true);
    default:
      return randomCall(name, args, sources) ?? sample(name, args, sources);
  }
}

function sample(name: string, args: readonly string[], sources: Sources): DynamicResult | undefined {
  const kind = sampleKind(name);
  if (kind === undefined) return undefined;
  return args.length > 0 ? wrong(`${name} takes no arguments`) : fine(sources.sample(kind));
}

function timestamp(args: readonly string[], sources: Sources): DynamicResult {
  if (args.length === 0) return fine(String(Math.floor(sources.now() / 1000)));
  const moved = move(sources.now(), args);
  return moved === undefined
    ? wrong('$timestamp takes an amount and a unit, such as {{$timestamp -1 d}}')
    : fine(String(Math.floor(moved / 1000)));
}

function randomInt(args: readonly string[], sources: Sources): DynamicResult {
  const [low, high] = args.length === 0 ? [0, 1000] : args.map(Number);
  if (
    args.length === 1 ||
    args.length > 2 ||
    low === undefined ||
    high === undefined ||
    !Number.isSafeInteger(low) ||
    !Number.isSafeInteger(high) ||
    low >= high
  ) {
    return wrong('$randomInt takes two integers, the lower first, such as {{$randomInt 1 100}}');
  }
  return fine(String(low + Math.floor(sources.random() * (high - low))));
}

/** Moves a time (milliseconds since 1970) by `args`, an amount and a unit. Returns undefined if they are invalid. */
function move(time: number, args: readonly string[]): number | undefined {
  const amount = Number(args[0]);
  if (args.length !== 2 || !Number.isSafeInteger(amount)) return undefined;
  const fixed: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
  const unit = args[1] as string;
  const date = new Date(time);
  if (Object.hasOwn(fixed, unit)) date.setTime(time + amount * (fixed[unit] as number));
  else if (unit === 'M' || unit === 'Q') date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'Q' ? 3 : 1));
  else if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + amount);
  else return undefined;
  // The result is outside the range of a date.
  return Number.isNaN(date.getTime()) ? undefined : date.getTime();
}

function datetime(args: readonly string[], sources: Sources, local: boolean): DynamicResult {
  const name = local ? '$localDatetime' : '$datetime';
  const help = `${name} takes iso8601, rfc1123 or a quoted pattern, then an amount and a unit, such as {{${name} iso8601 1 d}}`;
  // Joined again, because a quoted pattern can contain spaces.
  const joined = args.join(' ');
  const m = /^(?:"([^"]*)"|'([^']*)'|(\S+))?(?:\s+(.*))?$/.exec(joined);
  if (m === null) return wrong(help);
  const rest = (m[4] ?? '').split(/\s+/).filter((w) => w !== '');
  const time = rest.length === 0 ? sources.now() : move(sources.now(), rest);
  if (time === undefined) return wrong(help);
  const date = new Date(time);
  const pattern = m[1] ?? m[2];
  if (pattern !== undefined) return fine(formatDate(date, pattern, local));
  switch (m[3] ?? 'iso8601') {
    case 'iso8601':
      return fine(local ? formatDate(date, 'YYYY-MM-DDTHH:mm:ss.SSSZ', true) : date.toISOString());
    case 'rfc1123':
      return fine(local ? formatDate(date, 'ddd, DD MMM YYYY HH:mm:ss ZZ', true) : date.toUTCString());
    default:
      return wrong(help);
  }
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a date with the common pattern letters of Day.js. Text in brackets is copied. */
function formatDate(date: Date, pattern: string, local: boolean): string {
  const shifted = local ? new Date(date.getTime() - date.getTimezoneOffset() * 60_000) : date;
  const offset = local ? -date.getTimezoneOffset() : 0;
  const pad = (n: number, width = 2): string => String(n).padStart(width, '0');
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}`;
  const hour = shifted.getUTCHours();
  const letters: Readonly<Record<string, string>> = {
    YYYY: pad(shifted.getUTCFullYear(), 4),
    YY: pad(shifted.getUTCFullYear() % 100),
    MMMM: months[shifted.getUTCMonth()] ?? '',
    MMM: (months[shifted.getUTCMonth()] ?? '').slice(0, 3),
    MM: pad(shifted.getUTCMonth() + 1),
    M: String(shifted.getUTCMonth() + 1),
    DD: pad(shifted.getUTCDate()),
    D: String(shifted.getUTCDate()),
    dddd: days[shifted.getUTCDay()] ?? '',
    ddd: (days[shifted.getUTCDay()] ?? '').slice(0, 3),
    HH: pad(hour),
    H: String(hour),
    hh: pad(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: pad(shifted.getUTCMinutes()),
    m: String(shifted.getUTCMinutes()),
    ss: pad(shifted.getUTCSeconds()),
    s: String(shifted.getUTCSeconds()),
    SSS: pad(shifted.getUTCMilliseconds(), 3),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
    ZZ: `${zone}${pad(Math.abs(offset) % 60)}`,
    Z: `${zone}:${pad(Math.abs(offset) % 60)}`,
    X: String(Math.floor(date.getTime() / 1000)),
    x: String(date.getTime()),
  };
  return pattern.replace(
    /\[([^\]]*)\]|Y{4}|YY|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{3}|A|a|Z{1,2}|X|x/g,
    (letter, text: string | undefined) => text ?? letters[letter] ?? letter,
  );
}
