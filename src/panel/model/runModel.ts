import { t } from '../../base/l10n.ts';
import { showDuration } from './text/textMeasures.ts';
import { foldFlow, type Flow } from './flow.ts';
import { emptyTimeline, foldTimeline, type Timeline } from './stream/timeline.ts';
import type { Timings } from '../../base/events/timings.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { PanelStarted, ToPanel } from '../../protocol/messages.ts';

type Message<T extends ToPanel['type']> = Extract<ToPanel, { readonly type: T }>;

export type Sending = Message<'sending'>;
export type Head = Message<'head'>;
export type Substituted = Message<'substituted'>;
export type Body = Message<'body'>;
export type Finished = Message<'finished'>;
export type ConsoleLine = Message<'console'>['lines'][number];
export type TestLine = Message<'tests'>['tests'][number];

/** Maximum console lines in the page; older ones are only counted. */
export const consoleLimit = 2000;

/** Maximum seams (reconnects of a stream) in the page; the Console tab lists earlier ones. */
export const seamLimit = 500;

/** The state of the shown run. Lines and events have their own stores. */
export interface Run {
  readonly started: PanelStarted;
  readonly sending: Sending | null;
  /** The last question to the user. */
  readonly asking: Message<'asking'> | null;
  readonly connected: Message<'connected'> | null;
  /** The certificate of one of its connections was not checked. */
  readonly insecure: boolean;
  readonly uploading: Message<'uploading'> | null;
  readonly redirects: readonly Message<'redirect'>[];
  readonly informational: readonly Message<'informational'>[];
  readonly head: Head | null;
  readonly trailers: readonly HeaderPair[];
  /** The scripts after the response run. */
  readonly isChecking: boolean;
  /** Decoded bytes so far. */
  readonly received: number;
  readonly eventsTotal: number;
  /** A response of a known model API, or one with `# @text`. */
  readonly isChat: boolean;
  /** A text without events that takes time to arrive. */
  readonly isLiveText: boolean;
  /** Why the stream reconnected, by the number of the next event, which may not have arrived yet. */
  readonly seams: ReadonlyMap<number, string>;
  readonly console: readonly ConsoleLine[];
  readonly consoleDropped: number;
  readonly tests: readonly TestLine[];
  readonly timeline: Timeline;
  readonly flow: Flow | null;
  /** Values of placeholders. */
  readonly substituted: Substituted | null;
  /** Sent bytes, once requested. */
  readonly bytes: Message<'bytes'> | null;
  readonly body: Body | null;
  readonly finished: Finished | null;
  /** Actions for its failure. */
  readonly fixes: Message<'fixes'>['fixes'];
}

/** The phase of a run; the last four are final. */
export type Phase =
  | 'asking'
  | 'preparing'
  | 'connecting'
  | 'waiting'
  | 'receiving'
  | 'live'
  | 'checking'
  | 'complete'
  | 'ended'
  | 'cancelled'
  | 'failed';

function startRun(started: PanelStarted): Run {
  return {
    started,
    sending: null,
    asking: null,
    connected: null,
    insecure: false,
    uploading: null,
    redirects: [],
    informational: [],
    head: null,
    trailers: [],
    isChecking: false,
    received: 0,
    eventsTotal: 0,
    isChat: false,
    isLiveText: false,
    seams: new Map(),
    console: [],
    consoleDropped: 0,
    tests: [],
    timeline: emptyTimeline,
    flow: null,
    substituted: null,
    bytes: null,
    body: null,
    finished: null,
    fixes: [],
  };
}

/** The run after a message. `started` resets it; messages of other runs are ignored. */
export function foldRun(run: Run | null, message: ToPanel): Run | null {
  if (message.type === 'started') return startRun(message);
  if (run === null || !('runId' in message) || message.runId !== run.started.runId) return run;
  const timeline = foldTimeline(run.timeline, message);
  const flow = foldFlow(run.flow, run.head, message);
  return foldMessage(timeline === run.timeline && flow === run.flow ? run : { ...run, timeline, flow }, message);
}

