import { visibleText } from '../../../base/visible.ts';
import { t } from '../../../base/l10n.ts';
import { Text } from '../controls/text.tsx';

/** Characters at the end of a URL that stay visible, because they often distinguish it. */
const endLength = 14;

/** A URL in one line, shortened in the middle; with focus, in full. */
export function UrlText({ url }: { readonly url: string }) {
  const at = Math.max(0, url.length - endLength);
  return (
    <span class="url" tabIndex={0} role="group" aria-label={t('URL {0}', visibleText(url))} title={visibleText(url)}>
      <bdi class="url-start">
        <Text text={url.slice(0, at)} />
      </bdi>
      <bdi class="url-end">
        <Text text={url.slice(at)} />
      </bdi>
    </span>
  );
}
