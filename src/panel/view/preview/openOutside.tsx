import { t } from '../../../base/l10n.ts';
import type { Panel } from '../../panel.ts';
import { Icon } from '../controls/icons.tsx';

/** Opens a part of the body in the system's program for its type; the editor asks for confirmation. */
export function OpenOutside({ panel, part }: { readonly panel: Panel; readonly part: number }) {
  return (
    <button
      type="button"
      class="button secondary"
      onClick={() => {
        const runId = panel.run.value?.started.runId;
        if (runId !== undefined) panel.send({ type: 'openOutside', runId, part });
      }}
    >
      <Icon name="open" />
      <span>{t('Open with the system’s viewer…')}</span>
    </button>
  );
}