function foldMessage(run: Run, message: Exclude<Extract<ToPanel, { readonly runId: string }>, PanelStarted>): Run {
  switch (message.type) {
    case 'asking':
      return { ...run, asking: message };
    case 'sending':
      return { ...run, sending: message, asking: null, bytes: null, isChecking: false };
    case 'connected':
      return { ...run, connected: message, insecure: run.insecure || message.tls?.verified === false, uploading: null };
    case 'uploading':
      return { ...run, uploading: message.sent < message.total ? message : null };
    case 'redirect':
      return { ...run, redirects: [...run.redirects, message] };
    case 'informational':
      return { ...run, informational: [...run.informational, message] };
    case 'head':
      return { ...run, head: message };
    case 'trailers':
      return { ...run, trailers: message.headers };
    case 'checking':
      return { ...run, isChecking: true };
    case 'progress':
      return { ...run, received: message.received };
    case 'events':
      return { ...run, eventsTotal: Math.max(run.eventsTotal, message.total) };
    case 'chat':
      return { ...run, isChat: true };
    case 'liveText':
      return { ...run, isLiveText: true };
    case 'seam':
      return { ...run, seams: withSeam(run.seams, message) };
    case 'console': {
      const lines = [...run.console, ...message.lines];
      const over = Math.max(0, lines.length - consoleLimit);
      return { ...run, console: over > 0 ? lines.slice(over) : lines, consoleDropped: run.consoleDropped + over };
    }
    case 'tests':
      return { ...run, tests: [...run.tests, ...message.tests] };
    case 'body':
      return { ...run, body: message, received: Math.max(run.received, message.size) };
    case 'finished':
      return { ...run, finished: message };
    case 'fixes':
      return { ...run, fixes: message.fixes };
    case 'substituted':
      return { ...run, substituted: message };
    case 'bytes':
      return { ...run, bytes: message };
    case 'hop':
    case 'script':
    case 'needed':
    case 'lines':
    case 'preview':
    case 'rows':
    case 'measured':
    case 'found':
    case 'marks':
    case 'match':
    case 'wentTo':
    case 'filtered':
    case 'eventsPage':
    case 'eventsFound':
    case 'eventStats':
    case 'eventLines':
    case 'streamText':
    case 'moved':
      return run;
  }
}

function withSeam(seams: Run['seams'], { index, text }: Message<'seam'>): Run['seams'] {
  const all = [...seams].filter(([at]) => at !== index);
  return new Map([...all.slice(-(seamLimit - 1)), [index, text]]);
}

export function phaseOf(run: Run): Phase {
  if (run.finished !== null) return run.finished.outcome;
  if (run.asking?.isAsked === true) return 'asking';
  if (run.isChecking) return 'checking';
  if (run.head !== null) return run.head.stream === null && !run.isLiveText ? 'receiving' : 'live';
  if (run.connected !== null) return 'waiting';
  return run.sending === null ? 'preparing' : 'connecting';
}

/** The phases with a duration, in order, in milliseconds; the total last. */
export function phasesOf(timings: Timings): readonly (readonly [name: string, ms: number])[] {
  const all = [
    [t('Queue'), timings.queue],
    ['DNS', timings.dns],
    [t('Connect'), timings.connect],
    ['TLS', timings.tls],
    [t('Send'), timings.send],
    [t('First byte'), timings.firstByte],
    [t('Download'), timings.download],
    [t('Total'), timings.total],
  ] as const;
  return all.filter(([, ms]) => ms > 0);
}

/** `phasesOf` in one line. */
export const phasesText = (timings: Timings): string =>
  phasesOf(timings)
    .map(([name, ms]) => `${name} ${showDuration(ms)}`)
    .join(' · ');

/** The start time for the elapsed time of a run, in milliseconds since 1970, adjusted for the time of waiting for the user. */
export const sinceOf = ({ started, sending, asking }: Run): number => started.time + Math.max(sending?.waited ?? 0, asking?.waited ?? 0);

/** The text for what a run without a response waits for. */
export const waitingWords = (run: Run): string =>
  phaseOf(run) === 'asking' ? t('Waiting for your input…') : t('Waiting for the response…');

export function isRunning(run: Run): boolean {
  return run.finished === null;
}

export function isStream(run: Run): boolean {
  return (run.head?.stream ?? null) !== null || run.eventsTotal > 0;
}
