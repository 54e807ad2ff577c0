import { useEffect } from 'preact/hooks';
import { showCount, t } from '../../../base/l10n.ts';
import { isRunning, type Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { EventDetail } from './eventDetail.tsx';
import { EventRow, eventRowId } from './eventRow.tsx';
import { EventsBar } from './eventsBar.tsx';
import { HexView } from '../bodyTab/hexView.tsx';
import { isSelectedWhole } from '../bodyTab/selection.ts';
import { VirtualRows } from '../controls/virtualRows.tsx';

/** Events requested beyond those in sight. */
const ahead = 30;
const beyond = 2;

/** A stream's events. The table follows the newest until the user scrolls up; the details show the selected event. */
export function EventsTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  void panel.frame.value;
  const { stores } = panel;
  const { events, eventsView: view, found } = stores;
  const isTable = !view.look.bytes;
  useEffect(() => {
    if (!isTable) stores.showNewest(0);
    return () => stores.showNewest(0);
  }, [stores, isTable]);
  const { total } = events;
  const comments = stores.stats?.comments ?? 0;
  if (total === 0 && comments === 0) {
    return <p class="calm late">{isRunning(run) ? t('Waiting for the first event…') : t('The stream ended without an event.')}</p>;
  }
  const rows = view.rowsOf(found === null ? total : found.total);
  const follows = view.follow && !view.isPaused;
  const { runId, time } = run.started;

  function requestRows(first: number, last: number): void {
    const { height } = view.list.view;
    stores.showNewest(follows && found === null ? Math.ceil(height / view.list.layout.rowHeight) + 2 * beyond : 0);
    stores.wantEvents(follows ? first : Math.max(0, first - ahead), follows ? last : last + ahead);
  }

  if (!isTable)
    return (
      <div class="events">
        <EventsBar panel={panel} run={run} total={total} rows={rows} />
        <StreamBytes panel={panel} run={run} />
      </div>
    );

  return (
    <div class={`events ${run.isChat ? 'with-text' : events.hasIds ? 'with-ids' : ''}`} onKeyDown={focusSearch}>
      <EventsBar panel={panel} run={run} total={total} rows={rows} />
      <div
        class="event-table"
        role="treegrid"
        aria-label={t('Events, {0}', showCount(rows))}
        aria-rowcount={rows + 1}
        aria-activedescendant={view.active === null ? undefined : eventRowId(view.active)}
        tabIndex={0}
        onKeyDown={(event) => moveByKey(event, panel, run, { rows, total })}
      >
        <EventHead isChat={run.isChat} />
        {rows === 0 && (found?.error ?? null) === null && <p class="calm">{emptyText(found?.done === false, total)}</p>}
        <VirtualRows
          key={found?.view ?? 0}
          list={view.list}
          count={rows}
          uneven
          follow={follows}
          onFollow={(wanted) => !view.isPaused && view.setFollow(wanted, total)}
          reveal={view.revealed}
          class="event-rows"
          box={{
            role: 'rowgroup',
            tabIndex: -1,
            onCopy: (event) => {
              if (!isSelectedWhole(event.currentTarget)) return;
              event.preventDefault();
              panel.send({ type: 'copyEvents', runId, view: found?.view ?? 0 });
            },
          }}
          onRange={requestRows}
          row={(index, slot) => {
            const row = stores.streamRow(index);
            const seam = row?.kind === 'event' && view.look.seams ? run.seams.get(row.event.index) : undefined;
            return <EventRow key={slot} {...{ panel, index, row, runId, time, seam }} />;
          }}
        />
      </div>
      {view.look.detail && (
        <EventDetail panel={panel} row={view.active === null ? undefined : stores.streamRow(view.active)} runId={runId} />
      )}
    </div>
  );
}

function EventHead({ isChat }: { readonly isChat: boolean }) {
  return (
    <div class="event-head" role="row" aria-rowindex={1}>
      <span role="presentation" />
      <span role="columnheader">{t('Time')}</span>
      <span class="event-delta" role="columnheader" aria-label={t('Time since the previous event')}>
        Δ
      </span>
      <span role="columnheader">{t('Event')}</span>
      <span class="event-id" role="columnheader">
        {t('Id')}
      </span>
      {isChat && (
        <span class="event-text" role="columnheader">
          {t('Text')}
        </span>
      )}
      <span role="columnheader">{t('Data')}</span>
    </div>
  );
}

/** Keys of the table: they move, unfold, copy, and open the details. */
function moveByKey(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  panel: Panel,
  run: Run,
  { rows, total }: { readonly rows: number; readonly total: number },
): void {
  // A click focuses the scrolling element; fields and buttons keep their keys.
  if (event.target !== event.currentTarget && !(event.target as HTMLElement).classList.contains('virtual')) return;
  const { stores } = panel;
  const { eventsView: view } = stores;
  const at = view.active ?? Math.max(0, view.list.layout.indexAt(view.list.place.top) - 1);
  const row = stores.streamRow(at);
  const number = row?.kind === 'event' ? row.event.index : null;
  const unfolded = number !== null && view.isUnfolded(number);
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / view.list.layout.rowHeight) - 2);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows - 1, PageDown: at + page, PageUp: at - page }[event.key];
  if (to !== undefined) view.activate(to, rows, total);
  else if (event.key === 'Enter') {
    view.look = { ...view.look, detail: true };
    view.choose(at, total);
  } else if (event.key === 'Escape' && view.look.detail) view.look = { ...view.look, detail: false };
  else if (number === null) return;
  else if (event.key === ' ') view.toggle(at, number, total);
  else if (event.key === 'ArrowRight' && !unfolded) view.toggle(at, number, total);
  else if (event.key === 'ArrowLeft' && unfolded) view.toggle(at, number, total);
  else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && String(document.getSelection() ?? '') === '')
    panel.send({ type: 'copyEvent', runId: run.started.runId, index: number, as: event.shiftKey ? 'json' : 'data' });
  else return;
  event.preventDefault();
}

/** Ctrl+F focuses the filter, because the search of VS Code finds only the rows in sight. */
function focusSearch(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector<HTMLInputElement>('.search-input')?.focus();
}

function StreamBytes({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  // The last line may be incomplete.
  useEffect(() => {
    if (run.body === null) panel.stores.lines.grow('hex', Math.floor(run.received / 16));
  }, [panel, run.body, run.received]);
  return <HexView panel={panel} size={run.received} />;
}

function emptyText(looking: boolean, total: number): string {
  if (looking) return t('Searching…');
  return total === 0 ? t('No events received yet.') : t('No events match the filter.');
}
