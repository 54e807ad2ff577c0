import { useState } from 'preact/hooks';
import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import { t } from '../../../base/l10n.ts';
import { briefly, membersOf } from '../../model/rows/consoleRows.ts';
import { Text } from '../controls/text.tsx';

/** Members shown at once; a button shows more. */
const shownAtOnce = 100;

interface ValueTreeProps {
  readonly name: string | null;
  readonly value: EncodedValue;
  readonly unfolded?: boolean;
}

export function ValueTree({ name, value, unfolded = false }: ValueTreeProps) {
  const [open, setOpen] = useState(unfolded);
  const [shown, setShown] = useState(shownAtOnce);
  const members = membersOf(value);
  const label = (
    <>
      {name !== null && (
        <span class="token-key">
          <Text text={name} />
          {': '}
        </span>
      )}
      <span class={kindOf(value)}>
        <Text text={briefly(value)} />
      </span>
    </>
  );
  if (members === undefined || members.length === 0) return <div class="value-leaf">{label}</div>;
  return (
    <details class="value" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && members.slice(0, shown).map((m) => <ValueTree key={m.key} name={m.key} value={m.value} />)}
      {open && members.length > shown && (
        <button type="button" class="link" onClick={() => setShown(shown + shownAtOnce)}>
          {t('{0} more', members.length - shown)}
        </button>
      )}
    </details>
  );
}

function kindOf(value: EncodedValue): string {
  if (typeof value === 'string') return 'token-string';
  if (typeof value === 'number') return 'token-number';
  if (typeof value === 'object' && value !== null) return '$bigint' in value || '$number' in value ? 'token-number' : '';
  return 'token-literal';
}
