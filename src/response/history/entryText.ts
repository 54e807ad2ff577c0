import { t } from '../../base/l10n.ts';
import type { StoredFacts } from '../record/storedRun.ts';

/** `200 OK`, `Failed`, `200 OK, cancelled`. */
export function statusWords({ status: code, statusText, outcome }: StoredFacts): string {
  if (code === null) return outcome === 'failed' ? t('Failed') : outcome === 'cancelled' ? t('Cancelled') : t('No response');
  const status = `${code} ${statusText}`.trimEnd();
  return outcome === 'failed' ? t('{0}, failed', status) : outcome === 'cancelled' ? t('{0}, cancelled', status) : status;
}

/** @param ms milliseconds: `12 ms`, `1.23 s` */
export const durationWords = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** `532 B`, `4.2 KB` (1 KB is 1,024 B). */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
