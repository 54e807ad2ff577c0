import { t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import type { ContentProps } from './contentProps.ts';

export function Loading({ panel, part, content }: ContentProps) {
  const received = panel.stores.previews.received(part);
  return <p class="calm late">{received === 0 ? t('Loading…') : t('Loading {0} of {1}…', showSize(received), showSize(content.size))}</p>;
}
