import { largestOf } from '../../../base/lists.ts';
import { counted, t } from '../../../base/l10n.ts';
import type { RunStepToPanel } from '../../../protocol/runSteps.ts';
import type { Timings } from '../../../base/events/timings.ts';
import type { ToPanel } from '../../../protocol/messages.ts';

type Message<T extends ToPanel['type']> = Extract<ToPanel, { readonly type: T }>;

export type Connected = Message<'connected'>;

/** A message and its response. */
export interface Hop {
  readonly sending: Message<'sending'>;
  readonly connected: Connected | null;
  /** Milliseconds since the run started. */
  readonly start: number;
  /** Null while it is in progress. */
  readonly end: number | null;
  /** Null without a response, or if the run's own head has the status. */
  readonly status: number | null;
  /** Why another message followed, and the same in words; null for the last. */
  readonly why: 'redirect' | 'challenge' | 'retry' | 'again' | null;
  readonly next: string | null;
  /** Null if not measured. */
  readonly timings: Timings | null;
}

export type Step = Extract<RunStepToPanel, { readonly type: 'script' | 'needed' }>;

export interface Timeline {
  /** In order; the last may be in progress. */
  readonly hops: readonly Hop[];
  readonly dropped: number;
  readonly steps: readonly Step[];
}

export const emptyTimeline: Timeline = { hops: [], dropped: 0, steps: [] };

/** Maximum hops and steps: a stream may reconnect without end. */
const mostHops = 100;
const mostSteps = 500;

export function foldTimeline(line: Timeline, message: ToPanel): Timeline {
  switch (message.type) {
    case 'sending':
      return begin(line, message);
    case 'connected':
      return changeLast(line, (hop) => ({ ...hop, connected: message }));
    case 'redirect':
      return changeLast(line, (hop) => endHop(hop, message, 'redirect', t('Redirected to {0}', message.location)));
    case 'hop':
      return changeLast(line, (hop) =>
        endHop(hop, { ...message, timings: restOf(line, message.timings) ?? message.timings }, message.why, message.text),
      );
    case 'script':
    case 'needed':
      return line.steps.length < mostSteps ? { ...line, steps: [...line.steps, message] } : line;
    case 'finished':
      return finish(line, message);
    default:
      return line;
  }
}

function begin(line: Timeline, sending: Message<'sending'>): Timeline {
  const last = line.hops.at(-1);
  const start = Math.max(sending.at ?? 0, last?.end ?? 0);
  // After a reconnection or a refused token, the previous hop has no end yet.
  const before =
    last?.end === null
      ? changeLast(line, (hop) => ({ ...hop, end: start, why: 'again' as const, next: t('Sent again.') })).hops
      : line.hops;
  const hops = [...before, { sending, connected: null, start, end: null, status: null, why: null, next: null, timings: null }];
  const over = Math.max(0, hops.length - mostHops);
  return { ...line, hops: hops.slice(over), dropped: line.dropped + over };
}

function changeLast(line: Timeline, change: (hop: Hop) => Hop): Timeline {
  const last = line.hops.at(-1);
  return last === undefined || last.end !== null ? line : { ...line, hops: [...line.hops.slice(0, -1), change(last)] };
}

/** The timings include time before the message was ready, so the start is computed from the end. */
function endHop(hop: Hop, { at, timings, status }: Message<'redirect' | 'hop'>, why: Hop['why'], next: string): Hop {
  const end = Math.max(hop.start, at ?? hop.start + timings.total);
  return { ...hop, start: Math.max(0, Math.min(hop.start, end - timings.total)), end, status, why, next, timings };
}

const phaseNames = ['queue', 'dns', 'connect', 'tls', 'send', 'firstByte', 'download'] as const;
const duration = (timings: Timings): number => phaseNames.reduce((sum, name) => sum + timings[name], 0);

