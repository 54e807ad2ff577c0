import { useMemo } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { ContentProps } from './contentProps.ts';
import { inertDocument } from './inertDocument.ts';
import { Loading } from './loading.tsx';
import { usePreviewText } from './textView.tsx';

/**
 * An HTML page in a sandboxed frame: no scripts, forms, links or network. A `srcdoc` frame has the policy of the panel,
 * and its own.
 */
export function HtmlView(props: ContentProps) {
  const { panel, part } = props;
  const text = usePreviewText(props);
  const isWhole = panel.stores.previews.total(part) === panel.stores.previews.received(part);
  const nonce = document.getElementById('app')?.dataset['styleNonce'] ?? '';
  const source = useMemo(() => (text === undefined || !isWhole ? undefined : inertDocument(text, nonce)), [text, isWhole, nonce]);
  if (source === undefined) return <Loading {...props} />;
  return <iframe class="html-frame" title={t('Preview of the page')} sandbox="" srcdoc={source} referrerpolicy="no-referrer" />;
}
