import { t } from '../../../base/l10n.ts';

/** Whether a link can become a request: relative, or of HTTP, and not a place in the same document. */
export const isFollowed = (url: string): boolean => /^https?:/i.test(url) || !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(url);

/** Describes the effect of a click or Enter on a link. */
export function linkHint(by: 'click' | 'enter', follows: boolean): string {
  if (follows) return by === 'enter' ? t('Enter creates a request of it') : t('a click creates a request of it');
  return by === 'enter' ? t('Enter copies it') : t('a click copies it');
}
