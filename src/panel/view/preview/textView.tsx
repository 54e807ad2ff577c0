import { useEffect } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import { Coloured } from '../bodyTab/lineRows.tsx';
import { Markdown } from '../controls/markdown.tsx';
import type { ContentProps } from './contentProps.ts';
import { Loading } from './loading.tsx';

const shownLines = 2000;
const shownUnits = 100_000;

/** A text part with syntax colors, or the first bytes of a binary one. */
export function TextView(props: ContentProps) {
  const { part, content } = props;
  const text = usePreviewText(props);
  if (text === undefined) return <Loading {...props} />;
  const lines = text
    .slice(0, shownUnits)
    .split(/\r\n|\n|\r/)
    .slice(0, shownLines);
  const isCut = text.length > shownUnits || lines.length === shownLines || (content.kind === 'bytes' && content.size > 4096);
  return (
    <>
      <pre class={content.kind === 'bytes' ? 'code bytes' : 'code'} tabIndex={0} role="region" aria-label={t('Part {0}', part)}>
        {lines.map((line, index) => (
          <>
            {index > 0 && '\n'}
            <Coloured text={line} view={content.kind === 'bytes' ? 'hex' : content.language} />
          </>
        ))}
      </pre>
      {isCut && <p class="dim">{t('The first of {0}; Save takes all.', showSize(content.size))}</p>}
    </>
  );
}

export function MarkdownView(props: ContentProps) {
  const { panel } = props;
  const text = usePreviewText(props);
  if (text === undefined) return <Loading {...props} />;
  return (
    <div class="preview-scroll" tabIndex={0} role="region" aria-label={t('Preview')}>
      <Markdown
        text={text}
        onCopy={(copied) => panel.send({ type: 'copyText', text: copied })}
        onFollow={(url) => {
          const runId = panel.run.value?.started.runId;
          if (runId !== undefined) panel.send({ type: 'makeRequest', runId, url });
        }}
      />
    </div>
  );
}

/** Undefined until something is received. */
export function usePreviewText({ panel, part }: ContentProps): string | undefined {
  void panel.frame.value;
  useEffect(() => panel.stores.wantPreview(part), [panel, part]);
  return panel.stores.previews.total(part) === null ? undefined : panel.stores.previews.text(part);
}
