import { t } from '../../../base/l10n.ts';
import type { BodyMode } from '../../../protocol/messages.ts';

const labels: Readonly<Record<BodyMode, () => string>> = {
  pretty: () => t('Pretty'),
  raw: () => t('Raw'),
  hex: () => t('Hex'),
  preview: () => t('Preview'),
};

interface ModeBarProps {
  readonly modes: readonly BodyMode[];
  readonly mode: BodyMode;
  readonly onChoose: (mode: BodyMode) => void;
}

/** Buttons for the modes of a body; null if there is only one. */
export function ModeBar({ modes, mode, onChoose }: ModeBarProps) {
  if (modes.length < 2) return null;
  return (
    <div class="segments" role="group" aria-label={t('Body view')}>
      {modes.map((form) => (
        <button type="button" key={form} class="segment" aria-pressed={mode === form} onClick={() => onChoose(form)}>
          {labels[form]()}
        </button>
      ))}
    </div>
  );
}
