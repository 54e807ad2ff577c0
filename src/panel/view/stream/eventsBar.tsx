import { counted, showCount, t } from '../../../base/l10n.ts';
import { isRunning, type Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { IconButton } from '../controls/button.tsx';
import { Icon } from '../controls/icons.tsx';
import { MenuButton, type MenuItem } from '../controls/menu.tsx';
import { RateLine } from './rateLine.tsx';
import { SearchField } from '../bodyTab/searchField.tsx';

interface BarProps {
  readonly panel: Panel;
  readonly run: Run;
  readonly total: number;
  readonly rows: number;
}

export function EventsBar({ panel, run, total, rows }: BarProps) {
  void panel.frame.value;
  const { eventsView: view, found } = panel.stores;
  const runId = run.started.runId;
  const filteredView = found === null ? 0 : found.view;
  const save = (as: 'jsonl' | 'bytes', of: number) => panel.send({ type: 'saveEvents', runId, view: of, as });
  const saving: readonly MenuItem[] = [
    ...(found === null
      ? []
      : [
          {
            icon: 'save' as const,
            label: counted(rows, 'Save the {0} row shown (JSON lines)…', 'Save the {0} rows shown (JSON lines)…'),
            onChoose: () => save('jsonl', filteredView),
          },
          // After a reconnection, the offsets of the connections in the bytes are unknown.
          ...(run.seams.size > 0
            ? []
            : [
                {
                  icon: 'save' as const,
                  label: counted(rows, 'Save the {0} row shown as received…', 'Save the {0} rows shown as received…'),
                  onChoose: () => save('bytes', filteredView),
                },
              ]),
        ]),
    { icon: 'save', label: t('Save all events (JSON lines)…'), onChoose: () => save('jsonl', 0) },
    { icon: 'save', label: t('Save the stream as received…'), onChoose: () => save('bytes', 0) },
  ];
  return (
    <div class="bar events-bar">
      <SearchField
        key={view.searches}
        label={t('Filter events')}
        initial={view.filter.query}
        error={found?.error ?? null}
        onQuery={(query) => panel.filterEvents({ ...view.filter, query })}
      />
      <TypesMenu panel={panel} />
      <MenuButton label={t('View')} icon="view" items={viewItems(panel)} />
      <MenuButton label={t('Save')} icon="save" items={saving} />
      {(isRunning(run) || view.isPaused) && (
        <IconButton
          icon={view.isPaused ? 'play' : 'pause'}
          label={view.isPaused ? t('Resume the view') : t('Pause the view (the stream continues)')}
          pressed={view.isPaused}
          onClick={() => view.pause(!view.isPaused, rows, total)}
        />
      )}
      <span class="bar-space" />
      <Facts panel={panel} run={run} total={total} rows={rows} />
    </div>
  );
}

function TypesMenu({ panel }: { readonly panel: Panel }) {
  void panel.frame.value;
  const { stats, eventsView: view } = panel.stores;
  const { types } = view.filter;
  if (stats === null || (stats.types.length < 2 && types === null)) return null;
  const choose = (chosen: readonly string[] | null) => panel.filterEvents({ ...view.filter, types: chosen });
  const items: MenuItem[] = [
    { icon: types === null ? 'check' : 'none', label: t('All types'), checked: types === null, stays: true, onChoose: () => choose(null) },
  ];
  for (const { name, count } of stats.types) {
    const isChosen = types?.includes(name) === true;
    items.push({
      icon: isChosen ? 'check' : 'none',
      label: name,
      detail: showCount(count),
      checked: isChosen,
      stays: true,
      onChoose: () => {
        const rest = (types ?? []).filter((type) => type !== name);
        const chosen = isChosen ? rest : [...rest, name];
        choose(chosen.length === 0 ? null : chosen);
      },
    });
  }
  if (stats.moreTypes > 0)
    items.push({
      icon: 'none',
      label: counted(stats.moreTypes, 'and {0} more type', 'and {0} more types'),
      disabled: true,
      onChoose: () => undefined,
    });
  return (
    <MenuButton
      label={t('Types of events')}
      icon="filter"
      word={types === null ? t('Types') : t('Types ({0})', types.length)}
      items={items}
    />
  );
}

function viewItems(panel: Panel): readonly MenuItem[] {
  const { eventsView: view, stats } = panel.stores;
  const { clock, seams, detail, bytes } = view.look;
  const { comments } = view.filter;
  const toggle = (label: string, checked: boolean, onChoose: () => void): MenuItem => ({
    icon: checked ? 'check' : 'none',
    label,
    checked,
    stays: true,
    onChoose,
  });
  return [
    toggle(t('Details of the selected event'), detail, () => (view.look = { ...view.look, detail: !detail })),
    toggle(t('Times of day'), clock, () => (view.look = { ...view.look, clock: !clock })),
    toggle(t('Comments ({0})', showCount(stats?.comments ?? 0)), comments, () =>
      panel.filterEvents({ ...view.filter, comments: !comments }),
    ),
    toggle(t('Reconnects'), seams, () => (view.look = { ...view.look, seams: !seams })),
    toggle(t('Bytes of the stream'), bytes, () => (view.look = { ...view.look, bytes: !bytes })),
  ];
}

function Facts({ panel, run, total, rows }: BarProps) {
  void panel.frame.value;
  const { stats, found, eventsView: view } = panel.stores;
  const fresh = view.newOnes(total);
  function follow(): void {
    if (view.isPaused) view.pause(false, rows, total);
    view.setFollow(true, total);
  }
  const nextGap = () => {
    const gaps = stats?.gaps ?? [];
    const row = view.active === null ? undefined : panel.stores.streamRow(view.active);
    const at = row?.kind === 'event' ? row.event.index : -1;
    const gap = gaps.find(({ index }) => index > at) ?? gaps[0];
    if (gap === undefined) return;
    if (found !== null) {
      view.endSearch();
      panel.filterEvents({ types: null, query: null, comments: false });
    }
    view.choose(gap.index, total);
  };
  return (
    <span class="events-facts">
      {!view.look.bytes && (view.isPaused || (!view.follow && (isRunning(run) || fresh > 0))) && (
        <button type="button" class="icon-button with-word follow" onClick={follow}>
          <Icon name="down" />
          <span>{fresh > 0 ? t('Follow ({0} new)', showCount(fresh)) : t('Follow')}</span>
        </button>
      )}
      {found !== null && (
        <span class="bar-fact" role="status">
          {t('{0} of {1}', showCount(found.total), showCount(total + (found.filter.comments ? (stats?.comments ?? 0) : 0)))}
          {!found.done && found.error === null && ` · ${Math.floor((found.scanned / Math.max(1, total)) * 100)} %`}
        </span>
      )}
      {view.isPaused && <span class="bar-fact">{t('Paused')}</span>}
      {stats !== null && stats.gapCount > 0 && (
        <button type="button" class="link" title={t('Go to the next gap')} onClick={nextGap}>
          {counted(stats.gapCount, '{0} gap', '{0} gaps')}
        </button>
      )}
      {stats !== null && total > 1 && <RateLine stats={stats} />}
    </span>
  );
}
