import { t } from '../../base/l10n.ts';
import type { HeaderPair } from '../../protocol/exchangeFacts.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import { showDuration, showSize } from './textMeasures.ts';

type Message<T extends ToPanel['type']> = Extract<ToPanel, { readonly type: T }>;

/** How a large body goes out or comes in. Bytes, and milliseconds since the run started. */
export interface Flow {
  readonly direction: 'up' | 'down';
  readonly done: number;
  /** Null where nobody says. */
  readonly total: number | null;
  /** Bytes a second, smoothed; null until it can be told. */
  readonly rate: number | null;
  /** Where the rate was measured last. */
  readonly measured: { readonly at: number; readonly done: number };
}

/** Between two measurements, and how long one counts, in milliseconds. */
const measureEvery = 250;
const memory = 1500;

/** The flow after bytes have left or come. */
export function flowAfter(flow: Flow | null, direction: Flow['direction'], at: number, done: number, total: number | null): Flow {
  if (flow?.direction !== direction || done < flow.done) return { direction, done, total, rate: null, measured: { at, done } };
  const { measured, rate } = flow;
  const time = at - measured.at;
  if (time < measureEvery) return { ...flow, done, total };
  const now = ((done - measured.done) / time) * 1000;
  const weight = 1 - Math.exp(-time / memory);
  return { direction, done, total, rate: rate === null ? now : rate + (now - rate) * weight, measured: { at, done } };
}

/** The flow after a message of the run; null while nothing flows. */
export function foldFlow(flow: Flow | null, head: Message<'head'> | null, message: ToPanel): Flow | null {
  switch (message.type) {
    case 'sending':
    case 'finished':
      return null;
    case 'uploading':
      // From then on the answer is waited for.
      return message.sent >= message.total ? null : flowAfter(flow, 'up', message.at ?? 0, message.sent, message.total);
    case 'progress':
      return flowAfter(flow, 'down', message.at, message.received, head === null ? null : lengthOf(head.headers));
    default:
      return flow;
  }
}

/** What comes is counted when it is decoded: the length on the wire says nothing of that where it was coded. */
function lengthOf(headers: readonly HeaderPair[]): number | null {
  const value = (name: string): string | undefined => headers.find(([n]) => n.toLowerCase() === name)?.[1].trim();
  const coding = value('content-encoding') ?? 'identity';
  const length = value('content-length');
  return coding.toLowerCase() === 'identity' && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** How much of all is done, from 0 to 1; null where that is not known. */
export const shareOf = ({ done, total }: Flow): number | null => (total === null || total === 0 ? null : Math.min(1, done / total));

/** `12.3 MB of 30.0 MB`. */
export const amountText = ({ done, total }: Flow): string =>
  total === null ? showSize(done) : t('{0} of {1}', showSize(done), showSize(total));

/** `1.2 MB/s, 15 s left`; empty until it can be told. */
export function paceText({ done, total, rate }: Flow): string {
  if (rate === null) return '';
  const speed = `${showSize(Math.round(rate))}/s`;
  if (total === null || rate <= 0 || done >= total) return speed;
  const left = Math.max(1, Math.round((total - done) / rate)) * 1000;
  return left > 86_400_000 ? speed : t('{0}, {1} left', speed, left < 60_000 ? `${left / 1000} s` : showDuration(left));
}
