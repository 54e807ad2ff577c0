import { t } from '../../base/l10n.ts';
import type { RowState, RunRow } from '../../protocol/runMessages.ts';
import { showDuration } from '../model/text/textMeasures.ts';
import { statusClass } from '../model/statusClass.ts';
import { Icon, type IconName } from '../view/controls/icons.tsx';
import { memo } from '../view/controls/memo.ts';
import { Prose, Text } from '../view/controls/text.tsx';
import { stateWord } from './summaryRows.ts';
import type { RunPage } from './runPage.ts';

const icons: Readonly<Record<RowState, IconName>> = {
  waiting: 'none',
  running: 'play',
  passed: 'check',
  failed: 'cross',
  skipped: 'skip',
  cancelled: 'stop',
};

interface RunRowProps {
  readonly page: RunPage;
  readonly row: RunRow;
  readonly index: number;
  /** The row's place among the drawn rows. */
  readonly place: number;
  readonly isCurrent: boolean;
  readonly onFocus: (place: number) => void;
}

/** Memoized, because a run changes few of its rows at once. */
export const RunRowView = memo(({ page, row, index, place, isCurrent, onFocus }: RunRowProps) => {
  const open = (): void => page.send({ type: row.hasExchange ? 'open' : 'goTo', row: index });
  const tests = row.passed + row.failed;
  const line = `${row.method} ${row.url}`;
  return (
    <tr
      class={`run-row is-${row.state}`}
      tabIndex={isCurrent ? 0 : -1}
      title={row.hasExchange ? t('Show the exchange (Enter)') : t('Go to the request (Enter)')}
      onFocus={() => onFocus(place)}
      onClick={open}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        open();
      }}
    >
      <td class="run-state" role="gridcell">
        <Icon name={icons[row.state]} />
        <span class="announcer">{stateWord(row.state)}</span>
      </td>
      <td class="run-request" role="gridcell">
        <span class="run-name">
          <Text text={row.name} />
        </span>
        {line !== row.name && (
          <span class="run-url mono dim">
            <Text text={line} />
          </span>
        )}
        {row.note !== '' && (
          <span class="run-note">
            <Prose text={row.note} />
          </span>
        )}
        <button
          type="button"
          class="link-quiet run-place dim"
          tabIndex={isCurrent ? 0 : -1}
          title={t('Go to the request')}
          onClick={(event) => {
            event.stopPropagation();
            page.send({ type: 'goTo', row: index });
          }}
        >
          <Text text={`${row.file}:${row.line}`} />
        </button>
      </td>
      <td class="run-status" role="gridcell">
        {row.status !== null && (
          <span class={`tone-${statusClass(row.status).tone}`}>
            <span class="dot" aria-hidden="true" />
            {row.status}
          </span>
        )}
      </td>
      <td class="run-tests" role="gridcell">
        {tests > 0 && (
          <span class={row.failed > 0 ? 'failed' : ''}>
            {row.passed}/{tests}
          </span>
        )}
      </td>
      <td class="run-time" role="gridcell">
        {row.timeMs !== null && showDuration(row.timeMs)}
      </td>
    </tr>
  );
});
