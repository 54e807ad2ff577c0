import { t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import { Icon } from '../controls/icons.tsx';
import type { ContentProps } from './contentProps.ts';
import { OpenOutside } from './openOutside.tsx';

/** Information about a PDF. Webviews of VS Code have no PDF viewer. */
export function PdfView({ panel, part, content }: ContentProps) {
  return (
    <div class="plate">
      <p>
        <strong>{t('PDF document')}</strong>
        <span class="dim"> · {[content.detail, showSize(content.size)].filter((fact) => fact !== null).join(' · ')}</span>
      </p>
      <div class="plate-buttons">
        {part === 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              const runId = panel.run.value?.started.runId;
              if (runId !== undefined) panel.send({ type: 'saveBody', runId });
            }}
          >
            <Icon name="save" />
            <span>{t('Save…')}</span>
          </button>
        )}
        <OpenOutside panel={panel} part={part} />
      </div>
    </div>
  );
}