/** The timings of the last hop: the exchange's without those of its redirects. Null if one was not measured. */
function restOf({ hops }: Timeline, timings: Timings): Timings | null {
  // The timings of a retry do not include earlier attempts.
  const before = hops.slice(hops.findLastIndex((h) => h.why === 'retry') + 1, -1);
  if (before.length === 0) return duration(timings) > 0 ? timings : null;
  const rest = { ...timings };
  for (const hop of before) {
    if (hop.timings === null) return null;
    for (const name of phaseNames) rest[name] = Math.max(0, rest[name] - hop.timings[name]);
  }
  const total = duration(rest);
  return total > 0 ? { ...rest, total } : null;
}

function finish(line: Timeline, { timings, at }: Message<'finished'>): Timeline {
  const rest = restOf(line, timings);
  return changeLast(line, (hop) => ({
    ...hop,
    end: rest === null ? Math.max(hop.start, at ?? hop.start) : hop.start + rest.total,
    timings: rest,
  }));
}

/** A bar of the chart; milliseconds. */
export interface Bar {
  readonly kind: keyof Omit<Timings, 'total'> | 'script' | 'needed' | 'whole';
  readonly label: string;
  readonly start: number;
  readonly duration: number;
}

const phaseLabels = {
  queue: () => t('Queue'),
  dns: () => 'DNS',
  connect: () => t('Connect'),
  tls: () => 'TLS',
  send: () => t('Request'),
  firstByte: () => t('Wait'),
  download: () => t('Download'),
} as const;

/** The phases of a hop with a duration, in sequence; one bar for all if they were not measured. */
export function barsOf({ start, end, timings }: Hop): readonly Bar[] {
  if (timings === null) return end === null ? [] : [{ kind: 'whole', label: t('Exchange'), start, duration: end - start }];
  const bars: Bar[] = [];
  let at = start;
  for (const kind of phaseNames) {
    const ms = timings[kind];
    if (ms > 0) bars.push({ kind, label: phaseLabels[kind](), start: at, duration: ms });
    at += ms;
  }
  return bars;
}

/** The common scale of all bars, in milliseconds since the run started. */
export interface Scale {
  readonly start: number;
  readonly end: number;
}

/** The scale begins with the first bar: the time of Req before it has no bar. It ends with the run, whose scripts may be the last. */
export function scaleOf({ hops, steps }: Timeline, finishedAt: number | undefined): Scale {
  const start = Math.min(...[...hops, ...steps].map((bar) => bar.start));
  const ends = [...hops.map((h) => h.end ?? h.start), ...steps.map((s) => s.start + s.duration)];
  if (!Number.isFinite(start)) return { start: 0, end: Math.max(1, finishedAt ?? 0) };
  return { start, end: largestOf(steps.length > 0 ? [...ends, finishedAt ?? 0] : ends, start + 1) };
}

/** The position of a bar in percent of the scale, with a minimum width. */
export function placeOf(
  { start, duration: ms }: Pick<Bar, 'start' | 'duration'>,
  scale: Scale,
): { readonly left: number; readonly width: number } {
  const whole = scale.end - scale.start;
  const width = Math.max(0.4, Math.min(100, (ms / whole) * 100));
  return { left: Math.max(0, Math.min(100 - width, ((start - scale.start) / whole) * 100)), width };
}

const dayMs = 86_400_000;
const daysOfYear = 365.25;
/** Days before the expiry of a certificate when a warning starts. */
const soon = 30;

export type Expiry = 'good' | 'soon' | 'over' | 'not yet';

/**
 * The validity of a certificate in words; undefined for invalid dates.
 * @param now milliseconds since 1970
 */
export function expiryOf(from: string, to: string, now: number): { readonly state: Expiry; readonly text: string } | undefined {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined;
  if (now < start) return { state: 'not yet', text: t('not valid before {0}', from.slice(0, 10)) };
  if (now >= end) return { state: 'over', text: counted(Math.floor((now - end) / dayMs), 'expired {0} day ago', 'expired {0} days ago') };
  const days = Math.floor((end - now) / dayMs);
  return { state: days < soon ? 'soon' : 'good', text: remaining(days) };
}

function remaining(days: number): string {
  if (days === 0) return t('expires today');
  const years = Math.floor(days / daysOfYear);
  return years < 2 ? counted(days, 'expires in {0} day', 'expires in {0} days') : t('expires in {0} years', years);
}
