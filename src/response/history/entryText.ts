import { t } from '../../base/l10n.ts';
import type { StoredFacts } from '../record/storedRun.ts';

/** `200 OK`, `Failed`, `200 OK, cancelled`. */
export function statusWords({ status: code, statusText, outcome }: StoredFacts): string {
  if (code === null) return outcome === 'failed' ? t('Failed') : outcome === 'cancelled' ? t('Cancelled') : t('No response');
  const status = `${code} ${statusText}`.trimEnd();
  return outcome === 'failed' ? t('{0}, failed', status) : outcome === 'cancelled' ? t('{0}, cancelled', status) : status;
}
