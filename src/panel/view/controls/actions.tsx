import { t } from '../../../base/l10n.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton, IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { MenuButton, type MenuItem } from './menu.tsx';

interface ActionsProps {
  readonly panel: Panel;
  readonly runId: string;
  readonly url: string;
  readonly isRunning: boolean;
  /** No body and no events. */
  readonly nothing: boolean;
}

export function Actions({ panel, runId, url, isRunning, nothing }: ActionsProps) {
  const copy = (): void => panel.send({ type: 'copyBody', runId });
  const copyUrl = (): void => panel.send({ type: 'copyText', text: url });
  const others: readonly MenuItem[] = [
    { icon: 'save', label: t('Save the body…'), disabled: nothing, onChoose: () => panel.send({ type: 'saveBody', runId }) },
    { icon: 'open', label: t('Open the body in an editor'), disabled: nothing, onChoose: () => panel.send({ type: 'openBody', runId }) },
    { icon: 'compare', label: t('Compare…'), disabled: isRunning, onChoose: () => panel.send({ type: 'compare', runId }) },
  ];
  const { pinned } = panel.choices.value;
  return (
    <div class="actions" role="toolbar" aria-label={t('Response actions')}>
      <MainAction panel={panel} runId={runId} isRunning={isRunning} />
      <div class="actions-most">
        <CopyButton label={t('Copy the body')} disabled={nothing} onCopy={copy} />
      </div>
      <div class="actions-wide">
        {others.map(({ icon, label, disabled = false, onChoose }) => (
          <IconButton key={label} icon={icon} label={label} disabled={disabled} onClick={onChoose} />
        ))}
      </div>
      <IconButton
        icon="pin"
        label={pinned ? t('Unpin: the next send may be shown here') : t('Pin: keep this response, show the next one in another panel')}
        pressed={pinned}
        onClick={() => panel.send({ type: 'pin', pinned: !pinned })}
      />
      <MenuButton
        label={t('More actions')}
        items={[
          { icon: 'copy', label: t('Copy the body'), disabled: nothing, onChoose: copy },
          ...others,
          { icon: 'copy', label: t('Copy the URL'), onChoose: copyUrl },
        ]}
      />
    </div>
  );
}

function MainAction({ panel, runId, isRunning }: Pick<ActionsProps, 'panel' | 'runId' | 'isRunning'>) {
  if (isRunning)
    return (
      <button
        type="button"
        class="button main-action cancel"
        title={t('Cancel (Escape)')}
        disabled={panel.cancelling.value}
        onClick={() => panel.cancel()}
      >
        <Icon name="stop" />
        <span>{t('Cancel')}</span>
      </button>
    );
  return (
    <button
      type="button"
      class="button secondary main-action"
      title={t('Send again')}
      onClick={() => panel.send({ type: 'sendAgain', runId })}
    >
      <Icon name="again" />
      <span>{t('Send again')}</span>
    </button>
  );
}
