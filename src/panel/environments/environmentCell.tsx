import { useLayoutEffect, useRef } from 'preact/hooks';
import { maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import type { CellName, EnvironmentCell } from '../../protocol/environmentMessages.ts';
import { Icon } from '../view/controls/icons.tsx';
import { Text } from '../view/controls/text.tsx';
import type { EnvironmentPage } from './environmentPage.ts';
import type { GridPlace } from './gridPlace.ts';

interface ValueCellProps {
  readonly page: EnvironmentPage;
  readonly name: CellName;
  readonly place: GridPlace;
  readonly cell: EnvironmentCell | null;
  readonly isCurrent: boolean;
}

/** A value of a variable, or the field in which it is edited. */
export function ValueCell({ page, name, place, cell, isCurrent }: ValueCellProps) {
  const edited = page.edited.value;
  const isEdited = edited !== null && edited.variable === name.variable && edited.environment === name.environment;
  return (
    <div
      class={`environment-cell mono is-${cell?.kind ?? 'none'}`}
      role="gridcell"
      aria-colindex={place.column + 2}
      tabIndex={isCurrent && !isEdited ? 0 : -1}
      title={isEdited ? undefined : titleOf(page, name, cell)}
      onMouseDown={() => !isEdited && page.clicked(place)}
      onMouseEnter={() => cell !== null && page.resolve(cell, name)}
      onDblClick={() => !isEdited && page.edit()}
    >
      {isEdited ? <Field page={page} name={name} text={edited.text} /> : <Value cell={cell} />}
    </div>
  );
}

function titleOf(page: EnvironmentPage, name: CellName, cell: EnvironmentCell | null): string | undefined {
  if (cell === null) return undefined;
  const resolved = page.resolvedOf(name);
  return [cell.text, resolved === undefined ? '' : `= ${resolved}`, cell.place].filter((x) => x !== '').join('\n');
}

function Value({ cell }: { readonly cell: EnvironmentCell | null }) {
  if (cell === null) return <span class="announcer">{t('no value')}</span>;
  if (cell.kind === 'private' || cell.kind === 'secret')
    return (
      <span class="environment-hidden">
        <Icon name="lock" />
        <span aria-hidden="true">{maskText}</span>
        <span class={cell.kind === 'private' ? 'environment-note' : 'announcer'}>
          {cell.kind === 'private' ? t('private') : t('secret')}
        </span>
      </span>
    );
  if (cell.text === '') return <span class="environment-blank">{t('empty')}</span>;
  return (
    <span class="environment-label">
      {cell.text.split(/(\{\{.*?\}\})/).map((part, i) =>
        i % 2 === 1 ? (
          <span key={i} class="environment-placeholder">
            <Text text={part} />
          </span>
        ) : (
          <Text key={i} text={part} />
        ),
      )}
    </span>
  );
}

function Field({ page, name, text }: { readonly page: EnvironmentPage; readonly name: CellName; readonly text: string }) {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (value?: string): void => {
    page.endEdit(value);
    // At once, so that the next key is not lost.
    field.current?.parentElement?.focus();
    page.focus(page.at.value);
  };
  return (
    <input
      ref={field}
      class="environment-field mono"
      aria-label={t('Value of {0} in {1}', name.variable, name.environment)}
      spellcheck={false}
      defaultValue={text}
      onKeyDown={(event) => {
        event.stopPropagation();
        const { value } = event.currentTarget;
        if (event.key === 'Escape') end();
        else if (event.key === 'Enter') end(value);
        else if (event.key === 'Tab') {
          page.endEdit(value);
          page.focus({ ...page.at.value, column: page.at.value.column + (event.shiftKey ? -1 : 1) });
        } else return;
        event.preventDefault();
      }}
      onBlur={(event) => page.endEdit(event.currentTarget.value)}
    />
  );
}
