import { visibleText } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import { Text } from '../controls/text.tsx';

/** Characters at the end of a URL that are always visible, because they often distinguish it. */
const endLength = 14;
/** Maximum characters of a URL that is not shortened. For a longer one, CSS keeps that many characters of its start. */
const startLength = 24;

/** A URL in one line, from its beginning, shortened in the middle; with focus, in full over what is below. */
export function UrlText({ url }: { readonly url: string }) {
  const at = url.length > startLength + endLength ? url.length - endLength : url.length;
  return (
    <span class="url-box">
      <span class="url" tabIndex={0} role="group" aria-label={t('URL {0}', visibleText(url))} title={visibleText(url)}>
        <bdi class={at < url.length ? 'url-start url-long' : 'url-start'}>
          <Text text={url.slice(0, at)} />
        </bdi>
        {at < url.length && (
          <bdi class="url-end">
            <Text text={url.slice(at)} />
          </bdi>
        )}
      </span>
    </span>
  );
}
