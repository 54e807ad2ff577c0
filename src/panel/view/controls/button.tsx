import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { Icon, type IconName } from './icons.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

export function IconButton({ icon, label, disabled = false, pressed, onClick }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Milliseconds that the check mark is shown. */
const tickTime = 1200;

export function CopyButton({
  label,
  icon = 'copy',
  disabled = false,
  onCopy,
}: {
  readonly label: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly onCopy: () => void;
}) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), tickTime);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      icon={copied > 0 ? 'check' : icon}
      label={copied > 0 ? t('Copied') : label}
      disabled={disabled}
      onClick={() => {
        onCopy();
        setCopied(copied + 1);
      }}
    />
  );
}
