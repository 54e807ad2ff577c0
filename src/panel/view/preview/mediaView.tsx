import { useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { showDuration, showSize } from '../../model/text/textMeasures.ts';
import type { ContentProps } from './contentProps.ts';
import { Loading } from './loading.tsx';
import { OpenOutside } from './openOutside.tsx';
import { useObjectUrl } from './objectUrl.ts';

export function MediaView(props: ContentProps) {
  const { panel, part, content } = props;
  const url = useObjectUrl(panel, part, content.mediaType);
  const [facts, setFacts] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <div class="plate">
        <p>{t('Cannot play this here: it is damaged or has an unsupported format.')}</p>
        <OpenOutside panel={panel} part={part} />
      </div>
    );
  if (url === undefined) return <Loading {...props} />;
  const player = {
    src: url,
    controls: true,
    onError: () => setBroken(true),
    onLoadedMetadata: ({ currentTarget: { duration } }: { readonly currentTarget: HTMLMediaElement }) =>
      setFacts(Number.isFinite(duration) ? showDuration(duration * 1000) : null),
  };
  return (
    <div class="media">
      {content.kind === 'audio' ? <audio {...player} aria-label={t('Audio')} /> : <video {...player} aria-label={t('Video')} />}
      <p class="dim">{[facts, showSize(content.size)].filter((fact) => fact !== null).join(' · ')}</p>
    </div>
  );
}
