import { useState } from 'preact/hooks';
import { visibleText } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import type { ContentProps } from './contentProps.ts';
import { Loading } from './loading.tsx';
import { useObjectUrl } from './objectUrl.ts';

/** An image, fitted or in its own size. As an image, an SVG runs no scripts and loads nothing. */
export function ImageView(props: ContentProps) {
  const { panel, part, content } = props;
  const url = useObjectUrl(panel, part, content.mediaType);
  const [size, setSize] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const [isWhole, setWhole] = useState(false);
  if (url === undefined) return <Loading {...props} />;
  if (broken) return <p class="calm">{t('Cannot show this image: it is damaged or has an unsupported format.')}</p>;
  return (
    <div class="picture">
      <div class="picture-bar">
        <div class="segments" role="group" aria-label={t('Size of the image')}>
          <button type="button" class="segment" aria-pressed={!isWhole} onClick={() => setWhole(false)}>
            {t('Fit')}
          </button>
          <button type="button" class="segment" aria-pressed={isWhole} onClick={() => setWhole(true)}>
            100 %
          </button>
        </div>
        <span class="dim">{[size, showSize(content.size)].filter((fact) => fact !== null).join(' · ')}</span>
      </div>
      <div class={isWhole ? 'picture-box whole' : 'picture-box'} tabIndex={0} role="region" aria-label={t('Image')}>
        <img
          src={url}
          alt={t('Image, {0}', visibleText(content.mediaType))}
          onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
          onError={() => setBroken(true)}
        />
      </div>
    </div>
  );
}
