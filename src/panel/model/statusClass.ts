import { t } from '../../base/l10n.ts';
import type { Phase } from './runModel.ts';
export type StatusTone = 'informational' | 'successful' | 'redirection' | 'client-error' | 'server-error' | 'unknown';

/** The color of a status: neutral if the run was cut short, because its response is no success. */
export function statusTone(status: number, phase: Phase): StatusTone {
  return phase === 'cancelled' || phase === 'failed' ? 'unknown' : statusClass(status).tone;
}

/** The class of a status code (RFC 9110 §15) in words, and its color. */
export function statusClass(status: number): { readonly tone: StatusTone; readonly word: string } {
  switch (Math.floor(status / 100)) {
    case 1:
      return { tone: 'informational', word: t('Informational') };
    case 2:
      return { tone: 'successful', word: t('Successful') };
    case 3:
      return { tone: 'redirection', word: t('Redirection') };
    case 4:
      return { tone: 'client-error', word: t('Client error') };
    case 5:
      return { tone: 'server-error', word: t('Server error') };
    default:
      return { tone: 'unknown', word: t('Unknown class') };
  }
}
