import { headerValue } from '../../base/text/headerValue.ts';
import { t } from '../../base/l10n.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import { showDuration, showSize } from './text/textMeasures.ts';

type Message<T extends ToPanel['type']> = Extract<ToPanel, { readonly type: T }>;

/** The progress of a large body. Bytes, and milliseconds since the run started. */
export interface Flow {
  readonly direction: 'up' | 'down';
  readonly done: number;
  /** Null if unknown. */
  readonly total: number | null;
  /** Bytes per second, smoothed; null until it is measured. */
  readonly rate: number | null;
  readonly measured: { readonly at: number; readonly done: number };
}

/** Milliseconds between measurements, and the time constant of the smoothing. */
const measureInterval = 250;
const timeConstant = 1500;

/** The flow after more bytes were sent or received. */
export function flowAfter(flow: Flow | null, direction: Flow['direction'], at: number, done: number, total: number | null): Flow {
  if (flow?.direction !== direction || done < flow.done) return { direction, done, total, rate: null, measured: { at, done } };
  const { measured, rate } = flow;
  const time = at - measured.at;
  if (time < measureInterval) return { ...flow, done, total };
  const now = ((done - measured.done) / time) * 1000;
  const weight = 1 - Math.exp(-time / timeConstant);
  return { direction, done, total, rate: rate === null ? now : rate + (now - rate) * weight, measured: { at, done } };
}

/** The flow after a message of the run; null without a transfer. */
export function foldFlow(flow: Flow | null, head: Message<'head'> | null, message: ToPanel): Flow | null {
  switch (message.type) {
    case 'sending':
    case 'finished':
      return null;
    case 'uploading':
      // After the upload, the run waits for the response.
      return message.sent >= message.total ? null : flowAfter(flow, 'up', message.at ?? 0, message.sent, message.total);
    case 'progress':
      return flowAfter(flow, 'down', message.at, message.received, head === null ? null : lengthOf(head.headers));
    default:
      return flow;
  }
}

/**
 * The expected decoded length. Progress counts decoded bytes, so `Content-Length` helps only without a content coding.
 */
function lengthOf(headers: readonly HeaderPair[]): number | null {
  const value = (name: string): string | undefined => headerValue(headers, name)?.trim();
  const coding = value('content-encoding') ?? 'identity';
  const length = value('content-length');
  return coding.toLowerCase() === 'identity' && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** The share that is done, from 0 to 1; null if unknown. */
export const shareOf = ({ done, total }: Flow): number | null => (total === null || total === 0 ? null : Math.min(1, done / total));

/** `12.3 MB of 30.0 MB`. */
export const amountText = ({ done, total }: Flow): string =>
  total === null ? showSize(done) : t('{0} of {1}', showSize(done), showSize(total));

/** `1.2 MB/s, 15 s left`; empty until the rate is measured. */
export function paceText({ done, total, rate }: Flow): string {
  if (rate === null) return '';
  const speed = `${showSize(Math.round(rate))}/s`;
  if (total === null || rate <= 0 || done >= total) return speed;
  const left = Math.max(1, Math.round((total - done) / rate)) * 1000;
  return left > 86_400_000 ? speed : t('{0}, {1} left', speed, left < 60_000 ? `${left / 1000} s` : showDuration(left));
}
